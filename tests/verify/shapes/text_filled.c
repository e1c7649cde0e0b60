/* The middle of a text is filled, or copied over; what is before and behind it stays. */
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 1000 + 3;
    unsigned from = __VERIFIER_nondet_uint() % n, to = __VERIFIER_nondet_uint() % n;
    if (from > to) return 0;
    unsigned char *text = malloc(n), *other = malloc(n);
    for (unsigned k = 0; k < n; k++) text[k] = 1;
    memset(other, __VERIFIER_nondet_uchar(), n);
    memset(text + from, 7, to - from);
#ifdef COPY
    memcpy(text + from, other + from, to - from);
#endif
    unsigned i = __VERIFIER_nondet_uint() % n;
    if ((i < from || i >= to) && text[i] != 1) reach_error();
    if (i >= from && i < to && text[i] != 7) reach_error();
    free(text);
    free(other);
    return 0;
}
/* expect: reach true */
/* expect: memcleanup true */
/* twin: reach s/#ifdef COPY/#ifndef COPY/ */
/* twin: reach s/to - from)/to - from + 1)/ */
/* twin: reach s/text + from, 7/text, 7/ */
/* twin: reach s/i >= to)/i + 1 >= to)/ */
