/* A walk of k steps leaves n - k nodes. */
#include <assert.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int data;
};
extern int __VERIFIER_nondet_int(void);
static struct node *push(struct node *a)
{
    struct node *p = malloc(sizeof *p);
    p->next = a;
    return p;
}
static struct node *make(int n)
{
    struct node *a = 0;
    for (int i = 0; i < n; i++)
        a = push(a);
    return a;
}
static int count(const struct node *a)
{
    int k = 0;
    for (; a; a = a->next)
        k++;
    return k;
}
static int some(int least)
{
    int n = __VERIFIER_nondet_int();
    if (n < least)
        exit(0);
    return n;
}

int main(void)
{
    int n = some(1), k = some(1);
    if (k > n)
        return 0;
    struct node *a = make(n);
    for (int i = 0; i < k; i++)
        a = a->next;
    assert(count(a) == n - k);
}
/* expect: reach true */
/* twin: reach s/== n - k/== n - k + 1/ */
