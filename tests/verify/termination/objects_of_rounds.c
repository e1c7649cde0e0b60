/* Each round makes an object that outlives it: that its number differs from the last one's is no progress. */
#include <stdlib.h>
int main(void)
{
    void **list = 0;
    for (;;) {
        void **node = malloc(sizeof *node);
        *node = list;
        list = node;
    }
}
/* expect: termination false */
