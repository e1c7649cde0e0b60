#include "input.h"
int main(void)
{
    int a[2], b[2];
    if (a + 2 == b) reach_error();
    return 0;
}
/* expect: reach not-true */
