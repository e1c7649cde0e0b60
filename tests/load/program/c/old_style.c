/* Definitions in the old style, calls without prototype or declaration, implicit int. */
add(a, b) int a, b;
{
    return a + b;
}
static char upper(c) char c;
{
    return c - 32;
}
static double halve(f) float f;
{
    return f / 2;
}
int apply();
static int (*any)() = add;

main()
{
    register i = 3;
    if (add(i, 4) != 7 || upper('a') != 'A' || halve(3.0) != 1.5) return __LINE__;
    if (apply(add, 2, 5) != 7 || any(20, 22) != 42) return __LINE__;
    if (undeclared(6) != 36) return __LINE__;
    return 0;
}
int apply(f, a, b) int (*f)(); int a, b;
{
    return f(a, b);
}
int undeclared(x) int x;
{
    return x * x;
}
/* exit: 0 */
