/* A counter beside a list that grows for ever: that memory is finite does not end the loop. */
#include <stdlib.h>
struct node {
    int data;
    struct node *next;
};
int main(void)
{
    struct node *list = malloc(sizeof *list);
    unsigned long count = 1;
    list->data = 1;
    list->next = 0;
    while (count != 0) {
        struct node *node = malloc(sizeof *node);
        node->data = 1;
        node->next = list;
        list = node;
        count++;
        if (count == 0) count = 2;
    }
    return 0;
}
/* expect: termination false */
