extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int up = 10, also = 10;
    while (up < 250000000) {
        up++;
        also++;
    }
    check(up == also);
}
/* L14 Figure 1.1, left */
/* needs: equalities */
/* says: also = up */
/* not-enough: intervals */
/* not-enough: congruences */
