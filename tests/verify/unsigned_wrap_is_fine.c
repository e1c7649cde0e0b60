extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    return (int)((x + 1u) & 1u);
}
/* expect: overflow true */
