/* A list in a global, to which a recursive function pushes and which another one empties. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int h; struct node *n; };
static void nothing(void) { } /* so that calls are not the last thing */
static struct node *list;
static int pushed;
static void push(int depth)
{
    if (__VERIFIER_nondet_int()) return;
    struct node *t = malloc(sizeof *t);
    t->h = 1;
    t->n = list;
    list = t;
    pushed = 1;
    push(depth + 1 < 100 ? depth + 1 : depth);
    nothing();
}
static void pop(void)
{
    struct node *t = list;
    if (!t) return;
    if (t->h != 1 || !pushed) reach_error();
    list = t->n;
    free(t);
    pop();
    nothing();
}
int main(void)
{
    push(0);
    pop();
    if (list) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/t->h = 1;/t->h = 2;/ */
/* twin: memsafety s/list = t->n;/;/ */
/* twin: memcleanup s/    free(t);/    ;/ */
