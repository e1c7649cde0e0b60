extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    signed char c = (signed char)__VERIFIER_nondet_int();
    while (c != 0) c = (signed char)(c + 2);
    return 0;
}
/* expect: termination false */
