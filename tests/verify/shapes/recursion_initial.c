/* A recursive function is given a table that leads, from the start of the program on, to a global that the function does not name. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
struct node {
    struct node *next;
    int value;
};
static int state;
static int *table[2] = {&state, 0};
static void nothing(void) { } /* so that calls are not the last thing */
static void walk(int **t, struct node *n)
{
    if (!n) return;
    if (*t[0] != 1) reach_error();
    n->value = *t[0];
    walk(t, n->next);
    nothing();
}
int main(void)
{
    struct node *list = 0;
    state = 1;
    while (__VERIFIER_nondet_bool()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    walk(table, list);
    if (state != 1) reach_error();
    while (list) {
        struct node *n = list;
        list = n->next;
        if (n->value != 1) reach_error();
        free(n);
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* twin: reach s/    n->value = \*t\[0\];/    n->value = *t[0]; if (!n->next) *t[0] = 5;/ */
/* twin: reach s/    n->value = \*t\[0\];/    if (n->next) n->value = *t[0];/ */
