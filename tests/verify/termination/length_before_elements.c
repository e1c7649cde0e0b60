/* A record that ends with as many elements as its first member says: what the member holds is a
 * fact about an object whose size nobody knows. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct row {
    int count;
    short cells[];
};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n >= 6) return 0;
    struct row *r = malloc(sizeof *r + (unsigned)n * sizeof(short));
    r->count = n;
    for (int i = 0; i < n; i++) r->cells[i] = (short)(i * i);
    int sum = 0;
    for (int i = 0; i < r->count; i++) sum += r->cells[i];
    free(r);
    return sum;
}
/* expect: termination true */
/* twin: termination s/i < r->count; i++/i < r->count; i += r->count < 5/ */
