/* A table of any size from a wrapper that also makes nodes; its chains are freed and the words keep what they held. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
static void *get(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) abort();
    return p;
}
int main(void)
{
    unsigned size = 1 + ((unsigned)__VERIFIER_nondet_int() & 63);
    struct node **table = get(size * sizeof *table);
    for (unsigned i = 0; i < size; i++)
        table[i] = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *x = get(sizeof *x);
        unsigned at = (unsigned)__VERIFIER_nondet_int() % size;
        x->next = table[at];
        table[at] = x;
    }
    for (unsigned i = 0; i < size; i++)
        for (struct node *x = table[i]; x;) {
            struct node *next = x->next;
            free(x);
            x = next;
        }
    free(table);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/i = 0; i < size; i++)$/i = 1; i < size; i++)/ */
