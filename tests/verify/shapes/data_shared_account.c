/* Every node of a ring leads to one object outside it, which their numbers move up and down. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct account {
    int balance;
};
struct order {
    int amount;
    struct account *account;
    struct order *next;
};
int main(void)
{
    struct account *a = malloc(sizeof *a);
    a->balance = 50;
    struct order *ring = malloc(sizeof *ring);
    ring->amount = 2;
    ring->account = a;
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        int amount = __VERIFIER_nondet_int();
        if (amount < 1 || amount > 6) continue;
        struct order *o = malloc(sizeof *o);
        o->amount = amount;
        o->account = a;
        o->next = ring->next;
        ring->next = o;
    }
    for (struct order *o = ring; o; o = o->next) {
        if (o->account->balance <= 50)
            o->account->balance += o->amount;
        else
            o->account->balance -= o->amount;
        if (a->balance < 45 || a->balance > 56) reach_error();
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/amount > 6) continue/amount > 7) continue/ */
/* twin: reach s/balance > 56/balance > 55/ */
