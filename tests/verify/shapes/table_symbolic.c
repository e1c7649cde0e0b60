/* A hash table: an array of lists, as large as the program wants. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct node { int v; struct node *n; };
int main(void)
{
    unsigned size = __VERIFIER_nondet_uint() % 1000 + 1;
    struct node **table = calloc(size, sizeof *table);
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        t->v = __VERIFIER_nondet_int();
        unsigned h = (unsigned)t->v % size;
        t->n = table[h];
        table[h] = t;
    }
    for (unsigned i = 0; i < size; i++)
        while (table[i]) {
            struct node *t = table[i];
            table[i] = t->n;
            free(t);
        }
    free(table);
    return 0;
}
/* expect: memcleanup true */
/* expect: memsafety true */
/* twin: memcleanup s/i = 0; i < size/i = 1; i < size/ */
/* twin: memcleanup s/while (table\[i\])/if (table[i])/ */
/* twin: memsafety s/i < size; i/i <= size; i/ */
/* twin: memsafety s/= calloc(size,/= malloc(size * 8); (void)(size,/ */
/* twin: memsafety s/% size;/% (size + 1);/ */
