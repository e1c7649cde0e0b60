extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
#include <stdint.h>
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    uintptr_t u = (uintptr_t)a;
    int *p = (int *)(u + 8);
    check(*p == 3);
    check(u % 4 == 0);
    check((uintptr_t)&a[3] - u == 12);
}
/* expect: reach true */
