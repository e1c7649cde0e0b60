#include <math.h>
extern void reach_error(void);
int main(void)
{
    double zero = 0.0, x = zero / zero;
    if (signbit(x)) reach_error();
    return 0;
}
/* expect: reach unknown */
