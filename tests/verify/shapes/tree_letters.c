/* Expressions whose nodes have letters for tags: three of them, with others in between. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct term {
    char op;
    unsigned value;
    struct term *a, *b;
};

static struct term *make(char op, struct term *a, struct term *b)
{
    struct term *t = malloc(sizeof *t);
    if (!t) abort();
    t->op = op;
    t->value = 7;
    t->a = a;
    t->b = b;
    return t;
}

static struct term *parse(void)
{
    struct term *t = make('n', 0, 0);
    while (__VERIFIER_nondet_int()) {
        struct term *b = __VERIFIER_nondet_int() ? parse() : make('n', 0, 0);
        t = make(__VERIFIER_nondet_int() ? '+' : '*', t, b);
    }
    return t;
}

static unsigned evaluate(const struct term *t)
{
    switch (t->op) {
    case 'n': return t->value;
    case '+': return evaluate(t->a) + evaluate(t->b);
    case '*': return evaluate(t->a) * evaluate(t->b);
    default: reach_error();
    }
    return 0;
}

static void drop(struct term *t)
{
    if (t->op != 'n') {
        drop(t->a);
        drop(t->b);
    }
    free(t);
}

int main(void)
{
    struct term *t = parse();
    evaluate(t);
    drop(t);
    return 0;
}
/* expect: reach true --property memsafety */
/* expect: memsafety true */
/* twin: reach s/case '\*':/case '-':/ */
/* twin: memsafety s/t->op != 'n'/t->op == '+'/ */
