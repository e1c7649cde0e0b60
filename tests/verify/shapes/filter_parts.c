/* Nodes whose part may be missing are filtered through a pointer to the link: those that stay have it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct e { char *value; struct e *next; };
int main(void) {
    struct e *conf = NULL;
    while (__VERIFIER_nondet_int()) {
        struct e *e = malloc(sizeof *e);
        e->value = __VERIFIER_nondet_int() ? malloc(4) : NULL;
        e->next = conf; conf = e;
    }
    for (struct e **p = &conf; *p;) {
        struct e *e = *p;
        if (!e->value) { *p = e->next; free(e); }
        else p = &e->next;
    }
    while (conf) { struct e *e = conf; conf = e->next; if (!e->value) reach_error(); free(e->value); free(e); }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/if (!e->value) { \*p/if (e->value) { *p/ */
/* twin: memsafety s/free(e); }$/; }/ */
