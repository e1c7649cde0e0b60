/* Each callee has a loop, so that it is verified once. WRONG chooses a twin. */
#include <stdlib.h>
#ifndef WRONG
#define WRONG 0
#endif
#define TWIN(n, wrong, right) (WRONG == (n) ? (wrong) : (right))
struct engine {
    int speed, gear;
    struct engine *other;
    char name[16];
};
static int table[8];
static int level;
static int *kept;

/* --- a callee of its own --- */
static int mix(struct engine *e, unsigned n)
{
    int sum = 0;
    for (unsigned i = 0; i < 4; i++)
        sum ^= table[(n + i + (unsigned)e->gear) & TWIN(1, 15, 7)];
    return sum;
}
int mixes(struct engine *e, unsigned n) { return mix(e, n) ^ mix(e, n + 1) ^ mix(e, 2); }

/* --- what it writes to a local --- */
static void measure(struct engine *e, int *out)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'x') *out = 100;
}
int measured(struct engine *e)
{
    int n = 3;
    measure(e, &n);
    if (WRONG != 2 && (n < 0 || n > 7)) return 0;
    return table[n];
}

/* --- a pointer that it may leave alone --- */
static void choose(struct engine *e, int **out)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'y') *out = &e->speed;
}
int chosen(struct engine *e)
{
    int own[4] = {1, 2, 3, 4};
    int *p = own;
    choose(e, &p);
    return p == own ? own[TWIN(3, 4, 3)] : 0;
}
int chosen_unseen(struct engine *e)
{
    int own = 1;
    int *p = TWIN(4, 0, &own);
    choose(e, &p);
    return *p;
}

/* --- what a call hands over --- */
static int walk(const struct engine *e)
{
    int sum = 0;
    for (int i = 0; i < 16; i++) sum ^= e->name[i];
    return sum;
}
int walked(struct engine *e)
{
    struct engine *o = e->other;
    if (!o && WRONG != 5) return 0;
    return walk(e) ^ walk(o);
}
static void clear(char *to)
{
    for (int i = 0; i < 8; i++) to[i] = 0;
}
int cleared(struct engine *e)
{
    char small[TWIN(6, 7, 8)], large[20];
    clear(large);
    clear(small);
    clear(e->name);
    return small[1] + large[2];
}
static int at(struct engine *e, int n)
{
    int sum = 0;
    for (int i = 0; i < 2; i++) sum ^= table[n] ^ e->gear;
    return sum;
}
int called_at(struct engine *e, int n)
{
    if (n < 0 || n > TWIN(7, 8, 7)) return 0;
    return at(e, n) ^ at(e, 0);
}
static int add_up(struct engine *e, int n)
{
    int sum = n + 100;
    for (int i = 0; i < 2; i++) sum ^= e->name[i];
    return sum;
}
int added_up(struct engine *e) { return add_up(e, TWIN(8, 2147483600, 1000)) ^ add_up(e, 7); }
static void swap(int *a, int *b, struct engine *e)
{
    for (int i = 0; i < 2; i++) {
        *a = 5;
        *b = e->name[i] & 7;
        if (*a != 5) level = table[8]; /* only if both are one */
    }
}
int swapped(struct engine *e)
{
    int a = 1, b = 2;
    swap(&a, TWIN(9, &a, &b), e);
    return a;
}

/* --- what it does to memory of others --- */
static void drop(struct engine *e, int *what)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'z') {
            if (WRONG == 10) free(what);
            return;
        }
}
int dropped(struct engine *e)
{
    int *own = malloc(4);
    *own = 1;
    drop(e, own);
    int result = *own;
    free(own);
    return result;
}
static void raise(struct engine *e)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'u') level = e->speed;
}
int raised(struct engine *e)
{
    if (level < 0 || level > 7) return 0;
    raise(e);
    if (WRONG != 11 && (level < 0 || level > 7)) return 0;
    return table[level];
}
static void keep(struct engine *e, int *what)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'k') kept = what;
}
static void use_kept(struct engine *e)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'k' && kept && WRONG == 12) *kept = 100;
}
int keeps(struct engine *e)
{
    int n = 3;
    kept = 0;
    keep(e, &n);
    use_kept(e);
    kept = 0;
    return table[n];
}

/* --- what it returns --- */
static const char *title(struct engine *e)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 't') return "one";
    return "two";
}
char titled(struct engine *e) { return title(e)[TWIN(13, 4, 3)]; }
static int grade(struct engine *e)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'g') return TWIN(14, 8, 7);
    return 0;
}
int graded(struct engine *e) { return table[grade(e)]; }
static struct engine *next(struct engine *e)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'n') return WRONG == 15 ? 0 : e;
    return e;
}
int nexts(struct engine *e) { return next(e)->gear; }

/* --- callees of callees, and recursion --- */
static int deep(struct engine *e, unsigned n)
{
    int sum = e->name[0];
    for (unsigned i = 0; i < 2 && n; i++) sum ^= deep(e, n - 1) ^ mix(e, n);
    return sum ^ table[n & TWIN(16, 8, 7)];
}
int deeper(struct engine *e) { return deep(e, (unsigned)e->gear); }
/* expect: memsafety true --function mixes */
/* says: mix: each was verified once */
/* twin: memsafety -DWRONG=1 --function mixes */
/* expect: memsafety true --function measured */
/* twin: memsafety -DWRONG=2 --function measured */
/* expect: memsafety true --function chosen */
/* twin: memsafety -DWRONG=3 --function chosen */
/* expect: memsafety true --function chosen_unseen */
/* twin: memsafety -DWRONG=4 --function chosen_unseen */
/* expect: memsafety true --function walked */
/* twin: memsafety -DWRONG=5 --function walked */
/* expect: memsafety true --function cleared */
/* twin: memsafety -DWRONG=6 --function cleared */
/* expect: memsafety true --function called_at */
/* twin: memsafety -DWRONG=7 --function called_at */
/* expect: overflow true --function added_up */
/* twin: overflow -DWRONG=8 --function added_up */
/* expect: memsafety true --function swapped */
/* twin: memsafety -DWRONG=9 --function swapped */
/* expect: memsafety true --function dropped */
/* twin: memsafety -DWRONG=10 --function dropped */
/* expect: memsafety true --function raised */
/* twin: memsafety -DWRONG=11 --function raised */
/* expect: memsafety true --function keeps */
/* twin: memsafety -DWRONG=12 --function keeps */
/* expect: memsafety true --function titled */
/* twin: memsafety -DWRONG=13 --function titled */
/* expect: memsafety true --function graded */
/* twin: memsafety -DWRONG=14 --function graded */
/* expect: memsafety true --function nexts */
/* twin: memsafety -DWRONG=15 --function nexts */
/* expect: memsafety true --function deeper */
/* twin: memsafety -DWRONG=16 --function deeper */
