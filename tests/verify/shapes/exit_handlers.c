/* A list that an exit handler frees, whether main returns or exit is called; the handler that
 * was registered last runs first. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    int value;
    struct node *next;
};
static struct node *all;
static int closed;

static void release(void)
{
    if (!closed)
        reach_error();
    while (all) {
        struct node *next = all->next;
        free(all);
        all = next;
    }
}

static void close_all(void)
{
    closed = 1;
    for (struct node *n = all; n; n = n->next)
        if (n->value != 1)
            reach_error();
}

int main(void)
{
    atexit(release);
    atexit(close_all);
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (__VERIFIER_nondet_int()) {
            free(n);
            exit(1);
        }
        n->value = 1;
        n->next = all;
        all = n;
    }
    return 0;
}
/* expect: reach true by=shapes */
/* expect: memsafety true by=shapes */
/* expect: memcleanup true by=shapes */
/* twin: reach s/closed = 1/closed = 0/ */
/* twin: reach s/value = 1/value = 2/ */
/* twin: memsafety s/            free(n)/            ;/ */
/* twin: memcleanup s/exit(1)/_Exit(1)/ */
/* twin: memcleanup s/atexit(release);/;/ */
