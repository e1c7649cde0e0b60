/* Outer nodes, linked both ways, each with an inner list of the same kind of at least two nodes. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct inner { struct inner *next, *prev; };
struct outer { struct outer *next, *prev; struct inner *first; };
static void add_inner(struct inner **list)
{
    struct inner *i = malloc(sizeof *i);
    i->prev = 0;
    i->next = *list;
    if (*list) (*list)->prev = i;
    *list = i;
}
static struct inner *make_inner(void)
{
    struct inner *list = 0;
    add_inner(&list);
    add_inner(&list);
    while (__VERIFIER_nondet_int()) add_inner(&list);
    return list;
}
int main(void)
{
    struct outer *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct outer *o = malloc(sizeof *o);
        o->first = __VERIFIER_nondet_int() ? make_inner() : 0;
        o->prev = 0;
        o->next = list;
        if (list) list->prev = o;
        list = o;
    }
    for (struct outer *o = list; o; o = o->next)
        for (struct inner *i = o->first ? o->first->next : 0; i; i = i->next)
            if (i->prev->next != i) return 1;
    while (list) {
        struct outer *next = list->next;
        while (list->first) {
            struct inner *i = list->first;
            list->first = i->next;
            free(i);
        }
        free(list);
        list = next;
    }
    return 0;
}
/* expect: memsafety true */
/* twin: memcleanup s/free(i);/;/ */
/* twin: memsafety s/if (\*list) (\*list)->prev = i;/;/ */
