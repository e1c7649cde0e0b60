/* Nodes lead to one of two tables of functions, and to one of some literals. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct shape;
struct table { int (*size)(struct shape *); void (*drop)(struct shape *); };
struct shape { const struct table *table; const char *name; int *extra; struct shape *next; };
static int size_of_box(struct shape *s) { return s->name[2]; }
static int size_of_ring(struct shape *s) { return *s->extra; }
static void drop_box(struct shape *s) { free(s); }
static void drop_ring(struct shape *s)
{
    free(s->extra);
    free(s);
}
static const struct table box = {size_of_box, drop_box}, ring = {size_of_ring, drop_ring};
int main(void)
{
    struct shape *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct shape *s = malloc(sizeof *s);
        s->table = &box;
        s->name = "box";
        s->extra = 0;
        if (__VERIFIER_nondet_int()) {
            s->table = &ring;
            s->name = "ring";
            s->extra = malloc(sizeof *s->extra);
            *s->extra = 'n';
        }
        s->next = list;
        list = s;
    }
    while (list) {
        struct shape *s = list;
        list = s->next;
        int size = s->table->size(s);
        if (size != 'x' && size != 'n') reach_error();
        s->table->drop(s);
    }
    return 0;
}
/* expect: reach true */
/* expect: memcleanup true */
/* twin: reach s/name\[2\]/name[1]/ */
/* twin: memcleanup s/            s->table = &ring;/            ;/ */
/* twin: memcleanup s/ring = {size_of_ring, drop_ring}/ring = {size_of_box, drop_box}/ */
