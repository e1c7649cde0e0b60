extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), s = __VERIFIER_nondet_int();
    if (s >= 0 && s < 32 && x >= 0) return x >> s;
    if (x != 0 && x != -1) return 7 / x;
    return 0;
}
/* expect: overflow true */
