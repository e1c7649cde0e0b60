/* It holds, and says too little. */
#include "list.h"

void walk(list x, list y)
{
    list z = x;
    while (z != NULL) {
        sooth_invariant(sooth_is_path(x, z));
        z = z->next;
        y = x;
    }
    assert(sooth_is_path(y, NULL) || sooth_is_path(x, z) == 0);
}
/* expect: false assertion failure */
