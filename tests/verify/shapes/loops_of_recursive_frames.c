/* Loops in a function that calls itself: of the frames above nobody knows whose they are, and
 * what they hold measures nothing. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};

static void walk(struct node *list, int times)
{
    if (times <= 0) return;
    for (struct node *p = list; p; p = p->next);
    walk(list, times - 1);
    for (struct node *p = list; p; p = p->next);
}

int main(void)
{
    struct node *list = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct node *made = malloc(sizeof *made);
        made->next = list;
        list = made;
    }
    walk(list, __VERIFIER_nondet_int());
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
/* expect: termination not-false LP64 --engine shapes */
/* expect: memsafety true LP64 --engine shapes */
/* twin: termination s/times - 1/times/ LP64 --engine shapes */
