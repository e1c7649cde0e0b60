extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int state = 1, locked = 0, left = 0;
    while (__VERIFIER_nondet_int()) {
        switch (state) {
        case 1:
            locked = 1;
            state = 2;
            break;
        case 2:
            left = 7;
            if (__VERIFIER_nondet_int()) state = 3;
            break;
        case 3:
            check(locked && left == 7);
            locked = 0;
            left = 0;
            state = 1;
            break;
        }
    }
}
/* needs: clauses */
/* says: (state != 3 or left = 7) */
/* except: among-others */
/* not-enough: product(intervals, equalities) */
/* not-enough: product(intervals, pointers, floats, congruences) */
/* not-enough: zones */
