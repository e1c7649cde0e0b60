/* Initialisers: addresses with offsets and casts, function tables, designators, nested unions, strings in arrays. */
#include <stdint.h>
static int array[10] = {[3] = 30, [7] = 70, 71};
static int *middle = &array[3], *end = array + 10;
static char *bytes = (char *)&array[7];
static uintptr_t number = (uintptr_t)&array[3];
static const char *name = "sooth" + 2;
static const char text[8] = "abc", exact[3] = "xyz";
struct node { int value; struct node *next; };
static struct node second, first = {1, &second};
static struct node second = {2, &first};
static int twice(int x) { return 2 * x; }
static int negate(int x) { return -x; }
static int (*table[])(int) = {twice, negate, 0};
struct config { struct { int w, h; } size; union { int i; double d; } u; const char *names[3]; struct node *ref; };
static struct config config = {.size.h = 5, .u.d = 0.75, .names = {[1] = "one"}, .ref = &(struct node){9, &first}};
static struct config *pointer = &config;
static double *deep = &config.u.d;
static void *self = &self;
static long long big = -(1LL << 40);
static float floats[] = {1, -0.0f, 1e10f, 0x1p-140f};
static _Bool truth = 5 > 3;
static char *null = 0, *one = (char *)1;
enum { LESS = -3, NEXT };
static int from_enum = NEXT;

int main(void)
{
    if (array[3] != 30 || array[8] != 71 || *middle != 30 || end[-2] != 71) return __LINE__;
    if (*(int *)bytes != 70 || *(int *)number != 30 || number != (uintptr_t)middle) return __LINE__;
    if (name[0] != 'o' || text[3] || text[7] || exact[2] != 'z') return __LINE__;
    if (first.next->next != &first || second.next->value != 1) return __LINE__;
    if (table[0](4) + table[1](3) != 5 || table[2]) return __LINE__;
    if (pointer->size.w || pointer->size.h != 5 || *deep != 0.75 || config.names[0] || config.names[1][1] != 'n') return __LINE__;
    if (config.ref->value != 9 || config.ref->next->next->value != 2) return __LINE__;
    if (*(void **)self != &self || big >> 40 != -1) return __LINE__;
    if (floats[2] != 1e10f || floats[3] == 0 || 1 / floats[1] > 0 || !truth) return __LINE__;
    if (null || one != (char *)1 || from_enum != -2) return __LINE__;
    return 0;
}
/* exit: 0 */
