/* The state is a static variable of the function that makes the steps. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
static int next(unsigned event)
{
    static int state = 2, previous = 1;
    int before = previous;
    previous = state;
    if (event % 2) state = state == 6 ? 2 : state + 2;
    else state = 2;
    if (before == 6 && state == 6) reach_error();
    return state;
}
int main(void)
{
    while (ANY) {
        int state = next(ANY);
        if (state != 2 && state != 4 && state != 6) reach_error();
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/before == 6/before == 2/ */
/* twin: reach s/else state = 2/else state = 3/ */
