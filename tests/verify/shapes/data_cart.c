/* Numbers in each node and a total beside the list that never falls below zero. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct item {
    int price, count;
    struct item *next;
};
static struct item *add(struct item *cart, int price, int count)
{
    struct item *i = malloc(sizeof *i);
    i->price = price;
    i->count = count;
    i->next = cart;
    return i;
}
int main(void)
{
    struct item *cart = 0;
    int total = 0;
    while (__VERIFIER_nondet_int()) {
        int price = __VERIFIER_nondet_int(), count = __VERIFIER_nondet_int();
        if (price <= 0 || price > 1000 || count < 1 || count > 20) continue;
        if (total > 1000000) continue;
        cart = add(cart, price, count);
        total += price * count;
    }
    for (struct item *i = cart; i; i = i->next)
        if (i->price <= 0 || i->count < 1 || i->count > 20) reach_error();
    if (total < 0) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/count > 20) continue/count > 21) continue/ */
/* twin: reach s/(price <= 0/(price < 0/ */
