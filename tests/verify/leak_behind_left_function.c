/* A local of a function that has returned does not keep memory. */
extern void *malloc(unsigned long);
extern void free(void *);
extern void exit(int);
void forget(void)
{
    int *x, **h = &x;
    *h = malloc(4);
}
void leave(void)
{
    exit(0);
}

int main(void)
{
    forget();
    leave();
}
/* expect: memsafety false(valid-memtrack) */
