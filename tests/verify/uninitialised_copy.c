#include <string.h>
extern void reach_error(void);

/* An uninitialised local holds one value; a copy of it holds the same one. */
int main(void)
{
    int unset;
    int copy[1] = {0};
    memcpy(copy, &unset, sizeof unset);
    if (copy[0] != unset) reach_error();
    return 0;
}
/* expect: reach true */
