/* Function pointers: tables, callbacks, comparison, passed through void *, recursion through a pointer. */
#include <stdlib.h>
typedef int operation(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static operation *choose(char c) { return c == '+' ? add : c == '-' ? sub : NULL; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int fold(operation *f, const int *a, int n) { return n == 1 ? *a : f(fold(f, a, n - 1), a[n - 1]); }
struct object { int (*get)(struct object *); int state; };
static int next(struct object *o) { return o->state++; }
static void sort(int *a, int n, int (*less)(const void *, const void *))
{
    for (int i = 1; i < n; i++)
        for (int j = i; j && less(&a[j], &a[j - 1]) < 0; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
}

int main(void)
{
    int a[] = {5, 3, 9, 1};
    if (choose('+')(2, 3) != 5 || choose('-')(2, 3) != -1 || choose('*')) return __LINE__;
    if (fold(sub, a, 4) != -8 || fold(*add, a, 4) != 18) return __LINE__;
    sort(a, 4, compare);
    if (a[0] != 1 || a[3] != 9) return __LINE__;
    struct object o = {next, 40};
    o.get(&o);
    if (o.get(&o) != 41 || o.get != next) return __LINE__;
    void *hidden = (void *)add;
    return ((operation *)hidden)(20, 22) == 42 ? 0 : __LINE__;
}
/* exit: 0 */
