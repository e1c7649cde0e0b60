#include "input.h"
int main(void)
{
    int a;
    char *p = (char *)&a, *q = p - (unsigned long)p;
    if (q == 0) reach_error();
    return 0;
}
/* expect: reach not-true --engine ai */
