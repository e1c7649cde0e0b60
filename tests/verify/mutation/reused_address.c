#include "input.h"
int main(void)
{
    char *p = malloc(4);
    if (!p) return 0;
    unsigned long was = (unsigned long)p;
    free(p);
    char *q = malloc(4);
    if ((unsigned long)q == was) reach_error();
    free(q);
    return 0;
}
/* expect: reach not-true */
