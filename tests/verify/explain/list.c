/* After Listing 3 of I19: of what `next` holds in nodes of earlier iterations nothing is known. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct element {
    int value;
    struct element *next;
};
int main(void)
{
    struct element *head = 0, *element;
    int n = __VERIFIER_nondet_int();

    for (int i = 0; i < n; i++) {
        element = malloc(sizeof *element);
        element->next = head;
        head = element;
    }
    element = head;
    while (element)
        element = element->next;
    return 0;
}
