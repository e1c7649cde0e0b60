extern void reach_error(void);
static short table[40000];

int main(void)
{
    for (int i = 0; i < 40000; i++) table[i] = 12;
    for (int i = 0; i < 40000; i++)
        if (table[i] != 12) reach_error();
    return 0;
}
/* needs: product(intervals, segments) */
/* says: for all j: */
/* not-enough: segments */
/* not-enough: product(octagons, congruences, equalities) */
