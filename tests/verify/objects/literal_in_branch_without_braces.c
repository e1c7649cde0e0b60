/* The branch is a block of its own, with or without braces. */
extern int nondet(void);
int main(void)
{
    int x = 1, *p = &x;
    if (nondet()) p = &(int){3};
    return *p;
}
/* expect: memsafety not-true */
