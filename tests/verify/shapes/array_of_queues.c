/* Queues in an array, each with its first and its last node; what stands in the pointer to the last one
 * while a queue is empty matters to nobody (`jobs`), or is null (`mail`, with the members the other way
 * round). */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    unsigned level;
    struct node *next;
};
static struct {
    struct node *first, *last;
} jobs[8];
static struct {
    struct node *tail, *head;
} mail[8];
static struct node *make(unsigned level)
{
    struct node *n = malloc(sizeof *n);
    n->level = level;
    n->next = NULL;
    return n;
}
static void submit(unsigned i)
{
    struct node *n = make(i);
    if (jobs[i].first)
        jobs[i].last->next = n;
    else
        jobs[i].first = n;
    jobs[i].last = n;
}
static struct node *take(unsigned i)
{
    struct node *n = jobs[i].first;
    if (n)
        jobs[i].first = n->next;
    return n;
}
static void post(unsigned i)
{
    struct node *n = make(i);
    if (mail[i].tail)
        mail[i].tail->next = n;
    else
        mail[i].head = n;
    mail[i].tail = n;
}
static struct node *fetch(unsigned i)
{
    struct node *n = mail[i].head;
    if (!n)
        return NULL;
    mail[i].head = n->next;
    if (!mail[i].head)
        mail[i].tail = NULL;
    return n;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        unsigned i = __VERIFIER_nondet_uint() % 8;
        struct node *n = NULL;
        switch (__VERIFIER_nondet_int()) {
        case 0:
            submit(i);
            break;
        case 1:
            post(i);
            break;
        case 2:
            n = take(i);
            break;
        default:
            n = fetch(i);
        }
        if (n) {
            assert(n->level < 8);
            free(n);
        }
    }
    for (unsigned i = 0; i < 8; i++)
        for (struct node *n; (n = take(i)) || (n = fetch(i));)
            free(n);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/level < 8/level < 7/ */
/* twin: memsafety s/if (jobs\[i\].first)/if (jobs[i].last)/ */
/* twin: memsafety s/if (!mail\[i\].head)/if (mail[i].head)/ */
