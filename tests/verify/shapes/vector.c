/* A vector of numbers that is doubled: its size is a number, although each one is a constant at first. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct vector { int *data; size_t count, room; };
static void push(struct vector *v, int x)
{
    if (v->count == v->room) {
        size_t room = v->room ? v->room * 2 : 8;
        int *data = realloc(v->data, room * sizeof(int));
        if (!data) {
            free(v->data);
            exit(1);
        }
        v->data = data;
        v->room = room;
    }
    v->data[v->count++] = x;
}
int main(void)
{
    struct vector v = {NULL, 0, 0};
    for (int c; (c = __VERIFIER_nondet_int());) {
        if (c == 1 && v.count < 1000000)
            push(&v, c);
        else if (v.count > 0)
            v.count--;
    }
    free(v.data);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/v->count == v->room/v->count > v->room/ */
/* twin: memsafety s/room \* sizeof(int)/room * sizeof(int) - 1/ */
/* twin: memsafety s/        v->data = data;/        data[0] = 1;/ */
/* twin: memcleanup s/^    free(v.data);// */
