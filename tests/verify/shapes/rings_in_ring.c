/* Groups in a ring, each with a ring of members; groups are removed with what they have. Of each ring a loop head
 * knows only whether it has elements. */
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct link {
    struct link *next, *back;
};
struct group {
    struct link in_all, members;
    int number;
};
struct member {
    int number;
    struct link in_group;
};
#define OF(link, type, field) ((type *)((char *)(link)-offsetof(type, field)))
static struct link all = {&all, &all};

static void add(struct link *ring, struct link *l)
{
    l->next = ring->next;
    l->back = ring;
    ring->next->back = l;
    ring->next = l;
}

static void leave(struct link *l)
{
    l->back->next = l->next;
    l->next->back = l->back;
}

static struct group *find(int number)
{
    for (struct link *l = all.next; l != &all; l = l->next)
        if (OF(l, struct group, in_all)->number == number) return OF(l, struct group, in_all);
    return NULL;
}

static void end(struct group *g)
{
    while (g->members.next != &g->members) {
        struct member *m = OF(g->members.next, struct member, in_group);
        leave(&m->in_group);
        free(m);
    }
    leave(&g->in_all);
    free(g);
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int number = __VERIFIER_nondet_int();
        struct group *g = find(number);
        if (!g) {
            g = malloc(sizeof *g);
            if (!g) break;
            g->number = number;
            g->members.next = g->members.back = &g->members;
            add(&all, &g->in_all);
        } else if (__VERIFIER_nondet_int()) {
            struct member *m = malloc(sizeof *m);
            if (!m) break;
            m->number = number;
            add(&g->members, &m->in_group);
        } else {
            end(g);
        }
    }
    while (all.next != &all)
        end(OF(all.next, struct group, in_all));
    return 0;
}
/* expect: memsafety true */
/* twin: memsafety s/l->next->back = l->back;/l->next->back = l;/ */
/* expect: memcleanup true */
/* twin: memcleanup s/free(m);/;/ */
