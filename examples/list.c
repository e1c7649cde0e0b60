/* run: sooth verify --property memsafety list.c
 * A list whose last element is lost when it has two elements. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    int value;
    struct item *next;
};

int main(void)
{
    struct item *list = NULL;
    for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) {
        struct item *fresh = malloc(sizeof *fresh);
        fresh->value = i;
        fresh->next = list;
        list = fresh;
    }
    if (list && list->next && !list->next->next) {
        free(list);
        return 0;
    }
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
