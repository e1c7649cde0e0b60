/* A table of lists in one struct with how many entries it has: words that lead to lists end where the number is, and
 * what holds for every entry is known although most words are null. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct entry {
    unsigned key;
    int value;
    struct entry *next;
};
static struct {
    struct entry *first[16];
    unsigned count;
} table;

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        unsigned key = (unsigned)__VERIFIER_nondet_int();
        int value = __VERIFIER_nondet_int();
        if (value < 0) value = 0;
        struct entry *e = malloc(sizeof *e);
        if (!e) return 0;
        e->key = key;
        e->value = value;
        e->next = table.first[key % 16];
        table.first[key % 16] = e;
        table.count++;
    }
    for (int i = 0; i < 16; i++)
        while (table.first[i]) {
            struct entry *next = table.first[i]->next;
            if (table.first[i]->value < 0) reach_error();
            free(table.first[i]);
            table.first[i] = next;
        }
    return 0;
}
/* expect: reach true */
/* twin: reach s/value < 0) value = 0/value < -1) value = 0/ */
/* expect: memcleanup true */
/* twin: memcleanup s/i < 16/i < 15/ */
