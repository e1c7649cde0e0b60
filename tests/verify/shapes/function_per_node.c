/* Each node has functions of its own: those that have a buffer know how to free it, others have no handler at all. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct item { void (*drop)(struct item *); int (*handle)(int); int *data; struct item *next; };
static void plain(struct item *i) { free(i); }
static void owning(struct item *i)
{
    free(i->data);
    free(i);
}
static int up(int x) { return x < 9 ? x + 1 : 9; }
static int down(int x) { return x > 0 ? x - 1 : 0; }
int main(void)
{
    struct item *list = 0;
    int state = 5;
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->data = 0;
        i->drop = plain;
        i->handle = __VERIFIER_nondet_int() ? up : 0;
        if (__VERIFIER_nondet_int()) {
            i->data = malloc(sizeof *i->data);
            i->drop = owning;
            i->handle = down;
        }
        i->next = list;
        list = i;
    }
    while (list) {
        struct item *i = list;
        list = i->next;
        if (i->handle) state = i->handle(state);
        i->drop(i);
    }
    if (state < 0 || state > 9) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memcleanup true */
/* expect: memsafety true */
/* twin: reach s/x < 9 ? x + 1 : 9/x < 9 ? x + 1 : 10/ */
/* twin: memcleanup s/            i->drop = owning;/            ;/ */
/* twin: memsafety s/        if (i->handle) state/        state/ */
/* twin: memsafety s/        i->drop = plain;/        ;/ */
