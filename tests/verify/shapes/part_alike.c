/* Nodes that may have a node of the same kind as a part, which has none itself: neither a tree nor a list of parts. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next, *part; };
static void add_part(struct node *n)
{
    n->part = 0;
    if (__VERIFIER_nondet_int()) {
        n->part = malloc(sizeof *n->part);
        n->part->next = n->part->part = 0;
    }
}
int main(void)
{
    struct node *list = malloc(sizeof *list), *end = list;
    list->next = 0;
    add_part(list);
    while (__VERIFIER_nondet_int()) {
        end->next = malloc(sizeof *end);
        end = end->next;
        end->next = 0;
        add_part(end);
    }
    for (end = list; end; end = end->next) {
        int count = 0;
        for (struct node *p = end->part; p; p = p->part) {
            if (p->next) reach_error();
            count++;
        }
        if (count > 1) reach_error();
    }
    while (list) {
        end = list->next;
        if (list->part) free(list->part);
        free(list);
        list = end;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/if (list->part) free(list->part);/;/ */
/* twin: memsafety s/n->part = 0;/;/ */
/* twin: memsafety s/free(list);/free(list); free(list->part);/ */
