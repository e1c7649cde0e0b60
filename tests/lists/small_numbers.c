/* Values of one byte without sign. */
#include "list.h"

struct byte {
    unsigned char value;
    struct byte *next;
};

void bytes(struct byte *x)
{
    sooth_assume(x != NULL && x->next != NULL && sooth_sorted(x, NULL, value));
    assert(x->value <= x->next->value && sooth_within(x, NULL, value, 0, 255));
    assert(sooth_sum(x, x->next, value) == x->value);
}
/* expect: true */
/* twin: s/0, 255/0, 127/ assertion failure */
/* twin: s/x->value <= x->next->value/(signed char)x->value <= (signed char)x->next->value/ assertion failure */
