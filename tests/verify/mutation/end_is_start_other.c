#include "input.h"
int main(void)
{
    int a[2], b[2];
    unsigned long first = (unsigned long)a;
    if (first % 8 == 0 && a + 2 == b) reach_error();
    return 0;
}
/* expect: reach not-true */
