/* Records with a text of open length and a list of numbers: that texts are filled must not keep what is known of numbers away. */
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct mark {
    int value;
    struct mark *next;
};
struct record {
    char *name;
    struct mark *marks;
    struct record *next;
};
static struct record *all;

static struct record *add(unsigned length)
{
    struct record *r = malloc(sizeof *r);
    r->name = malloc(length + 1);
    memset(r->name, 'x', length);
    r->name[length] = 0;
    r->marks = 0;
    r->next = all;
    all = r;
    return r;
}

static int best(const struct record *r)
{
    int b = 0;
    for (const struct mark *m = r->marks; m; m = m->next)
        if (m->value > b) b = m->value;
    return b;
}

int main(void)
{
    while (__VERIFIER_nondet_bool()) {
        struct record *r = add(__VERIFIER_nondet_uint() % 20);
        while (__VERIFIER_nondet_bool()) {
            struct mark *m = malloc(sizeof *m);
            m->value = (int)(__VERIFIER_nondet_uint() % 7);
            m->next = r->marks;
            r->marks = m;
        }
    }
    for (struct record *r = all; r; r = r->next)
        if (best(r) > 6) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/% 7/% 8/ */
