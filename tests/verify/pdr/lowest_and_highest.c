/* The least and the most seen so far, and whether anything was seen. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    int low = 0, high = 0, seen = 0, last = 0;
    while (ANY) {
        int x = (int)ANY;
        if (!seen || x < low) low = x;
        if (!seen || x > high) high = x;
        seen = 1;
        last = x;
        if (ANY % 5 == 0) seen = 0;
    }
    if (seen && (last < low || last > high)) reach_error();
    if (low > high) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/x < low/x > low/ */
