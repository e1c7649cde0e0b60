/* A hash table of fixed size with deletion through pointers into it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct node { int v; struct node *n; };
static struct node *table[64];
static void put(int v)
{
    struct node *t = malloc(sizeof *t);
    unsigned h = (unsigned)v % 64;
    t->v = v;
    t->n = table[h];
    table[h] = t;
}
static void drop(int v)
{
    struct node **l = &table[(unsigned)v % 64];
    while (*l && (*l)->v != v)
        l = &(*l)->n;
    if (!*l) return;
    struct node *t = *l;
    *l = t->n;
    free(t);
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(__VERIFIER_nondet_int());
        else
            drop(__VERIFIER_nondet_int());
    }
    for (int i = 0; i < 64; i++)
        while (table[i]) {
            struct node *t = table[i];
            table[i] = t->n;
            free(t);
        }
    return 0;
}
/* expect: memcleanup true */
/* expect: memsafety true */
/* twin: memcleanup s/i < 64; i/i < 63; i/ */
/* twin: memsafety s/    \*l = t->n;/    ;/ */
/* twin: memcleanup s/    \*l = t->n;/    *l = 0;/ */
