/* Text of its own, or one of the program: a flag beside the pointer says which. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { char *text; int owned; struct node *next; };
static char nothing[4];
int main(void)
{
    struct node *h = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *x = malloc(sizeof *x);
        x->owned = 0;
        x->text = nothing;
        if (__VERIFIER_nondet_int()) {
            x->text = malloc(16);
            x->owned = 1;
        }
        x->next = h;
        h = x;
    }
    for (struct node *p = h; p; p = p->next)
        p->text[3] = 0;
    while (h) {
        struct node *x = h;
        h = x->next;
        if (x->owned) free(x->text);
        free(x);
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/x->owned = 0/x->owned = 1/ */
/* twin: memcleanup s/x->owned = 1/x->owned = 0/ */
