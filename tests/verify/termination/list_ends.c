extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    struct node { struct node *next; } a, b, c;
    a.next = &b;
    b.next = &c;
    c.next = 0;
    for (struct node *p = &a; p; p = p->next)
        ;
    return 0;
}
/* expect: termination true */
/* expect: termination true --engine bmc */
