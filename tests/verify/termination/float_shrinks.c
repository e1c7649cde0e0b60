extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    float x = 1.0f;
    while (x > 0.0f) x *= 0.5f;
    return 0;
}
/* expect: termination true */
