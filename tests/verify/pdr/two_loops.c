/* What the first loop leaves behind is what the second one starts from. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    int mode = 0, open = 0;
    while (ANY) {
        if (mode == 0) mode = 1 + ANY % 2;
        else if (mode == 1) open = 1, mode = 2;
        else open = 0, mode = 0;
    }
    if (mode == 0 && open) reach_error();
    if (mode == 1) open = 1;
    while (ANY) {
        if (mode == 1 && !open) reach_error();
        if (mode == 0 && open) reach_error();
        if (mode == 2) mode = 1, open = 1;
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/else open = 0, mode = 0/else mode = 0/ */
