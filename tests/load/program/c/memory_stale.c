/* Values read through a pointer are not reused after the object changed, in every order of aliasing writes. */
#include <stdio.h>
union number { unsigned word; unsigned short half[2]; unsigned char byte[4]; };
static int twice(int *p, int *q)
{
    int before = *p;
    *q = 5;
    return before * 10 + *p;
}
static void shift(int *a, int n)
{
    for (int i = n - 1; i > 0; i--) a[i] = a[i - 1];
    a[0] = a[n - 1];
}
int main(void)
{
    int x = 3, y = 4;
    printf("%d", twice(&x, &y));
    printf(" %d\n", twice(&x, &x));
    int *p = &x, **pp = &p;
    int old = **pp;
    *pp = &y;
    y = 8;
    printf("%d %d\n", old, *p);
    union number n;
    n.word = 0x11223344;
    n.byte[1] = 0xff;
    n.half[1] += 1;
    printf("%x %x\n", n.word, n.half[0]);
    int a[5] = {1, 2, 3, 4, 5};
    shift(a, 5);
    shift(a + 1, 3);
    for (int i = 0; i < 5; i++) printf("%d ", a[i]);
    int i = 2, index[3] = {2, 0, 1};
    index[index[i]] = i; /* the index is itself a cell */
    index[i] = index[index[i]] + 1;
    printf("| %d %d %d\n", index[0], index[1], index[2]);
    char *texts[2] = {"one", "two"}, *t = texts[0];
    texts[0] = texts[1];
    texts[1] = t;
    printf("%s %s\n", texts[0], texts[1]);
    return 0;
}
