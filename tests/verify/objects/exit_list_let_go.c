#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
static void stop(void) { exit(1); }
int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *made = malloc(sizeof *made);
        if (!made) stop();
        made->next = list;
        list = made;
        if (__VERIFIER_nondet_int() == 7) {
            list = made = 0;
            stop();
        }
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
/* expect: memsafety not-true */
