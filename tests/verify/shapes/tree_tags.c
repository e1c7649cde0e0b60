/* Expressions: what kind of node it is tells which of its children are there. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
enum { NUMBER, MINUS, PLUS };
struct term {
    int kind;
    struct term *a, *b;
    unsigned value;
};

static struct term *make(int kind, struct term *a, struct term *b, unsigned value)
{
    struct term *t = malloc(sizeof *t);
    t->kind = kind;
    t->a = a;
    t->b = b;
    t->value = value;
    return t;
}

static struct term *draw(unsigned depth)
{
    unsigned kind = depth ? __VERIFIER_nondet_uint() % 3 : NUMBER;
    if (kind == MINUS) return make(MINUS, draw(depth - 1), 0, 0);
    if (kind == PLUS) return make(PLUS, draw(depth - 1), draw(depth - 1), 0);
    return make(NUMBER, 0, 0, 7);
}

static unsigned evaluate(const struct term *t)
{
    switch (t->kind) {
    case NUMBER: return t->value;
    case MINUS: return -evaluate(t->a);
    case PLUS: return evaluate(t->a) + evaluate(t->b);
    default: reach_error();
    }
    return 0;
}

static void drop(struct term *t)
{
    if (t->a) drop(t->a);
    if (t->b) drop(t->b);
    free(t);
}

int main(void)
{
    struct term *t = draw(__VERIFIER_nondet_uint() % 100);
    evaluate(t);
    drop(t);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/default: reach_error/case 3: default: reach_error/;s/make(MINUS, draw/make(3, draw/ */
/* twin: memsafety s/make(MINUS, draw/make(PLUS, draw/ */
/* twin: memcleanup s/if (t->b) drop(t->b);/if (t->b \&\& !t->a) drop(t->b);/ */
