/* Handlers run while the locals of what called exit are there, and after those of main are
 * gone. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
static struct node **anchor;

static void release(void)
{
    while (anchor && *anchor) {
        struct node *next = (*anchor)->next;
        free(*anchor);
        *anchor = next;
    }
}

int main(void)
{
    struct node *first = 0;
    anchor = &first;
    atexit(release);
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = first;
        first = n;
    }
    exit(0);
}
/* expect: memsafety true by=shapes */
/* expect: memcleanup true by=shapes */
/* twin: memsafety s/exit(0)/return 0/ */
/* twin: memsafety s/= next;/= (*anchor)->next;/ */
