#include "input.h"
int main(void)
{
    int a, b;
    if (&a < &b) reach_error();
    return 0;
}
/* expect: reach not-true */
