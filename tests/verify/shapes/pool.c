/* Nodes in one array, linked there, taken from a list of free ones and given back. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { ROOM = 100 };
struct cell { struct cell *next; int value; };
int main(void)
{
    struct cell *cells = malloc(ROOM * sizeof *cells), *free_ones, *used = NULL;
    if (!cells) return 0;
    for (int i = 0; i < ROOM - 1; i++)
        cells[i].next = &cells[i + 1];
    cells[ROOM - 1].next = NULL;
    free_ones = cells;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct cell *c = free_ones;
            if (!c) continue;
            free_ones = c->next;
            c->value = 1;
            c->next = used;
            used = c;
        } else if (used) {
            struct cell *c = used;
            used = c->next;
            c->next = free_ones;
            free_ones = c;
        }
    }
    free(cells);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/    cells\[ROOM - 1\].next = NULL;/    cells[ROOM - 1].next = cells + ROOM;/ */
/* twin: memsafety s/if (!c) continue;/;/ */
/* twin: memcleanup s/^    free(cells);// */
