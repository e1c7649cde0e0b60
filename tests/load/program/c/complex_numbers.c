/* _Complex: pairs in memory and in registers. */
static double _Complex square(double _Complex z) { return z * z; }
static float _Complex add(float _Complex a, float _Complex b) { return a + b; }
static double _Complex points[2] = {1.0 + 2.0i, -3.0};

int main(void)
{
    double _Complex z = square(3.0 + 4.0i);
    if (__real__ z != -7 || __imag__ z != 24) return __LINE__;
    float _Complex f = add(1.5f + 1.0fi, 0.5f - 3.0fi);
    if (__real__ f != 2 || __imag__ f != -2) return __LINE__;
    z = points[0] - points[1];
    if (__real__ z != 4 || __imag__ z != 2) return __LINE__;
    z = ~z;
    if (__imag__ z != -2) return __LINE__;
    __imag__ points[1] = 5;
    if (points[1] != -3.0 + 5.0i || points[1] == points[0]) return __LINE__;
    z = 2.0 * z + 1.0;
    if (__real__ z != 9) return __LINE__;
    int _Complex n = 2 + 3i;
    n = n * n;
    return __real__ n == -5 && __imag__ n == 12 ? 0 : __LINE__;
}
/* exit: 0 */
