/* The error needs a list of exactly so many nodes. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    struct node *next, *back;
};
int main(void)
{
    struct node *head = 0, *last = 0;
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *made = malloc(sizeof *made);
        made->next = 0;
        made->back = last;
        if (last)
            last->next = made;
        else
            head = made;
        last = made;
        if (count < 150) count++;
    }
    (void)head;
    while (last) {
        struct node *before = last->back;
        free(last);
        last = before;
        if (before && count == 83) before->next->back = 0;
    }
    return 0;
}
/* expect: memsafety false */
