/* Two nodes that point to each other are written in turn. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct node {
    struct node *next;
    int value;
} a, b;

int main(void)
{
    a.next = &b;
    b.next = &a;
    struct node *p = &a;
    for (int n = 0; n < 301; n++) {
        p->value = n;
        p = p->next;
    }
    if (a.value == 300 && b.value == 299) reach_error();
}
/* expect: reach false */
