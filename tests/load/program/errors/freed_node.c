/* The next pointer is read out of a freed node. */
#include <stdlib.h>
struct node { struct node *next; };
int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    for (struct node *n = list; n; n = n->next)
        free(n);
    return 0;
}
/* expect: run use-after-free 12 */
