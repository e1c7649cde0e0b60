#include "input.h"
static int **kept;
int main(void)
{
    kept = malloc(sizeof *kept);
    if (!kept) return 0;
    *kept = malloc(4);
    return 0;
}
/* expect: memsafety true */
