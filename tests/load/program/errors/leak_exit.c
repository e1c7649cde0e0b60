/* exit from within a function: the local still points to the memory, so it is leaked but not lost. */
#include <stdlib.h>
static void leave(char *p)
{
    p[0] = 0;
    exit(0);
}
int main(void)
{
    char *p = malloc(3);
    char **alias = &p;
    leave(*alias);
}
/* options: --property memtrack --property memcleanup */
/* expect: run leak */
