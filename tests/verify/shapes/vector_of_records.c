/* Records of two words, each of which owns a text, in an array that grows. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct entry { int key; char *name; };
int main(void)
{
    struct entry *all = NULL;
    int count = 0, room = 0;
    while (__VERIFIER_nondet_int()) {
        if (count == room) {
            if (room > 1000) break;
            room = room + 10;
            struct entry *moved = realloc(all, room * sizeof *moved);
            if (!moved) abort();
            all = moved;
        }
        all[count].key = count;
        all[count].name = malloc(8);
        if (!all[count].name) abort();
        all[count].name[7] = 0;
        count++;
    }
    for (int i = 0; i < count; i++)
        free(all[i].name);
    free(all);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/i = 0; i < count/i = 1; i < count/ */
/* twin: memsafety s/room \* sizeof \*moved/room * 8/ */
/* twin: memsafety s/name\[7\]/name[8]/ */
/* twin: memsafety s/^    free(all);/    free(all[0].name);/ */
