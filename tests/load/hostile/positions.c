/* Positions in other files: code included inside a function, #line before, between and inside of blocks. */
#include <stdlib.h>
int included(int x)
{
#include "positions.h"
    return x;
}
#line 77 "other.c"
int main(void)
{
    int y;
# 5 "third.c"
    y = included(atoi("3"));
    {
        int z = y;
#line 70000 "fourth.h"
        y += z;
                                                                                                                y--;
    }
    return y == 0;
}
