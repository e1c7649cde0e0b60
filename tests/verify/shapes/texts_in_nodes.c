/* Nodes with copies of texts that are constant. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct word { char *text; struct word *next; };
static char *copy(const char *s)
{
    size_t n = strlen(s);
    char *r = malloc(n + 1);
    if (!r) abort();
    memcpy(r, s, n + 1);
    return r;
}
int main(void)
{
    struct word *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct word *w = malloc(sizeof *w);
        if (!w) abort();
        w->text = copy(__VERIFIER_nondet_int() ? "hello" : "hi");
        w->next = list;
        list = w;
    }
    while (list) {
        struct word *w = list;
        list = w->next;
        free(w->text);
        free(w);
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/malloc(n + 1)/malloc(n)/ */
/* twin: memcleanup s/free(w->text);/;/ */
