/* Groups that own lists, and know the last link of theirs while members are added. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct member {
    int id;
    struct member *next;
};
struct group {
    struct member *first, **last;
    struct group *next;
};
int main(void)
{
    struct group *all = 0;
    while (__VERIFIER_nondet_bool()) {
        struct group *g = malloc(sizeof *g);
        g->first = 0;
        g->last = &g->first;
        while (__VERIFIER_nondet_bool()) {
            struct member *m = malloc(sizeof *m);
            m->id = 1;
            m->next = 0;
            *g->last = m;
            g->last = &m->next;
        }
        g->next = all;
        all = g;
    }
    while (all) {
        struct group *g = all;
        all = g->next;
        while (g->first) {
            struct member *m = g->first;
            g->first = m->next;
            free(m);
        }
        free(g);
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/m->next = 0;/;/ */
/* twin: memcleanup s/g->last = &m->next;/g->last = \&g->first;/ */
/* twin: memsafety s/        free(g);/        free(g); if (all) *all->last = (struct member *)all;/ */
