/* A free list of indices: nothing is linked by pointers, so that shapes does not suit at a glance; but the program has heap
 * memory and a loop, and what holds of all indices proves it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 1000) return 0;
    int *next = malloc(n * sizeof *next);
    if (!next) return 0;
    for (int i = 0; i < n; i++)
        next[i] = i + 1 < n ? i + 1 : -1;
    int head = 0, used = -1;
    while (__VERIFIER_nondet_int()) {
        if (head == -1) continue;
        int k = head;
        head = next[k];
        next[k] = used;
        used = k;
    }
    free(next);
    return 0;
}
/* expect: memsafety true --timeout 30 */
/* twin: memsafety s/i + 1 < n ?/i < n ?/ --timeout 30 */
