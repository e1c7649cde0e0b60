#include <alloca.h>
extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    int n = nondet();
    if (n < 0) {
        if (n == -1) reach_error();
        return 1;
    }
    char *a = alloca(n), *b = alloca(n);
    return (unsigned long)a < (unsigned long)b;
}
/* expect: reach false */
