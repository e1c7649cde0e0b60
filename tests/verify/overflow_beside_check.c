/* A constant that clang computes overflows, and something else is checked on its line. */
extern int __VERIFIER_nondet_int(void);
#ifdef MACRO
#define TABLE(n) int table[4] = {2147483647 + 1, 2, 3, 4}; int next = (n) + 1
#else
#define TABLE(n)
#endif

int main(void)
{
    int n = __VERIFIER_nondet_int() & 7;
#ifdef MACRO
    TABLE(n);
#elif defined(LINE)
    int table[4] = {2147483647 + 1, 2, 3, 4}, next = n + 1;
#else
    int table[4] = {2147483646 + 1, 2, 3, 4}, next = n + 1;
#endif
    return table[next & 3] > 5;
}
/* expect: overflow true */
/* expect: overflow not-true -DLINE */
/* expect: overflow not-true -DMACRO */
