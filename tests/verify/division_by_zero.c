extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return 100 / (x - 5);
}
/* expect: division false(division-by-zero) */
