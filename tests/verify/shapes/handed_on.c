/* A node's record may hold the record that the next node gets: records of neighbours lead to each other. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct record { int *values; int more; struct record *rest; };
struct item { struct record *record; struct item *n; };
static struct record *next_record(struct record *last)
{
    struct record *r;
    if (last && last->more) return last->rest;
    r = malloc(sizeof *r);
    r->values = malloc(10 * sizeof(int));
    r->more = 0;
    r->rest = 0;
    if (__VERIFIER_nondet_int()) {
        struct record *rest = malloc(sizeof *rest);
        rest->values = 0;
        rest->more = 0;
        rest->rest = 0;
        r->rest = rest;
        r->more = 1;
    }
    return r;
}
int main(void)
{
    struct item *list = 0;
    int more;
    do {
        struct item *i = malloc(sizeof *i);
        i->n = list;
        i->record = next_record(list ? list->record : 0);
        list = i;
        more = list->record->more;
    } while (more || __VERIFIER_nondet_int());
    while (list) {
        struct item *n = list->n;
        free(list->record->values);
        free(list->record);
        free(list);
        list = n;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/while (more ||/while (/ */
/* twin: memsafety s/if (last \&\& last->more)/if (last)/ */
/* twin: memsafety s/free(list->record->values)/free(list->record->rest)/ */
