extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 3)
        while (1)
            ;
    return 0;
}
/* expect: termination true */
/* says: certified: yes */
