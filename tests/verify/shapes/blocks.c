/* A stack in blocks of numbers: a store at an open offset of a node touches none of its links. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { ROOM = 15 };
struct block { struct block *below; int used; int data[ROOM]; };
int main(void)
{
    struct block *top = NULL;
    while (__VERIFIER_nondet_int()) {
        if (!top || top->used == ROOM) {
            struct block *b = malloc(sizeof *b);
            if (!b) abort();
            b->below = top;
            b->used = 0;
            top = b;
        }
        top->data[top->used++] = 1;
    }
    while (top) {
        struct block *b = top;
        top = b->below;
        free(b);
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/used == ROOM/used > ROOM/ */
/* twin: memcleanup s/        free(b);/        b = 0;/ */
/* twin: memsafety s/top->data\[top->used++\]/top->data[top->used++ - 5]/ */
