#include <stdio.h>
extern void reach_error(void);
int main(void)
{
    int number, got = scanf("%d", &number);
    if (got == EOF && !feof(stdin) && !ferror(stdin)) reach_error();
#ifdef ALWAYS
    if (got != 1 && !feof(stdin)) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false --no-replay -DALWAYS */
