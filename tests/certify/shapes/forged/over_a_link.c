/* Bytes that a store over a link leaves beside it are not zero. */
#include <stdlib.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct __attribute__((packed)) across {
    char before[12];
    long value;
    char after[4];
};
struct node {
    struct node *next, *back;
    long data;
};
int main(void)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node) return 0;
    ((struct across *)node)->value = -1;
    while (__VERIFIER_nondet_bool()) {
    }
    if (node->data != 0) reach_error();
    return 0;
}
