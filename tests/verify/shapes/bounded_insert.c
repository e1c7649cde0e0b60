/* Lists of two to four nodes, into which up to three more are put at places that are counted. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *n; };
static int choose(int from, int until)
{
    int x = from;
    while (x < until && __VERIFIER_nondet_int()) x++;
    return x;
}
static void insert(struct node **list, int place)
{
    struct node *n = malloc(sizeof *n), *before = 0, *after = *list;
    while (place-- > 0) {
        before = after;
        after = after->n;
    }
    n->n = after;
    if (before) before->n = n;
    else *list = n;
}
int main(void)
{
    struct node *list = 0;
    int length = choose(2, 4), more = choose(0, 3);
    for (int i = 0; i < length; i++) insert(&list, 0);
    for (int i = 0; i < more; i++) insert(&list, choose(0, length + i));
    while (list) {
        struct node *n = list->n;
        free(list);
        list = n;
    }
    return 0;
}
/* expect: memsafety true */
/* twin: memsafety s/choose(0, length + i)/choose(0, length + i + 1)/ */
/* twin: memcleanup s/else \*list = n;/;/ */
