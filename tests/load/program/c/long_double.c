/* long double: 80 bits of x87, wider than double; arithmetic, comparison, conversion, storage. */
static long double global = 0.1L;
static long double mean(const long double *a, int n)
{
    long double t = 0;
    for (int i = 0; i < n; i++) t += a[i];
    return t / n;
}

int main(void)
{
    long double one = 1.0L, small = 0x1p-63L;
    if (one + small == one) return __LINE__; /* a double would lose it */
    if ((double)(one + small) != 1.0) return __LINE__;
    if (global == (double)0.1) return __LINE__;
    long double a[3] = {1, 2, 4.5L};
    if (mean(a, 3) != 2.5L) return __LINE__;
    unsigned long long big = ~0ull;
    long double exact = (long double)big;
    if (exact != 18446744073709551615.0L || (unsigned long long)exact != big) return __LINE__;
    if ((int)(-7.9L) != -7 || (float)1.25L != 1.25f) return __LINE__;
    union { long double l; unsigned char b[sizeof(long double)]; } u = {.l = -2.0L};
    if (u.b[9] != 0xc0 || u.b[8] != 0x00 || u.b[7] != 0x80) return __LINE__;
    struct { char c; long double l; } s = {'x', 3.5L}, t = s;
    return t.l * 2 == 7 ? 0 : __LINE__;
}
/* exit: 0 */
