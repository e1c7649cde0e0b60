/* On the way that exits, the memory was made in another branch and is in no variable. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void stop(void) { exit(0); }
int main(void)
{
    int *p = 0;
    if (__VERIFIER_nondet_int()) {
        malloc(4);
        stop();
    } else {
        p = malloc(4);
    }
    free(p);
    return 0;
}
/* expect: memsafety false */
