/* Structs passed by value go into one of two lists, by a condition on two of their fields. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct message {
    unsigned length, urgent;
    char *text;
};
struct waiting {
    struct message message;
    struct waiting *next;
};
static struct message take(void)
{
    struct message m = {__VERIFIER_nondet_uint(), __VERIFIER_nondet_int() ? 0 : 1, 0};
    return m;
}
static void push(struct message m, struct waiting **queue)
{
    struct waiting *w = malloc(sizeof *w);
    w->message = m;
    w->next = *queue;
    *queue = w;
}
int main(void)
{
    struct waiting *fast = 0, *slow = 0;
    while (__VERIFIER_nondet_int()) {
        struct message m = take();
        if (m.length == 0) continue;
        if (m.urgent == 1 || m.length < 300)
            push(m, &fast);
        else
            push(m, &slow);
    }
    for (struct waiting *w = fast; w; w = w->next)
        if (w->message.urgent != 1 && w->message.length >= 300) reach_error();
    for (struct waiting *w = slow; w; w = w->next)
        if (w->message.urgent != 0 || w->message.length < 300) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/m.length < 300/m.length <= 300/ */
/* twin: reach s/w->message.urgent != 0 ||/w->message.urgent != 1 ||/ */
