/* A queue of at most four: a walk counts two lists and a node between them, which are as many as the counter says. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct sample {
    struct sample *next;
};
int main(void)
{
    struct sample *first = 0, *last = 0;
    int kept = 0;
    while (__VERIFIER_nondet_int()) {
        struct sample *s = malloc(sizeof *s);
        if (!s) abort();
        s->next = 0;
        if (last)
            last->next = s;
        else
            first = s;
        last = s;
        kept++;
        if (kept > 4) {
            s = first;
            first = s->next;
            free(s);
            kept--;
        }
        int count = 0;
        for (s = first; s; s = s->next)
            count++;
        if (count != kept) reach_error();
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/kept--/kept -= 2/ */
