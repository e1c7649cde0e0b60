extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
#include <stdlib.h>
static void assume(int c)
{
    if (!c) abort();
}
struct cell {
    int v;
    struct cell *next;
};
int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct cell *head = 0;
    assume(n >= 0 && n < 6);
    while (n-- > 0) {
        struct cell *c = malloc(sizeof *c);
        c->v = n;
        c->next = head;
        head = c;
    }
    while (head) {
        struct cell *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
