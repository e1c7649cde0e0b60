extern void reach_error(void);
static int table[40000];

int main(void)
{
    for (int i = 0; i < 40000; i++) table[i] = 5;
    for (int i = 0; i < 40000; i++) table[i] = table[i] + 2;
    for (int i = 0; i < 40000; i++)
        if (table[i] != 7) reach_error();
    return 0;
}
/* except: on-request */
/* needs: product(intervals, arrays) */
/* not-enough: product(intervals, segments) */
