#include <stdlib.h>
extern int nondet(void);
int main(void)
{
    int n = nondet();
    if (n < 0)
        while (n == -5)
            ;
    else {
        char *a = malloc(n), *b = malloc(n);
        return a == b;
    }
    return 0;
}
/* expect: termination false */
