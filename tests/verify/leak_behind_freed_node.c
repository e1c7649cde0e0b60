/* What only a freed node points to is lost. */
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    struct node *next;
};
struct node *first;

int main(void)
{
    first = malloc(sizeof *first);
    first->next = malloc(sizeof *first);
    first->next->next = 0;
    free(first);
}
/* expect: memsafety false(valid-memtrack) */
