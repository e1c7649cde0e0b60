/* All nodes are freed by a loop that tests at its end: its first block changes the heap, and what is known holds before that. */
#include "list.h"

void dispose(list y)
{
    sooth_assume(y != NULL && sooth_is_path(y, NULL));
    do {
        list t = y->next;
        free(y);
        y = t;
    } while (y != NULL);
}
/* expect: true */
/* twin: s/ && sooth_is_path(y, NULL)// use after free */
/* twin: s/list t = y->next;/list t = y;/ use after free */
