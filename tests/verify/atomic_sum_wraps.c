/* Sums and differences of atomic integers wrap, as those of the functions do; products, which
 * are plain arithmetic in a loop, overflow (decision 521). */
#include <limits.h>
#include <stdatomic.h>
extern void reach_error(void);
#ifndef CHANGE
#define CHANGE a += 1
#endif

int main(void)
{
    _Atomic int a = INT_MAX;
    CHANGE;
    if (a != INT_MIN) reach_error();
    return 0;
}
/* expect: overflow true */
/* expect: overflow true -DCHANGE=a++ */
/* expect: overflow true -DCHANGE=atomic_fetch_add(&a,1) */
/* expect: reach true */
/* expect: overflow false -DCHANGE=a*=2 */
/* expect: overflow false -DCHANGE=a=a+1 */
/* twin: reach -DCHANGE=a+=2 */
