/* Pieces of chunks that a list keeps: how much of a chunk is used and how much is asked for stay below its size together. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct chunk {
    struct chunk *next;
    char data[128];
};
int main(void)
{
    struct chunk *all = 0;
    unsigned used = 128;
    while (__VERIFIER_nondet_int()) {
        unsigned n = __VERIFIER_nondet_uint();
        if (n == 0 || n > 64) continue;
        if (used + n > 128) {
            struct chunk *c = malloc(sizeof *c);
            if (!c) abort();
            c->next = all;
            all = c;
            used = 0;
        }
        char *piece = all->data + used;
        for (unsigned i = 0; i < n; i++)
            piece[i] = 0;
        used += n;
    }
    while (all) {
        struct chunk *c = all;
        all = c->next;
        free(c);
    }
    return 0;
}
/* expect: memsafety true */
/* twin: memsafety s/used + n > 128/used + n > 129/ */
/* twin: memsafety s/unsigned used = 128/unsigned used = 64/ */
