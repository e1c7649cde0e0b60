/* Records of three words, two of which lead to something of their own: how far apart they are is what the program multiplies with. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct person { char *first, *last; int age; };
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 300) return 0;
    struct person *all = calloc(n, sizeof *all);
    if (!all) return 0;
    for (int i = 0; i < n; i++) {
        all[i].first = malloc(2);
        all[i].last = malloc(3);
        if (!all[i].first || !all[i].last) abort();
        all[i].last[2] = 0;
    }
    for (int i = 0; i < n; i++) {
        free(all[i].first);
        free(all[i].last);
    }
    free(all);
    return 0;
}
/* expect: memsafety true */
/* twin: memsafety s/free(all\[i\].last)/free(all[0].last)/ */
