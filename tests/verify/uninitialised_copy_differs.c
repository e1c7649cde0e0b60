#include <string.h>
extern void reach_error(void);

/* Two uninitialised locals need not hold the same value. */
int main(void)
{
    int unset, other;
    int copy[2] = {0};
    memcpy(copy, &unset, sizeof unset);
    memcpy(copy + 1, &other, sizeof other);
    if (copy[0] != copy[1]) reach_error();
    return 0;
}
/* expect: reach not-true */
