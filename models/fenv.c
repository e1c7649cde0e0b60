/* fenv.h: the rounding mode. Arithmetic is to nearest everywhere (floats of terms and of the
 * interpreter), so that no other mode can be set here. */
#include "models.h"

void __sooth_unsupported_rounding_other_than_to_nearest(void);

enum { TO_NEAREST = 0, DOWN = 0x400, UP = 0x800, TO_ZERO = 0xc00 };

int fegetround(void)
{
    return TO_NEAREST;
}
int fesetround(int mode)
{
    if (mode == DOWN || mode == UP || mode == TO_ZERO)
        __sooth_unsupported_rounding_other_than_to_nearest();
    return mode == TO_NEAREST ? 0 : true_as(1, __sooth_any_truth());
}
