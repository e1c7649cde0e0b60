/* Contracts of functions for `sooth verify`, and specifications of programs that `sooth synth` is to find.
 *
 * CONTRACTS stand after the parameters of a declaration or definition and are nothing to other compilers:
 *
 *     int last(const int *a, int n)
 *         sooth_requires(n > 0 && valid(a, n))
 *         sooth_ensures(result == a[n - 1]);
 *
 * sooth_requires(E): callers establish E; sooth_ensures(E): E holds afterwards; `result` is what is returned, old(E)
 * what E was before the call. sooth_assigns(p, q): of the objects that parameters point to only these change. E only
 * looks, it assigns nothing. In E: valid(p, n) and readable(p, n): p points to (at least) n elements; string(s): s
 * points to characters with a 0 among them; separate(p, q): p and q point to different objects (else two pointers of
 * one type may point to the same). `sooth verify` of a program checks every call of such a function; `sooth verify
 * --function F` assumes what F requires, says so, and checks the rest.
 *
 * HARNESSES: sooth_any_buffer(n) is a new object of n bytes of any content, sooth_any_string(max) a new string of
 * less than max characters.
 *
 * THE REST IS FOR `sooth synth`. Including this header is optional there.
 *
 * THE SIMPLE FORM: one unknown program from words to words.
 *
 *     enum { INPUTS = 2, OUTPUTS = 1 };
 *     int check(const unsigned in[], const unsigned out[])   // nonzero when out is right for in
 *     {
 *         return out[0] >= in[0] && out[0] >= in[1] && (out[0] == in[0] || out[0] == in[1]);
 *     }
 *
 * The element type of the arrays is the word: unsigned char, short, int or long for 8, 16, 32 or 64 bits. For another
 * width (1 to 64) define SOOTH_WIDTH before this header is included and use the type `word`.
 *
 * THE GENERAL FORM: any number of unknown programs. `check` takes the inputs only, and every function that is declared
 * but not defined is an unknown program. Parameters that are numbers are its inputs; its result and the words behind
 * parameters that are pointers are its outputs. Without inputs it is a constant that exists.
 *
 *     enum { INPUTS = 1 };
 *     unsigned f(unsigned x);
 *     unsigned c(void);
 *     int check(const unsigned in[]) { return f(f(in[0])) == in[0] + c() && c() != 0; }
 *
 * In the text of `check` and what it calls: loops and recursion whose bounds are constants, arrays, structures, calls,
 * floats (float and double), pointers to variables. `sooth_assume(c)` says that inputs with c false are of no interest; a failing
 * assert() or an access outside an array means that the output is wrong. Where C leaves a result undefined it is: a
 * shift by the width or more gives 0 (of a negative number to the right: -1), x / 0 is all ones (or the signed
 * quotient of SMT-LIB), x % 0 is x.
 *
 * WHAT COMES OUT: `void program(const unsigned in[], unsigned out[])`, or with the general form one such function per
 * unknown program under its name, as defined C without loops. */
#ifndef SOOTH_H
#define SOOTH_H

#ifdef SOOTH_WIDTH
#if SOOTH_WIDTH == 8
typedef unsigned char word;
#elif SOOTH_WIDTH == 16
typedef unsigned short word;
#elif SOOTH_WIDTH == 32
typedef unsigned int word;
#elif SOOTH_WIDTH == 64
typedef unsigned long word;
#else
typedef unsigned _BitInt(SOOTH_WIDTH) word;
#endif
#endif

#ifdef __SOOTH__
#define sooth_requires(...) __attribute__((annotate("sooth requires " #__VA_ARGS__)))
#define sooth_ensures(...) __attribute__((annotate("sooth ensures " #__VA_ARGS__)))
#define sooth_assigns(...) __attribute__((annotate("sooth assigns " #__VA_ARGS__)))
#else
#define sooth_requires(...)
#define sooth_ensures(...)
#define sooth_assigns(...)
#endif

void __VERIFIER_assume(int);
unsigned long __VERIFIER_nondet_ulong(void);
static inline void *sooth_any_buffer(unsigned long n)
{
    return __builtin_malloc(n);
}
static inline char *sooth_any_string(unsigned long max)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(1 <= n && n <= max);
    char *s = (char *)__builtin_malloc(n);
    s[n - 1] = 0;
    return s;
}
#define sooth_assume(condition) __VERIFIER_assume(!!(condition))

#endif
