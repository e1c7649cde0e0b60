/* Nodes with a record that may be missing, which has a buffer and a second record, each of which may be missing too. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct note { int weight; };
struct record { char *text; struct note *note; int id; };
struct item { struct record *record; struct item *n; };
static struct record *make_record(void)
{
    struct record *r;
    if (__VERIFIER_nondet_int()) return 0;
    r = malloc(sizeof *r);
    r->text = 0;
    r->note = 0;
    r->id = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int()) r->text = malloc(30);
    if (__VERIFIER_nondet_int()) {
        r->note = malloc(sizeof *r->note);
        r->note->weight = 3;
    }
    return r;
}
static void drop_record(struct record *r)
{
    if (!r) return;
    if (r->note) free(r->note);
    free(r->text);
    free(r);
}
int main(void)
{
    struct item *list = 0;
    do {
        struct item *i = malloc(sizeof *i);
        i->n = list;
        i->record = make_record();
        list = i;
    } while (__VERIFIER_nondet_int());
    while (list) {
        struct item *n = list->n;
        drop_record(list->record);
        free(list);
        list = n;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/free(r->text);/;/ */
/* twin: memcleanup s/if (r->note) free(r->note);/;/ */
/* twin: memsafety s/if (!r) return;/if (!r->id) return;/ */
/* twin: memsafety s/r->note = 0;/;/ */
