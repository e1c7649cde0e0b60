/* A negative number of bytes is a size that no object has: malloc gives null, and paths without the two
 * objects are not left out. */
#include <stdlib.h>
extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    int n = nondet();
    if (n < 0) {
        if (n == -1) reach_error();
        return 1;
    }
    char *a = malloc(n), *b = malloc(n);
    return a == b;
}
/* expect: reach false */
/* expect: reach false --malloc-may-fail */
