extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
#include <stdlib.h>
#include <stdint.h>
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    uintptr_t p = (uintptr_t)malloc(4);
    free((void *)p);
    uintptr_t q = (uintptr_t)malloc(4);
    check(p != q);
    free((void *)q);
}
/* expect: reach false */
