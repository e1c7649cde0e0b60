/* A flag tells whether a number is odd. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    unsigned n = 0, odd = 0;
    while (ANY) {
        if (ANY % 3 == 0) n += 2;
        else n++, odd = !odd;
        if (odd != n % 2) reach_error();
    }
    return 0;
}
/* expect: reach true --invariants */
/* says: odd = (n & 1) */
/* twin: reach s/n += 2/n += 3/ */
