extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int value; };
int main(void)
{
    struct node *list = 0;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->value = i;
        list = n;
    }
    while (list) {
        struct node *n = list;
        sum += n->value;
        list = n->next;
        free(n);
    }
    if (sum != 3) reach_error();
    return 0;
}
