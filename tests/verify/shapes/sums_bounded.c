/* Two counters that lengths tie to two lists, and a bound that only holds for their sum: requests wait,
 * are served, and never are more than there are tickets. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { TICKETS = 64 };
struct request {
    struct request *next;
};
static struct request *waiting, *served;
static int waits, runs;
static struct request *take(struct request **from)
{
    struct request *r = *from;
    *from = r->next;
    return r;
}
static void push(struct request **to, struct request *r)
{
    r->next = *to;
    *to = r;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int what = __VERIFIER_nondet_int();
        if (what == 0 && waits + runs < TICKETS) {
            push(&waiting, malloc(sizeof *waiting));
            waits++;
        } else if (what == 1 && waiting) {
            push(&served, take(&waiting));
            waits--;
            runs++;
        } else if (what == 2 && served) {
            free(take(&served));
            runs--;
        }
        if (waits + runs > TICKETS)
            reach_error();
    }
    while (waiting)
        free(take(&waiting));
    while (served)
        free(take(&served));
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/waits + runs < TICKETS/waits < TICKETS/ */
/* twin: reach s/waits + runs > TICKETS/waits + runs >= TICKETS/ */
/* twin: memsafety s/push(&served, take(&waiting))/push(\&served, waiting)/ */
