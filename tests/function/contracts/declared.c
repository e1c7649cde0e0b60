/* Contracts of functions that are only declared: the names of their parameters are those of the declaration.
 * sooth.h is found without -I. */
#include <sooth.h>
extern void reach_error(void);
int more_than(int x, int (*f)(int k), const int limit[4]) sooth_requires(x < 100) sooth_ensures(result > x && result < 1000);
int never(int x) sooth_ensures(result > x && result < x);
int main(void)
{
#if CASE == 0
    if (more_than(3, 0, 0) <= 3) reach_error();
#elif CASE == 1
    if (more_than(3, 0, 0) <= 4) reach_error();
#elif CASE == 2
    if (more_than(100, 0, 0) <= 100) reach_error();
#else
    if (never(3)) reach_error();
#endif
    return 0;
}
