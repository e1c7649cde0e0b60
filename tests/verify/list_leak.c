extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
#include <stdlib.h>
struct cell {
    struct cell *next;
};
int main(void)
{
    struct cell *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = 0;
    free(a);
    return 0;
}
/* expect: memsafety false(valid-memtrack) */
