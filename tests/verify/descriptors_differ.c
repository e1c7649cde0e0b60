/* Which number a new descriptor has is the system's business: never that of one that is open. */
#include <fcntl.h>
#include <stdio.h>
extern void reach_error(void);
int main(void)
{
    int first = open("one", O_RDONLY), second = open("two", O_RDONLY);
    if (first < -1) reach_error();
#ifdef COMPARED
    if (first >= 0 && first == second) reach_error();
#endif
    (void)second;
    return 0;
}
/* expect: reach true */
/* expect: reach unknown -DCOMPARED */
