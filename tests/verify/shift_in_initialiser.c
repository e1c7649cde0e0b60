/* Shifts and conversions of constants in an initialiser are computed by clang, which warns of those that C does not define: nothing is proved then.
 * Those that no run computes, and those of dead code, do no harm. */
#ifndef BY
#define BY 31
#endif
enum bits { TOP = 1 << 31, LOW = -1 << 2 };
static const int table[] = {
    1 << 31,
    1 << 3,
};
int main(void)
{
    int off = 0;
#ifdef IN_A_VARIABLE
    int n = 1 << BY;
#elif defined CONVERTED
    int a[2] = {1, CONVERTED}, n = a[0];
#else
    int a[2] = {
        1,
        1 << BY,
    }, n = a[0];
#endif
    if (off) n = 1 << 31;
    switch (n) {
    case 1 << 31: return table[0] + TOP;
    default: return table[1] + LOW;
    }
}
/* expect: overflow unsupported LP64 */
/* expect: overflow unsupported LP64 -DBY=32 */
/* expect: overflow false(no-overflow) LP64 -DIN_A_VARIABLE */
/* expect: overflow unsupported LP64 -DCONVERTED=1e10 */
/* expect: overflow true LP64 -DCONVERTED=1e9 */
/* expect: overflow true LP64 -DBY=30 */
