/* The same with a counter that ends it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    void **list = 0;
    for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
        void **node = malloc(sizeof *node);
        *node = list;
        list = node;
    }
    return 0;
}
/* expect: termination true */
