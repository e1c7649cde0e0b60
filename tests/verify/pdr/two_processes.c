/* Peterson's algorithm: never both of two processes are inside. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    int want0 = 0, want1 = 0, turn = 0, at0 = 0, at1 = 0;
    while (1) {
        if (ANY % 2) {
            if (at0 == 0) want0 = 1, at0 = 1;
            else if (at0 == 1) turn = 1, at0 = 2;
            else if (at0 == 2) at0 = !want1 || turn == 0 ? 3 : 2;
            else want0 = 0, at0 = 0;
        } else {
            if (at1 == 0) want1 = 1, at1 = 1;
            else if (at1 == 1) turn = 0, at1 = 2;
            else if (at1 == 2) at1 = !want0 || turn == 1 ? 3 : 2;
            else want1 = 0, at1 = 0;
        }
        if (at0 == 3 && at1 == 3) reach_error();
    }
}
/* expect: reach true */
/* twin: reach s/at0 == 1) turn = 1/at0 == 1) turn = 0/ */
/* twin: reach s/at0 = !want1 || turn == 0/at0 = !want1 || turn >= 0/ */
