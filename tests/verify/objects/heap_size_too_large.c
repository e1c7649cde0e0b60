/* malloc of a negative number gives null; that is a path of its own. */
#include <stdlib.h>
extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    long n = nondet();
    char *a = malloc(n), *b = malloc(8);
    if ((unsigned long)a < (unsigned long)b && !a) reach_error();
    return 0;
}
/* expect: reach false */
