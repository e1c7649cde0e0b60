/* Each node has one of two letters; those in between are none of them. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { char answer; struct node *next; };
int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->answer = __VERIFIER_nondet_int() ? 'y' : 'n';
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list->next;
        if (list->answer != 'y' && list->answer != 'n') reach_error();
        free(list);
        list = n;
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/? 'y' : 'n'/? 'y' : 'o'/ */
