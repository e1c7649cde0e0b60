/* Copies of several literals, of several lengths, in an array; all are measured and copied by the same two loops. */
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
static char *slots[32];
int main(void)
{
    static const char *const words[4] = {"alpha", "beta", "gamma ray", ""};
    while (__VERIFIER_nondet_int()) {
        unsigned i = __VERIFIER_nondet_uint() % 32;
        const char *word = words[__VERIFIER_nondet_uint() % 4];
        char *copy = malloc(strlen(word) + 1);
        strcpy(copy, word);
        free(slots[i]);
        slots[i] = copy;
    }
    for (unsigned i = 0; i < 32; i++)
        free(slots[i]);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/strlen(word) + 1/strlen(word)/ */
