/* A list of lists whose nodes are of one size, with a buffer in each inner node. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct inner { void *buffer; struct inner *n; };
struct outer { struct outer *n; struct inner *first; };
static void add_inner(struct outer *o)
{
    struct inner *i = malloc(sizeof *i);
    i->buffer = malloc(40);
    i->n = o->first;
    o->first = i;
}
static void add_outer(struct outer **list)
{
    struct outer *o = malloc(sizeof *o);
    o->first = 0;
    do add_inner(o);
    while (__VERIFIER_nondet_int());
    o->n = *list;
    *list = o;
}
static void drop_inner(struct inner *i)
{
    do {
        struct inner *n = i->n;
        free(i->buffer);
        free(i);
        i = n;
    } while (i);
}
int main(void)
{
    struct outer *list = 0;
    while (__VERIFIER_nondet_int()) add_outer(&list);
    while (list) {
        struct outer *n = list->n;
        drop_inner(list->first);
        free(list);
        list = n;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/free(i->buffer);/;/ */
/* twin: memsafety s/do add_inner(o);/do ;/ */
