extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    unsigned x = 0;
    int again = 0;
    while (x < 10 && __VERIFIER_nondet_int()) {
        ++x;
        again = 1;
    }
    check(again ? x >= 1 && x <= 10 : x == 0);
}
/* P18 Figure 2.3: after the body 1 <= x <= 10 */
/* needs: paths(intervals) */
/* says: [after repeating the loop at counted_to_ten.c:11]: */
/* says: 1 <= x <= 10 */
/* except: on-request */
/* not-enough: intervals */
