/* Waiting times count down in a list from which the node that is due is unlinked. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct job {
    int number, waits;
    struct job *next;
};
static void enter(struct job *j, struct job **jobs)
{
    j->next = *jobs;
    *jobs = j;
}
static struct job *due(struct job **jobs)
{
    struct job *found = 0, *before = 0;
    for (struct job *j = *jobs; j; j = j->next) {
        if (j->waits == 1) {
            found = j;
            if (before)
                before->next = j->next;
            else
                *jobs = j->next;
        } else {
            j->waits--;
        }
        before = j;
    }
    return found;
}
static void check(const struct job *jobs)
{
    for (; jobs; jobs = jobs->next)
        if (jobs->waits < 1) reach_error();
}
int main(void)
{
    struct job *jobs = 0;
    int next = 1;
    while (__VERIFIER_nondet_int()) {
        if (next < 500 && __VERIFIER_nondet_int()) {
            struct job *j = malloc(sizeof *j);
            j->number = __VERIFIER_nondet_int();
            j->waits = next++;
            enter(j, &jobs);
        } else if (next > 1) {
            due(&jobs);
            next--;
        }
        check(jobs);
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/j->waits == 1/j->waits == 2/ */
/* twin: reach s/int next = 1/int next = 0/ */
