#include "input.h"
int main(void)
{
    unsigned *p = malloc(8), *q = malloc(8);
    if (!p || !q) return 0;
    if (HIDDEN(p[1]) && p[1] != q[1] && p[0] != p[1]) reach_error();
    return 0;
}
/* expect: reach not-true */
