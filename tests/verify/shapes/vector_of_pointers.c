/* A vector that owns what its words lead to, and grows: realloc moves the words. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int id; };
int main(void)
{
    struct item **all = NULL;
    size_t count = 0, room = 0;
    while (__VERIFIER_nondet_int() && count < 50000) {
        if (count == room) {
            size_t more = room ? 2 * room : 4;
            struct item **moved = realloc(all, more * sizeof *moved);
            if (!moved) abort();
            all = moved;
            room = more;
        }
        all[count] = malloc(sizeof(struct item));
        if (!all[count]) abort();
        all[count]->id = (int)count;
        count++;
    }
    for (size_t i = 0; i < count; i++)
        free(all[i]);
    free(all);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/i = 0; i < count/i = 1; i < count/ */
/* twin: memsafety s/i < count; i/i <= count; i/ */
/* twin: memsafety s/room = more;/room = more + 1;/ */
