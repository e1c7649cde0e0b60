extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    unsigned requests = 0;
    while (1)
        if (__VERIFIER_nondet_int()) requests++;
    return 0;
}
/* expect: termination false */
/* expect: termination false --engine recurrence */
