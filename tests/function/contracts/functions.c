/* The functions' side: NAME meets its contract; NAME_wrong is one change away and does not. */
#include "sooth.h"

#define LAST sooth_requires(n > 0 && valid(a, n)) sooth_ensures(result == a[n - 1])
int last(const int *a, int n) LAST { return a[n - 1]; }
int last_wrong(const int *a, int n) LAST { return a[n]; }

#define FIRST sooth_requires(valid(a, n) && n > 0) sooth_ensures(result == a[0])
int first(const int *a, unsigned n) FIRST { return a[n - n]; }
int first_wrong(const int *a, unsigned n) FIRST { return a[n - 1]; }

#define INCREMENT sooth_requires(valid(p, 1) && *p < 100) sooth_ensures(*p == old(*p) + 1) sooth_assigns(p)
void increment(int *p) INCREMENT { ++*p; }
void increment_wrong(int *p) INCREMENT { *p += 2; }

#define FIRST_ONLY sooth_requires(valid(p, 1) && valid(q, 1)) sooth_assigns(p)
void first_only(int *p, int *q) FIRST_ONLY { *p = *q; }
void first_only_wrong(int *p, int *q) FIRST_ONLY { *q = *p; }

#define LENGTH sooth_requires(string(s)) sooth_ensures(s[result] == 0)
unsigned long length(const char *s) LENGTH
{
    unsigned long n = 0;
    while (s[n]) n++;
    return n;
}
unsigned long length_wrong(const char *s) LENGTH
{
    unsigned long n = 0;
    do n++; while (s[n]);
    return n;
}

#define CLAMP sooth_requires(low <= high) sooth_ensures(low <= result && result <= high)
int clamp(int x, int low, int high) CLAMP { return x < low ? low : x > high ? high : x; }
int clamp_wrong(int x, int low, int high) CLAMP { return x < low ? low : x > high ? x : x; }

#define SUM sooth_requires(0 <= a && a <= 1000 && 0 <= b && b <= 1000) sooth_ensures(result == a + b)
int sum(int a, int b) SUM { return a + b; }
int sum_wrong(int a, int b) SUM { return a - b; }

#define ZEROES sooth_requires(valid(p, 2 * n + 1) && n < 1000)
void zeroes(char *p, unsigned n) ZEROES { for (unsigned i = 0; i <= 2 * n; i++) p[i] = 0; }
void zeroes_wrong(char *p, unsigned n) ZEROES { for (unsigned i = 0; i <= 2 * n + 1; i++) p[i] = 0; }

#define MAYBE sooth_requires(!p || valid(p, 1)) sooth_ensures(!p || *p == 0)
void maybe(int *p) MAYBE { if (p) *p = 0; }
void maybe_wrong(int *p) MAYBE { if (p) *p = 1; }

#define QUOTIENT sooth_requires(b != 0 && !(a == -2147483647 - 1 && b == -1))
int quotient(int a, int b) QUOTIENT { return a / b; }
int quotient_wrong(int a, int b) QUOTIENT { return a / (b - 1); }

#define SWAP sooth_requires(valid(p, 1) && valid(q, 1) && separate(p, q)) sooth_ensures(*p == old(*q) && *q == old(*p))
void swap(int *p, int *q) SWAP { int t = *p; *p = *q; *q = t; }
void swap_wrong(int *p, int *q) SWAP { *p = *q; *q = *p; }

/* contracts that no call can meet prove nothing */
int never(int n) sooth_requires(n > 3 && n < 2) { return n; }
int never_too(const int *p) sooth_requires(valid(p, 1) && p == 0) { return *p; }

/* Nothing says that the two are separate. */
void exchange(int *a, int *b) sooth_requires(valid(a, 1) && valid(b, 1)) sooth_ensures(*a == old(*b) && *b == old(*a));
void exchange(int *a, int *b)
{
    int was = *a;
    *a = *b;
    *b = was;
}
void exchange_wrong(int *a, int *b) sooth_requires(valid(a, 1) && valid(b, 1))
    sooth_ensures(*a == old(*b) && *b == old(*a));
void exchange_wrong(int *a, int *b)
{
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}
void exchange_apart(int *a, int *b) sooth_requires(valid(a, 1) && valid(b, 1) && separate(a, b))
    sooth_ensures(*a == old(*b) && *b == old(*a));
void exchange_apart(int *a, int *b)
{
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}

/* Contracts in brackets, in macros, and of several cases say no less. */
#define BOTH(p, q) (valid(p, 1) && valid(q, 1))
void mark(int *a, int *b) sooth_requires((BOTH(a, b)) && separate(a, b)) sooth_ensures(*a == 1);
void mark(int *a, int *b) { *a = 1; *b = 2; }
void mark_wrong(int *a, int *b) sooth_requires((BOTH(a, b))) sooth_ensures(*a == 1);
void mark_wrong(int *a, int *b) { *a = 1; *b = 2; }
int four(const int *a) sooth_requires((valid(a, 4))) { return a[3]; }
int four_wrong(const int *a) sooth_requires((valid(a, 4))) { return a[4]; }
int optional(const int *a) sooth_requires(a == 0 || valid(a, 1)) { return a ? *a : 0; }
int optional_wrong(const int *a) sooth_requires(a == 0 || valid(a, 1)) { return *a; }
int by_case(const int *a, int wide) sooth_requires(wide ? valid(a, 2) : valid(a, 1)) { return a[wide ? 1 : 0]; }
int by_case_wrong(const int *a, int wide) sooth_requires(wide ? valid(a, 2) : valid(a, 1)) { return a[1]; }

/* Pointers that nothing keeps apart may overlap. */
void second(int *a, int *b, int n) sooth_requires(n > 1 && valid(a, n) && valid(b, n) && separate(a, b)) sooth_ensures(a[1] == 1);
void second(int *a, int *b, int n) { a[1] = 1; b[0] = 2; b[n - 1] = 2; }
void second_wrong(int *a, int *b, int n) sooth_requires(n > 1 && valid(a, n) && valid(b, n)) sooth_ensures(a[1] == 1);
void second_wrong(int *a, int *b, int n) { a[1] = 1; if (a != b) b[0] = 2; }

/* What one of them only reads may be what the other one changes. */
void carry(int *to, const int *from) sooth_requires(valid(to, 2) && valid(from, 2) && separate(to, from)) sooth_ensures(to[1] == old(from[0]));
void carry(int *to, const int *from) { to[0] = 1; to[1] = from[0]; }
void carry_wrong(int *to, const int *from) sooth_requires(valid(to, 2) && valid(from, 2)) sooth_ensures(to[1] == old(from[0]));
void carry_wrong(int *to, const int *from) { to[0] = 1; to[1] = from[0]; }
