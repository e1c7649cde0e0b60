/* A doubly linked list that is changed and freed from either end: the links are an array, indexed by the direction. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *to[2]; char text[100]; };
static struct node *ends[2];
static void insert(int end)
{
    int on = 1 - end, back = end;
    struct node **at = &ends[end], *n = malloc(sizeof *n), *old;
    while (*at && (*at)->to[on] && __VERIFIER_nondet_int()) at = &(*at)->to[on];
    old = *at;
    n->to[on] = old;
    n->to[back] = old ? old->to[back] : 0;
    n->text[0] = 0;
    if (old) old->to[back] = n;
    *at = n;
    if (!n->to[0]) ends[0] = n;
    if (!n->to[1]) ends[1] = n;
}
static int some_end(void)
{
    if (__VERIFIER_nondet_int()) return 1;
    return 0;
}
int main(void)
{
    int end = some_end();
    struct node *p;
    while (__VERIFIER_nondet_int()) insert(some_end());
    for (p = ends[end]; p;) {
        struct node *next = p->to[1 - end];
        free(p);
        p = next;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/p->to\[1 - end\]/p->to[end]/ */
/* twin: memcleanup s/if (old) old->to\[back\] = n;/;/ */
/* twin: memsafety s/struct node \*next = p->to\[1 - end\];/struct node *next = 0;/;s/free(p);/free(p); next = p->to[1 - end];/ */
