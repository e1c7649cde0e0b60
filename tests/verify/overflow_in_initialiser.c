/* Constants of initialisers clang computes itself and leaves no check; it warns, so nothing is proved. */
#ifndef MOST
#define MOST 2147483647
#endif
int main(void)
{
#ifdef IN_A_VARIABLE
    int n = MOST + 1;
#else
    int a[2] = {1, MOST + 1}, n = a[0];
#endif
    return n;
}
/* expect: overflow unsupported LP64 */
/* expect: overflow false(no-overflow) LP64 -DIN_A_VARIABLE */
/* expect: overflow true LP64 -DMOST=2147483646 */
