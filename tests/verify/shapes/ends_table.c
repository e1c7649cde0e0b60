/* A table of lists is filled, searched and emptied, list by list. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct symbol {
    unsigned id;
    struct symbol *next;
};
static struct symbol *table[16];
static struct symbol *find(unsigned id)
{
    struct symbol *s = table[id % 16];
    while (s && s->id != id)
        s = s->next;
    return s;
}
static void define(unsigned id)
{
    struct symbol *s = find(id);
    if (s) return;
    s = malloc(sizeof *s);
    s->id = id;
    s->next = table[id % 16];
    table[id % 16] = s;
}
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0) {
        define(__VERIFIER_nondet_uint());
        n--;
    }
    for (int i = 0; i < 16; i++)
        while (table[i]) {
            struct symbol *s = table[i];
            table[i] = s->next;
            free(s);
        }
    return 0;
}
/* expect: termination true */
/* twin: termination s/            free(s);/            free(s); define(i);/ */
/* twin: termination s/            free(s);/            free(s); if (i) i--; define(i);/ */
/* twin: termination s/    s->next = table.*;/    s->next = s;/ */
