/* A counter that nothing bounds, beside a stack: modulo 2^32 it is the length, and only an empty stack is not popped. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct plate {
    struct plate *below;
};
struct pile {
    struct plate *top;
    unsigned size;
};
int main(void)
{
    struct pile p = {0, 0};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct plate *n = malloc(sizeof *n);
            if (!n) abort();
            n->below = p.top;
            p.top = n;
            p.size++;
        } else if (p.size > 0) {
            struct plate *n = p.top;
            p.top = n->below;
            free(n);
            p.size--;
        }
    }
    unsigned count = 0;
    while (p.top) {
        struct plate *n = p.top;
        p.top = n->below;
        free(n);
        count++;
    }
    if (count != p.size) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* twin: memsafety s/p.size > 0/p.size >= 0/ */
/* twin: reach s/p.size--/p.size \/= 2/ */
