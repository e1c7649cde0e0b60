/* Each input must be the counter itself, or all begins anew. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#ifndef LIMIT
#define LIMIT 500000
#endif
int main(void)
{
    unsigned next = 0;
    while (next < 400000) {
        unsigned given = __VERIFIER_nondet_uint();
        if (given == next)
            next++;
        else
            next = 0;
        if (next == LIMIT)
            return 0;
    }
    reach_error();
    return 0;
}
/* expect: reach false */
/* expect: reach not-false -DLIMIT=300000 */
