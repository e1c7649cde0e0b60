/* realloc of a global is as wrong as its free. */
#include <stdlib.h>
static int table[4];
int main(void)
{
    int *p = realloc(table, 8 * sizeof *p);
    return p != 0;
}
/* expect: run invalid-free 6 */
