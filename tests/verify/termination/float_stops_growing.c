extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    float x = 0;
    while (x < 1e9f) x += 1.0f;
    return 0;
}
/* expect: termination false */
