/* Each read of a volatile may give another value. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
volatile int v;
int main(void)
{
    v = 0;
    while (__VERIFIER_nondet_int()) {}
    if (v != 0) reach_error();
    return 0;
}
/* expect: reach unknown */
