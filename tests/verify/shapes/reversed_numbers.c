/* Numbers count down along a list; after its reversal they count up, and the last one is known. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct card {
    int number;
    struct card *next;
};
int main(void)
{
    struct card *cards = 0, *turned = 0;
    int many = 0, i = 0;
    while (__VERIFIER_nondet_int() && many < 1000) {
        struct card *c = malloc(sizeof *c);
        if (!c) abort();
        c->number = many++;
        c->next = cards;
        cards = c;
    }
    while (cards) {
        struct card *c = cards->next;
        cards->next = turned;
        turned = cards;
        cards = c;
    }
    for (struct card *c = turned; c; c = c->next) {
        if (c->number != i) reach_error();
        i++;
    }
    if (i != many) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/= many++/= ++many/ */
