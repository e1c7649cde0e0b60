/* Packed and over-aligned structs, flexible arrays, objects of size zero. */
#include <stddef.h>
#include <stdlib.h>
struct __attribute__((packed)) packed { char c; int i; short s; double d; };
struct aligned { char c; int i __attribute__((aligned(32))); };
struct flexible { int n; short data[]; };
struct empty {};
struct holder { int a; struct empty e; int none[0]; int b; };
static struct flexible fixed = {3, {10, 20, 30}};
static struct packed table[2] = {{1, 0x01020304, -2, 0.5}, {3, -4, 5, 6}};
static int aligned_global __attribute__((aligned(64))) = 5;

int main(void)
{
    if (sizeof(struct packed) != 15 || offsetof(struct packed, i) != 1) return __LINE__;
    if (table[1].i != -4 || table[0].d != 0.5 || table[1].d != 6) return __LINE__;
    struct packed *p = &table[1];
    p->d += 1.5;
    p->i--;
    if (table[1].d != 7.5 || table[1].i != -5 || table[1].s != 5) return __LINE__;
    struct aligned a = {'a', 7};
    if (sizeof a != 64 || (size_t)&a.i % 32 || a.i != 7) return __LINE__;
    if ((size_t)&aligned_global % 64 || aligned_global != 5) return __LINE__;
    if (fixed.data[2] != 30) return __LINE__;
    struct flexible *f = malloc(sizeof *f + 4 * sizeof(short));
    f->n = 4;
    for (int i = 0; i < f->n; i++) f->data[i] = (short)(i * i);
    int sum = 0;
    for (int i = 0; i < f->n; i++) sum += f->data[i];
    free(f);
    if (sum != 14) return __LINE__;
    struct holder h = {.a = 1, .b = 2};
    struct empty e, *q = &e;
    h.e = *q;
    if (h.a != 1 || h.b != 2 || sizeof e != 0 || sizeof h != 8) return __LINE__;
    return 0;
}
/* exit: 0 */
