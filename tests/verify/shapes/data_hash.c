/* Each node's value lies in a window that a variable outside the list gives. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct bucket {
    int key;
    struct bucket *next;
};
static void insert(struct bucket **all, int key)
{
    struct bucket *b = malloc(sizeof *b);
    b->key = key;
    b->next = *all;
    *all = b;
}
int main(void)
{
    struct bucket *all = 0;
    int first = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        if (first < 0 || first > 500000) continue;
        if (key > first && key < first + 64) insert(&all, key);
    }
    for (; all; all = all->next)
        if (all->key < first || all->key >= first + 64) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/key < first + 64/key <= first + 64/ */
/* twin: reach s/all->key < first /all->key <= first + 1 / */
