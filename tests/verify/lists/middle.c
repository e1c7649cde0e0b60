/* A pointer of double speed: the slow one has made half of the steps. */
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
    int n = some(0), k = 0;
    struct node *slow = make(n), *fast = slow;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
        k++;
    }
    assert(k == n / 2);
}
/* expect: reach true */
/* twin: reach s/fast->next->next;/fast->next;/ */
