extern void reach_error(void);
struct counted {
    int i;
};
static int same_object(void)
{
    struct counted *p = 0, *q;
    int j = 0;
again:
    q = p, p = &(struct counted){j++};
    if (j < 2) goto again;
    return p == q && q->i == 1;
}
int main(void)
{
    int *p = &(int){1}, *q = 0, n = 0, s;
    do *p = 5; while (0);
    switch (1) case 1: (*p)++;
    do s = *(p = &(int){7}); while (0);
    if (s != 7 || !same_object()) reach_error();
    while (*(p = &(int){n}) < 3) {
        if (q && q != p) reach_error(); /* one block: one object */
        q = p;
        n = *p + 1;
    }
    switch (2) {
    case 2:
        p = &(int){8};
    case 3:
        s = *p;
    }
    if (s != 8 || n != 3) reach_error();
    return 0;
}
/* expect: memsafety true */
/* expect: reach true */
