/* As heap_never_made, with an error that no run reaches. */
#include <stdlib.h>
extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    int n = nondet();
    if (n < 0) {
        if (n >= 0) reach_error();
        return 1;
    }
    char *a = malloc(n), *b = malloc(n);
    if (n > 0 && a && a == b) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: reach true --malloc-may-fail */
