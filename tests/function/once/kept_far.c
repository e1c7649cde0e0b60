/* Addresses that the function itself puts into far memory: what is found there may be they. WRONG chooses a twin. */
#include <stdlib.h>
#ifndef WRONG
#define WRONG 0
#endif
extern void reach_error(void);
struct node {
    int k;
    struct node *next;
};
struct methods {
    void (*call)(int);
};
struct deep {
    int speed;
    int *at;
    char *text;
    struct node *head;
    struct deep *other;
    const struct methods *methods;
    void (*call)(int);
    char name[8];
};
struct engine {
    int speed;
    void *unknown;
};
static int table[4], limit;
static struct deep *deep(struct engine *e) { return ((struct deep **)e->unknown)[3]; }

int changed(struct engine *e)
{
    int n = 1;
    struct deep *d = deep(e);
    if (WRONG == 1) d->at = &n;
    *d->at = 9;
    return table[n];
}
int changed_in_node(struct engine *e)
{
    struct deep *d = deep(e);
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->k = 1;
    n->next = d->head;
    d->head = n;
    if (WRONG == 2) d->head->k = 7;
    return table[n->k];
}
int changed_global(struct engine *e)
{
    struct deep *d = deep(e);
    limit = 3;
    d->at = WRONG == 3 ? &limit : 0;
    if (d->at) *d->at = 9;
    return table[limit];
}
int copied(struct engine *e)
{
    int n = 1;
    struct deep x = {.at = &n}, *d = deep(e);
    if (WRONG == 4) *d = x;
    *d->at = 9;
    return table[n];
}
int two_steps(struct engine *e)
{
    int n = 1;
    struct deep x = {.at = &n}, *d = deep(e);
    d->speed = x.speed;
    if (WRONG == 5) d->other = &x;
    *d->other->at = 7;
    return table[n];
}
int after_its_life(struct engine *e)
{
    struct deep *d = deep(e);
    {
        int n = 1;
        d->at = &n;
    }
    return WRONG == 6 ? *d->at : 0;
}
int freed(struct engine *e)
{
    struct deep *d = deep(e);
    char *text = malloc(4);
    if (!text) return 0;
    text[0] = 1;
    d->text = text;
    if (WRONG == 7) free(text);
    return d->text[0];
}
int freed_there(struct engine *e)
{
    struct deep *d = deep(e);
    char *text = malloc(4);
    if (!text) return 0;
    text[0] = 1;
    if (WRONG == 8) {
        d->text = text;
        free(d->text);
    }
    return text[0];
}
static void fails(int x) { reach_error(); }
static const struct methods methods = {fails};
int called(struct engine *e)
{
    struct deep *d = deep(e);
    if (WRONG == 9) d->call = fails;
    d->call(1);
    return 0;
}
int called_by_table(struct engine *e)
{
    struct deep *d = deep(e);
    if (WRONG == 10) d->methods = &methods;
    d->methods->call(1);
    return 0;
}

static void poke(struct deep *d)
{
    for (int i = 0; i < 4; i++)
        if (d->name[i] == 'p') *d->at = 9;
}
static void keep(struct deep *d, int *at)
{
    for (int i = 0; i < 4; i++)
        if (d->name[i] == 'k') {
            if (WRONG == 11) d->at = at;
            d->speed = *at;
        }
}
int poked(struct deep *d)
{
    int n = 1;
    keep(d, &n);
    poke(d);
    return table[n];
}
/* expect: memsafety true --function changed */
/* twin: memsafety -DWRONG=1 --function changed */
/* expect: memsafety true --function changed_in_node */
/* twin: memsafety -DWRONG=2 --function changed_in_node */
/* expect: memsafety true --function changed_global */
/* twin: memsafety -DWRONG=3 --function changed_global */
/* expect: memsafety true --function copied */
/* twin: memsafety -DWRONG=4 --function copied */
/* expect: memsafety true --function two_steps */
/* twin: memsafety -DWRONG=5 --function two_steps */
/* expect: memsafety true --function after_its_life */
/* twin: memsafety -DWRONG=6 --function after_its_life */
/* expect: memsafety true --function freed */
/* twin: memsafety -DWRONG=7 --function freed */
/* expect: memsafety true --function freed_there */
/* twin: memsafety -DWRONG=8 --function freed_there */
/* expect: reach true --function called */
/* twin: reach -DWRONG=9 --function called */
/* expect: reach true --function called_by_table */
/* twin: reach -DWRONG=10 --function called_by_table */
/* expect: memsafety true --function poked */
/* twin: memsafety -DWRONG=11 --function poked */
