/* What callees that are verified once meet, and leave, beside what calls hand over: handlers of exit, lives of locals, pointers
 * in locals that are written over, numbers of addresses. WRONG chooses a twin. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifndef WRONG
#define WRONG 0
#endif
extern void reach_error(void);
struct engine {
    int speed;
    char name[8];
};
static int table[4], one = 1;

/* --- the end of the program, and what handlers find then --- */
static int ready;
static void at_end(void)
{
    if (!ready) reach_error();
}
static void give_up(struct engine *e)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'x') exit(1);
}
int ends(struct engine *e)
{
    ready = 1;
    atexit(at_end);
    ready = WRONG != 1;
    give_up(e);
    ready = 1;
    exit(0);
}

/* --- the life of a local --- */
static int look(struct engine *e, const int *at)
{
    int seen = 0;
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'l') seen ^= *at;
    return seen;
}
int looks(struct engine *e)
{
    int outer = 1;
    const int *at = &outer;
    {
        int inner = 2;
        if (WRONG == 2) at = &inner;
    }
    return look(e, at);
}
int looks_late(struct engine *e)
{
    const int *at = 0;
    int seen = 0, outer = 1;
    for (int i = 0; i < 3; i++) {
        int inner = i;
        if (at) seen ^= look(e, at);
        at = WRONG == 3 ? &inner : &outer;
    }
    return seen;
}

/* --- pointers that are written over --- */
struct record {
    int n;
    int *at;
};
static void clear(struct engine *e, struct record *r)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'c') memset(r, 0, WRONG == 4 ? sizeof *r : sizeof r->n);
}
int clears(struct engine *e)
{
    struct record r = {1, &one};
    clear(e, &r);
    return *r.at;
}
static void clear_bytes(struct engine *e, char *bytes)
{
    for (int i = 0; i < 16; i++)
        if (e->name[i & 7] == 'b' && WRONG == 5) bytes[i] = 0;
}
int clears_bytes(struct engine *e)
{
    struct record r = {1, &one};
    clear_bytes(e, (char *)&r);
    return *r.at;
}
static void count(struct engine *e, struct record *r)
{
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'n') r->n = e->speed;
}
int counts(struct engine *e)
{
    struct record r = {1, &one};
    count(e, &r);
    return WRONG == 6 ? table[r.n] : *r.at;
}

/* --- numbers of addresses --- */
static uintptr_t number(struct engine *e, int *at)
{
    uintptr_t n = (uintptr_t)at;
    for (int i = 0; i < 4; i++)
        if (e->name[i] == 'u' && WRONG == 7) n += 64;
    return n;
}
int numbers(struct engine *e)
{
    int own[4] = {0};
    return *(int *)number(e, own);
}
/* expect: reach true --function ends */
/* twin: reach -DWRONG=1 --function ends */
/* expect: memsafety true --function looks */
/* twin: memsafety -DWRONG=2 --function looks */
/* expect: memsafety true --function looks_late */
/* twin: memsafety -DWRONG=3 --function looks_late */
/* expect: memsafety true --function clears */
/* twin: memsafety -DWRONG=4 --function clears */
/* expect: memsafety true --function clears_bytes */
/* twin: memsafety -DWRONG=5 --function clears_bytes */
/* expect: memsafety true --function counts */
/* says: count: each was verified once */
/* twin: memsafety -DWRONG=6 --function counts */
/* expect: memsafety true --function numbers */
/* twin: memsafety -DWRONG=7 --function numbers */
