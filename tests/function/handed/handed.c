/* Each function hands `fails` to something that is not known, in the twin WRONG: that may call it. */
#include <stdlib.h>
#ifndef WRONG
#define WRONG 0
#endif
#define GIVEN(n) (WRONG == (n) ? fails : 0)
extern void reach_error(void);
typedef void callback(int);
struct options {
    int number;
    callback *call;
};
struct device {
    int number;
    void (*install)(callback *);
    void (*set)(struct options *);
};
struct box {
    int number;
    void *unknown;
};
extern void later(callback *);
extern void use(const struct options *);
extern int each(int *, int, callback *);
static void fails(int x)
{
    if (x > 5) reach_error();
}

/* to functions without body */
int directly(int x)
{
    later(GIVEN(1));
    return x;
}
int in_local(int x)
{
    struct options o = {x, GIVEN(2)};
    use(&o);
    return o.number;
}
static void wrap(callback *call) { later(call); }
int by_callee(int x)
{
    wrap(GIVEN(3));
    return x;
}
static const struct options full = {1, fails}, empty = {1, 0};
int in_table(int x)
{
    use(WRONG == 4 ? &full : &empty);
    return x;
}
int chosen(int *v, int n) { return each(v, n, n > 3 ? GIVEN(5) : 0); }
static callback *kept;
int in_global(int x)
{
    kept = GIVEN(6);
    later(kept);
    return x;
}
int in_heap(int x)
{
    struct options *o = malloc(sizeof *o);
    if (!o) return 0;
    o->number = x;
    o->call = GIVEN(7);
    use(o);
    free(o);
    return 0;
}
int in_memory_of_callers(struct options *o)
{
    o->call = GIVEN(8);
    use(o);
    return 0;
}

/* to functions of callers */
int to_caller(struct device *d)
{
    if (!d || !d->install) return 0;
    d->install(GIVEN(9));
    return 0;
}
int to_caller_in_local(struct device *d)
{
    struct options o = {1, GIVEN(10)};
    d->set(&o);
    return o.number;
}
int to_far(struct box *b)
{
    struct device *d = ((struct device **)b->unknown)[3];
    d->install(GIVEN(11));
    return 0;
}
/* expect: reach true --function directly */
/* twin: reach -DWRONG=1 --function directly */
/* expect: reach true --function in_local */
/* twin: reach -DWRONG=2 --function in_local */
/* expect: reach true --function by_callee */
/* twin: reach -DWRONG=3 --function by_callee */
/* expect: reach true --function in_table */
/* twin: reach -DWRONG=4 --function in_table */
/* expect: reach true --function chosen */
/* twin: reach -DWRONG=5 --function chosen */
/* expect: reach true --function in_global */
/* twin: reach -DWRONG=6 --function in_global */
/* expect: reach true --function in_heap */
/* twin: reach -DWRONG=7 --function in_heap */
/* expect: reach true --function in_memory_of_callers */
/* twin: reach -DWRONG=8 --function in_memory_of_callers */
/* expect: reach true --function to_caller */
/* twin: reach -DWRONG=9 --function to_caller */
/* expect: reach true --function to_caller_in_local */
/* twin: reach -DWRONG=10 --function to_caller_in_local */
/* expect: reach true --function to_far */
/* twin: reach -DWRONG=11 --function to_far */
