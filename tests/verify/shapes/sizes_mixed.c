/* One list of nodes of two sizes, made at two places: a number in the node tells which one it is. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct plain {
    int large;
    struct plain *next;
};
struct large {
    struct plain base;
    long more[4];
};
static struct plain *enter(struct plain *list, unsigned long bytes, int large)
{
    struct plain *n = malloc(bytes);
    if (!n) abort();
    n->large = large;
    n->next = list;
    return n;
}
int main(void)
{
    struct plain *list = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            list = enter(list, sizeof(struct large), 1);
        else
            list = enter(list, sizeof(struct plain), 0);
    }
    for (struct plain *n = list; n; n = n->next)
        if (n->large) ((struct large *)n)->more[3] = 1;
    while (list) {
        struct plain *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/if (n->large)/if (!n->large)/ */
/* twin: memsafety s/more\[3\]/more[4]/ */
/* twin: memsafety s/struct plain), 0/struct plain), 1/ */
