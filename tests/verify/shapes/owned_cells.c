/* Rows of numbers in the nodes of a list: one number is changed in the middle, all are read. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct row {
    int width;
    int *cells;
    struct row *next;
};
static struct row *make(int width, struct row *next)
{
    struct row *r = malloc(sizeof *r);
    r->width = width;
    r->cells = malloc(width * sizeof(int));
    for (int i = 0; i < width; i++)
        r->cells[i] = 0;
    r->next = next;
    return r;
}
int main(void)
{
    struct row *rows = NULL;
    while (__VERIFIER_nondet_int()) {
        int width = __VERIFIER_nondet_int();
        if (width >= 1 && width <= 500)
            rows = make(width, rows);
    }
    for (struct row *r = rows; r; r = r->next) {
        int at = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int();
        if (at >= 0 && at < r->width && value > 0)
            r->cells[at] = value;
    }
    for (struct row *r = rows; r; r = r->next)
        for (int i = 0; i < r->width; i++)
            if (r->cells[i] < 0)
                reach_error();
    while (rows) {
        struct row *next = rows->next;
        free(rows->cells);
        free(rows);
        rows = next;
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/value > 0/value > -2/ */
