/* Contracts of functions for `sooth verify`, and specifications of programs that `sooth
 * synth` is to find.
 *
 * CONTRACTS stand after the parameters of a declaration or definition and are nothing to
 * other compilers:
 *
 *     int last(const int *a, int n)
 *         sooth_requires(n > 0 && valid(a, n))
 *         sooth_ensures(result == a[n - 1]);
 *
 * sooth_requires(E): callers establish E; sooth_ensures(E): E holds afterwards; `result` is
 * what is returned, old(E) what E was before the call. sooth_assigns(p, q): of the objects
 * that parameters point to only these change. E only looks, it assigns nothing. In E:
 * valid(p, n) and readable(p, n): p points to (at least) n elements; string(s): s points to
 * characters with a 0 among them; separate(p, q): p and q point to different objects (else
 * two pointers of one type may point to the same). `sooth verify` of a program checks every
 * call of such a function; `sooth verify
 * --function F` assumes what F requires, says so, and checks the rest.
 *
 * HARNESSES: sooth_any_buffer(n) is a new object of n bytes of any content,
 * sooth_any_string(max) a new string of less than max characters.
 *
 * LISTS, for `sooth lists`: what holds each time a point of a loop is reached, and why the
 * loop ends.
 *
 *     while (x != NULL) {
 *         sooth_invariant(sooth_is_path(x, NULL));
 *         sooth_ranking(sooth_length(x));
 *         x = x->next;
 *     }
 *
 * sooth_invariant(E) and sooth_ranking(E1, E2, E3) are nothing to other compilers (with
 * SOOTH_CHECK defined invariants are assertions; with SOOTH_WITHOUT_ANNOTATIONS they are
 * nothing to `sooth lists` either). The ranking is compared in this order; from one time to
 * the next it gets smaller, and what gets smaller was not negative. They may come everywhere
 * on every way round the loop; what they say is about that point. In E and in assertions:
 * sooth_path_length(p, q), how many steps lead from p to q, SOOTH_INFINITE if none do;
 * sooth_length(p) to NULL; sooth_is_path(p, q); sooth_circular(p), steps lead from p back to
 * p; sooth_disjoint(p, q), no node is reached from both; sooth_alive(p, q), steps lead from p
 * to q, and none of the nodes before q is freed; sooth_sorted(p, q, member),
 * sooth_within(p, q, member, least, most) and sooth_sum(p, q, member), of the nodes from p up
 * to q, without q. sooth_minus(n, k) is n - k, and infinite if n is. sooth_any_list(): a
 * pointer to any node that there was when the function began, or NULL. Everywhere but in
 * `sooth lists` they run along the member SOOTH_NEXT (`next` unless defined otherwise) for
 * SOOTH_STEPS steps at most.
 *
 * THE REST IS FOR `sooth synth`. Including this header is optional there.
 *
 * THE SIMPLE FORM: one unknown program from words to words.
 *
 *     enum { INPUTS = 2, OUTPUTS = 1 };
 *     int check(const unsigned in[], const unsigned out[])   // nonzero when out is right for
 * in
 *     {
 *         return out[0] >= in[0] && out[0] >= in[1] && (out[0] == in[0] || out[0] == in[1]);
 *     }
 *
 * The element type of the arrays is the word: unsigned char, short, int or long for 8, 16, 32
 * or 64 bits. For another width (1 to 64) define SOOTH_WIDTH before this header is included
 * and use the type `word`.
 *
 * THE GENERAL FORM: any number of unknown programs. `check` takes the inputs only, and every
 * function that is declared but not defined is an unknown program. Parameters that are
 * numbers are its inputs; its result and the words behind parameters that are pointers are
 * its outputs. Without inputs it is a constant that exists.
 *
 *     enum { INPUTS = 1 };
 *     unsigned f(unsigned x);
 *     unsigned c(void);
 *     int check(const unsigned in[]) { return f(f(in[0])) == in[0] + c() && c() != 0; }
 *
 * In the text of `check` and what it calls: loops and recursion whose bounds are constants,
 * arrays, structures, calls, floats (float and double), pointers to variables.
 * `sooth_assume(c)` says that inputs with c false are of no interest; a failing assert() or
 * an access outside an array means that the output is wrong. Where C leaves a result
 * undefined it is: a shift by the width or more gives 0 (of a negative number to the right:
 * -1), x / 0 is all ones (or the signed quotient of SMT-LIB), x % 0 is x.
 *
 * WHAT COMES OUT: `void program(const unsigned in[], unsigned out[])`, or with the general
 * form one such function per unknown program under its name, as defined C without loops. */
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
#define __SOOTH_CLAUSE(kind, ...) __attribute__((annotate("sooth " kind " " #__VA_ARGS__)))
#define sooth_requires(...) __SOOTH_CLAUSE("requires", __VA_ARGS__)
#define sooth_ensures(...) __SOOTH_CLAUSE("ensures", __VA_ARGS__)
#define sooth_assigns(...) __SOOTH_CLAUSE("assigns", __VA_ARGS__)
#else
#define sooth_requires(...)
#define sooth_ensures(...)
#define sooth_assigns(...)
#endif

#define SOOTH_INFINITE 0x7fffffffffffffffLL
#ifdef __SOOTH_LISTS__
void __sooth_invariant(_Bool);
void __sooth_ranking(long long, long long, long long);
long long __sooth_path_length(const void *, const void *);
_Bool __sooth_is_path(const void *, const void *);
_Bool __sooth_circular(const void *);
_Bool __sooth_disjoint(const void *, const void *);
_Bool __sooth_alive(const void *, const void *);
_Bool __sooth_sorted(const void *, const void *, unsigned long);
_Bool __sooth_within(const void *, const void *, unsigned long, long long, long long);
long long __sooth_sum(const void *, const void *, unsigned long);
void *__sooth_lists_any(void);
#ifdef SOOTH_WITHOUT_ANNOTATIONS
#define sooth_invariant(...) ((void)0)
#define sooth_ranking(...) ((void)0)
#else
#define sooth_invariant(...) __sooth_invariant(__VA_ARGS__)
#define __SOOTH_RANKING(a, b, c, ...) __sooth_ranking(a, b, c)
#define sooth_ranking(...) __SOOTH_RANKING(__VA_ARGS__, 0, 0, 0)
#endif
#define sooth_path_length(p, q) __sooth_path_length(p, q)
#define sooth_is_path(p, q) __sooth_is_path(p, q)
#define sooth_circular(p) __sooth_circular(p)
#define sooth_disjoint(p, q) __sooth_disjoint(p, q)
#define sooth_alive(p, q) __sooth_alive(p, q)
#define __SOOTH_MEMBER(p, member) __builtin_offsetof(__typeof__(*(p)), member)
#define sooth_sorted(p, q, member) __sooth_sorted(p, q, __SOOTH_MEMBER(p, member))
#define sooth_within(p, q, member, least, most)                                              \
    __sooth_within(p, q, __SOOTH_MEMBER(p, member), least, most)
#define sooth_sum(p, q, member) __sooth_sum(p, q, __SOOTH_MEMBER(p, member))
#define sooth_any_list() __sooth_lists_any()
#else
#ifndef SOOTH_NEXT
#define SOOTH_NEXT next
#endif
#ifndef SOOTH_STEPS
#define SOOTH_STEPS 1000
#endif
#ifdef SOOTH_CHECK
#define sooth_invariant(...) ((__VA_ARGS__) ? (void)0 : __builtin_abort())
#else
#define sooth_invariant(...) ((void)0)
#endif
#define sooth_ranking(...) ((void)0)
#define sooth_path_length(p, q)                                                              \
    ({                                                                                       \
        __typeof__(p) sooth_at = (p), sooth_to = (__typeof__(p))(q);                         \
        long long sooth_n = 0;                                                               \
        while (sooth_at && sooth_at != sooth_to && sooth_n < SOOTH_STEPS)                    \
            sooth_at = sooth_at->SOOTH_NEXT, sooth_n++;                                      \
        sooth_at == sooth_to ? sooth_n : SOOTH_INFINITE;                                     \
    })
#define sooth_is_path(p, q) (sooth_path_length(p, q) != SOOTH_INFINITE)
#define sooth_alive(p, q) sooth_is_path(p, q)
#define sooth_circular(p)                                                                    \
    ({                                                                                       \
        __typeof__(p) sooth_p = (p);                                                         \
        sooth_p &&sooth_is_path(sooth_p->SOOTH_NEXT, sooth_p);                               \
    })
#define sooth_disjoint(p, q)                                                                 \
    ({                                                                                       \
        __typeof__(p) sooth_p = (p), sooth_q = (__typeof__(p))(q);                           \
        int sooth_i = 0;                                                                     \
        for (; sooth_p && sooth_i < SOOTH_STEPS && !sooth_is_path(sooth_q, sooth_p);         \
             sooth_i++)                                                                      \
            sooth_p = sooth_p->SOOTH_NEXT;                                                   \
        !sooth_p || sooth_i == SOOTH_STEPS;                                                  \
    })
#define sooth_sorted(p, q, member)                                                           \
    ({                                                                                       \
        __typeof__(p) sooth_p = (p), sooth_q = (__typeof__(p))(q);                           \
        _Bool sooth_fine = sooth_is_path(sooth_p, sooth_q);                                  \
        for (; sooth_fine && sooth_p != sooth_q && sooth_p->SOOTH_NEXT != sooth_q;           \
             sooth_p = sooth_p->SOOTH_NEXT)                                                  \
            sooth_fine = sooth_p->member <= sooth_p->SOOTH_NEXT->member;                     \
        sooth_fine;                                                                          \
    })
#define sooth_within(p, q, member, least, most)                                              \
    ({                                                                                       \
        __typeof__(p) sooth_p = (p), sooth_q = (__typeof__(p))(q);                           \
        _Bool sooth_fine = sooth_is_path(sooth_p, sooth_q);                                  \
        for (; sooth_fine && sooth_p != sooth_q; sooth_p = sooth_p->SOOTH_NEXT)              \
            sooth_fine = (least) <= sooth_p->member && sooth_p->member <= (most);            \
        sooth_fine;                                                                          \
    })
#define sooth_sum(p, q, member)                                                              \
    ({                                                                                       \
        __typeof__(p) sooth_p = (p), sooth_q = (__typeof__(p))(q);                           \
        long long sooth_s = 0;                                                               \
        if (sooth_is_path(sooth_p, sooth_q))                                                 \
            for (; sooth_p != sooth_q; sooth_p = sooth_p->SOOTH_NEXT)                        \
                sooth_s += sooth_p->member;                                                  \
        sooth_s;                                                                             \
    })
#define sooth_any_list() ((void *)0)
#endif
#define sooth_length(p) sooth_path_length(p, (__typeof__(p))0)
#define sooth_minus(n, k) ((n) == SOOTH_INFINITE ? SOOTH_INFINITE : (n) - (k))

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
