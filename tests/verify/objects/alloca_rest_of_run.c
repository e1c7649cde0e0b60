#include <alloca.h>
extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    long n = nondet();
    char *a = alloca((unsigned long)n);
    if (n < 0) reach_error();
    if (n > 0) a[n - 1] = 1;
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
