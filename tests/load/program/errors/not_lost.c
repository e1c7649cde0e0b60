/* An object that is reached only through other objects is not lost. */
#include <stdlib.h>
struct node { struct node *next; };
static struct node *list[2];
int main(void)
{
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list[i % 2];
        list[i % 2] = n;
    }
    return 0;
}
/* options: --property memtrack */
/* expect: run none */
