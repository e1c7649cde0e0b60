/* Every red node is followed by a black one; the first and the last are black. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { RED, BLACK };
struct node { int colour; struct node *n; };
static struct node *add(struct node *end, int colour)
{
    end->n = malloc(sizeof *end);
    end->n->colour = colour;
    end->n->n = 0;
    return end->n;
}
int main(void)
{
    struct node *list = malloc(sizeof *list), *end = list;
    list->colour = BLACK;
    list->n = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) end = add(end, RED);
        end = add(end, BLACK);
    }
    if (list->colour != BLACK) reach_error();
    while (list) {
        struct node *t = list->n;
        if (list->colour == RED) {
            if (t->colour != BLACK) reach_error();
            struct node *after = t->n;
            free(t);
            t = after;
        }
        free(list);
        list = t;
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/end = add(end, BLACK);/end = add(end, __VERIFIER_nondet_int() ? BLACK : RED);/ */
/* twin: reach s/if (t->colour != BLACK)/if (t->colour == BLACK)/ */
