/* Memory that is still pointed to at the end, but not freed. */
#include <stdlib.h>
static int *kept;
int main(void)
{
    kept = malloc(sizeof *kept);
    *kept = 1;
    return 0;
}
/* options: --property memcleanup */
/* expect: run leak */
