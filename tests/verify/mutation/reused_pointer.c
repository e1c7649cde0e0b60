#include "input.h"
int main(void)
{
    char *p = malloc(4);
    if (!p) return 0;
    char *was = p;
    free(p);
    char *q = malloc(4);
    if (q == was) reach_error();
    free(q);
    return 0;
}
/* expect: reach not-true */
