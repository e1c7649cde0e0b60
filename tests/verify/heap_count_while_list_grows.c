/* A property of numbers in a program that also builds and walks a list. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    int value;
    struct node *next;
};
int main(void)
{
    struct node *head = 0;
    int count = 0, seen = 0;
    while (__VERIFIER_nondet_int() && count < 1000) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = count;
        fresh->next = head;
        head = fresh;
        count++;
        if (fresh->value != count - 1) reach_error();
    }
    for (; head; head = head->next)
        if (seen < 100) seen++;
    if (seen > 100 || count > 1000) reach_error();
    return 0;
}
/* expect: reach true */
