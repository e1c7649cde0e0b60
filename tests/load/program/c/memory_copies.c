/* Pointers stored bytewise, copied by memcpy and through integers, swapped half by half; overlapping moves. */
#include <stdio.h>
#include <stdint.h>
#include <string.h>
struct holder { char tag; int *p; char end; } __attribute__((packed));
static void copy_bytes(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    while (n--) *t++ = *f++;
}
int main(void)
{
    int a = 1, b = 2;
    int *p = &a, *q;
    memcpy(&q, &p, sizeof q);
    *q += 10;
    copy_bytes(&q, &p, sizeof q);
    *q += 100;
    printf("%d\n", a);
    struct holder h = {'x', &b, 'y'}, k;
    copy_bytes(&k, &h, sizeof k);
    *k.p += 5;
    printf("%d %c%c %zu\n", b, k.tag, k.end, sizeof h);
    uintptr_t word;
    memcpy(&word, &p, sizeof word);
    q = (int *)word;
    *q += 1000;
    printf("%d\n", a);
    unsigned char first[sizeof p], second[sizeof p]; /* exchange two pointers byte by byte */
    int *x = &a, *y = &b;
    memcpy(first, &x, sizeof x);
    memcpy(second, &y, sizeof y);
    for (size_t i = 0; i < sizeof p; i++) {
        unsigned char t = first[i];
        first[i] = second[i];
        second[i] = t;
    }
    memcpy(&x, first, sizeof x);
    memcpy(&y, second, sizeof y);
    printf("%d %d %d\n", x == &b, y == &a, *x);
    ((unsigned char *)&x)[0] ^= 0xff; /* damaged and repaired */
    ((unsigned char *)&x)[0] ^= 0xff;
    printf("%d\n", *x);
    char text[32] = "0123456789abcdef";
    memmove(text + 3, text, 10);
    printf("%s\n", text);
    memmove(text, text + 5, 8);
    printf("%s\n", text);
    int *list[4] = {&a, &b, 0, &a}, *copy[4];
    memmove(list + 1, list, 3 * sizeof *list);
    memcpy(copy, list, sizeof copy);
    printf("%d %d %d %d\n", copy[0] == &a, copy[1] == &a, copy[2] == &b, copy[3] == 0);
    return 0;
}
