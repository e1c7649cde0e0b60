/* Vector types: element-wise arithmetic, comparison, selection, access by an index that is no constant, conversion, passing. */
typedef int v4i __attribute__((vector_size(16)));
typedef unsigned char v8b __attribute__((vector_size(8)));
typedef float v4f __attribute__((vector_size(16)));
static v4i global = {1, 2, 3, 4};
static v4i scale(v4i v, int k) { return v * k; }
static int sum(v4i v)
{
    int t = 0;
    for (int i = 0; i < 4; i++) t += v[i];
    return t;
}

int main(void)
{
    v4i a = {10, 20, 30, 40}, b = a + global;
    if (b[0] != 11 || b[3] != 44 || sum(b) != 110) return __LINE__;
    if (sum(scale(global, 3)) != 30) return __LINE__;
    v4i less = global < (v4i){2, 2, 9, 9};
    if (less[0] != -1 || less[1] != 0 || less[2] != -1) return __LINE__;
    v4i s = a << (v4i){0, 1, 2, 3};
    if (s[3] != 320 || sum(a & 8) != 8 + 0 + 8 + 8) return __LINE__;
    v8b bytes = {250, 1, 2, 3, 4, 5, 6, 7};
    bytes += 10;
    if (bytes[0] != 4 || bytes[7] != 17) return __LINE__;
    v4f f = {0.5f, 1, 2, 4};
    f *= f;
    if (f[0] != 0.25f || f[3] != 16) return __LINE__;
    union { v8b v; unsigned long long l; } u = {.v = bytes};
    if ((u.l & 0xff) != 4 || u.l >> 56 != 17) return __LINE__;
    v4i *p = &global;
    (*p)[2] = 100;
    return sum(global) == 107 ? 0 : __LINE__;
}
/* exit: 0 */
