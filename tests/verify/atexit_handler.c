#include <stdlib.h>
extern void reach_error(void);
static int done;
static void last(void)
{
    if (done == 1) reach_error();
}
int main(void)
{
    atexit(last);
    done = 1;
    return 0;
}
/* expect: reach false */
