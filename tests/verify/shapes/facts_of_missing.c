/* A table of records, most of which are not there, and nodes with a record that some have: what holds of
 * the records is known although most are missing. */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct record {
    unsigned size, used;
};
struct node {
    struct record *extra;
    struct node *next;
};
static struct record *table[16];
static struct record *make(void)
{
    struct record *r = malloc(sizeof *r);
    r->size = 1 + __VERIFIER_nondet_uint() % 100;
    r->used = 0;
    return r;
}
int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        unsigned i = __VERIFIER_nondet_uint() % 16;
        if (!table[i])
            table[i] = make();
        else if (table[i]->used < table[i]->size)
            table[i]->used++;
        struct node *n = malloc(sizeof *n);
        n->extra = __VERIFIER_nondet_int() ? make() : NULL;
        n->next = list;
        list = n;
    }
    for (unsigned i = 0; i < 16; i++)
        if (table[i]) {
            assert(table[i]->used <= table[i]->size && table[i]->size <= 100);
            free(table[i]);
        }
    while (list) {
        struct node *n = list;
        list = n->next;
        if (n->extra)
            assert(n->extra->size > 0);
        free(n->extra);
        free(n);
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* twin: reach s/size > 0/size > 1/ */
/* twin: reach s/used < table/used <= table/ */
