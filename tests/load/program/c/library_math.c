/* math.h where results are exact or correctly rounded. */
#include <math.h>
#include <stdio.h>
static volatile double values[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -3.7, 1e300, -1e-300, 4503599627370497.5};
int main(void)
{
    for (int i = 0; i < (int)(sizeof values / sizeof *values); i++) {
        double x = values[i];
        printf("%g %g %g %g %g %g %.17g\n", floor(x), ceil(x), trunc(x), rint(x), round(x), fabs(x), sqrt(fabs(x)));
        printf("%g %g %d %d %d\n", fmod(x, 0.7), copysign(1.0, x), signbit(x) != 0, isnan(x / x) != 0, isinf(x * 1e300) != 0);
    }
    printf("%ld %lld %ld\n", lround(2.5), llround(-2.5), lrint(2.5));
    printf("%g %g %g %g\n", fmin(1, NAN), fmax(1, 2), fma(2, 3, 4), fmod(5.5f, 2));
    double whole, part = modf(-3.75, &whole);
    printf("%g %g %d %d\n", whole, part, fpclassify(1e-310) == FP_SUBNORMAL, isfinite(INFINITY) != 0);
    printf("%.9g %.9g %Lg\n", sqrtf(2.0f), floorf(-0.5f), floorl(2.5L));
    return 0;
}
