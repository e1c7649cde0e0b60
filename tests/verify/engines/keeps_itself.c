/* The checked condition is kept by two iterations together, not by one: it needs k = 2 and no invariant. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int a = 1, b = 1;
    while (__VERIFIER_nondet_int()) {
        int old = a;
        a = b;
        b = old;
        if (a != 1) reach_error();
    }
}
/* expect: reach unknown --engine bmc */
/* expect: reach true --engine kinduction by=kinduction:.k-induction */
/* expect: reach true --engine kiki */
