/* Two functions that call each other as the last thing they do, over a number in memory. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void other(int *p);
static void one(int *q)
{
    if (*q < 0) return;
#ifdef WRONG
    if (*q != 12) (*q)--;
#else
    (*q)--;
#endif
    other(q);
}
static void other(int *p)
{
    if (*p < 0) return;
    one(p);
}
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_int();
    one(p);
    free(p);
    return 0;
}
/* expect: termination true */
/* expect: termination false -DWRONG */
/* twin: termination -DWRONG */
