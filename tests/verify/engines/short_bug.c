/* Goes wrong in the third iteration. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        x++;
        if (x == 3) reach_error();
    }
}
/* expect: reach false --engine bmc */
/* expect: reach false --engine kinduction */
/* expect: reach unknown --engine ai */
/* expect: reach false --engine kiki */
/* expect: reach false --engine samples */
