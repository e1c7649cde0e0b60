/* exit leaves main open, too; its return does not. */
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p), **keep = &p;
    if (!p) return 0;
    **keep = 1;
    exit(0);
}
/* expect: memsafety not-false */
