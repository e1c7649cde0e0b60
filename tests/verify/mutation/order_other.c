#include "input.h"
int main(void)
{
    int a, b;
    if (&b < &a) reach_error();
    return 0;
}
/* expect: reach not-true */
