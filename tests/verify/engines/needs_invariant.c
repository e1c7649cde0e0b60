/* What is checked after the loop follows from 0 <= i <= 1000, which nothing inside the loop checks. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int i = 0;
    while (__VERIFIER_nondet_int()) {
        if (i == 1000)
            i = 0;
        else
            i++;
    }
    if (i > 1000) reach_error();
}
/* expect: reach unknown --engine bmc */
/* expect: reach unknown --engine kinduction */
/* expect: reach true --engine ai by=ai:.invariants */
/* expect: reach true --engine kiki by=kiki:.invariants */
