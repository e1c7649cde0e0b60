/* A node owns a buffer of its own size, made by the same checked malloc: it is no node of a tree. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { void (*release)(struct item *); char *tag; struct item *next; };
static void *must(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) abort();
    return p;
}
static void release_tag(struct item *i) { free(i->tag); }
int main(void)
{
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *i = must(sizeof *i);
        i->tag = NULL;
        i->release = NULL;
        if (__VERIFIER_nondet_int()) {
            i->tag = must(sizeof *i);
            i->release = release_tag;
        }
        i->next = list;
        list = i;
    }
    while (list) {
        struct item *i = list;
        list = i->next;
        if (i->release) i->release(i);
        free(i);
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/{ free(i->tag); }/{ i->tag = NULL; }/ */
/* twin: memsafety s/if (i->release) i/i/ */
