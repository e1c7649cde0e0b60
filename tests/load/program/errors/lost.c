/* The last pointer to an object is overwritten. */
#include <stdlib.h>
static int *kept;
int main(void)
{
    kept = malloc(sizeof *kept);
    kept = malloc(sizeof *kept);
    return 0;
}
/* options: --property memtrack */
/* expect: run lost-memory */
