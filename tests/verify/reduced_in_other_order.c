/* What is summed, counted, joined or compared does not depend on the order of the numbers. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
enum { COUNT = 24 };

struct result {
    long long sum, positive, odd_sum;
    int all, any, parity, largest;
    unsigned smallest;
    int mean;
};

static struct result reduce(const int *x)
{
    struct result r = {.all = -1, .largest = x[0], .smallest = (unsigned)x[0]};
    for (int i = 0; i < COUNT; i++) {
        r.sum += x[i];
        if (x[i] > 0)
            r.positive++;
        else
            r.positive--;
        if (x[i] & 1)
            r.odd_sum += x[i];
        r.all &= x[i];
        r.any |= x[i];
        r.parity ^= x[i];
        r.largest = r.largest < x[i] ? x[i] : r.largest;
        r.smallest = (unsigned)x[i] < r.smallest ? (unsigned)x[i] : r.smallest;
    }
    r.mean = (int)r.sum / COUNT;
    return r;
}

int main(void)
{
    int x[COUNT], y[COUNT];
    for (int i = 0; i < COUNT; i++)
        x[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < COUNT; i++)
        y[i] = x[(7 * i + 3) % COUNT];
    struct result a = reduce(x), b = reduce(y);
    if (a.sum != b.sum || a.positive != b.positive || a.odd_sum != b.odd_sum || a.mean != b.mean)
        reach_error();
    if (a.all != b.all || a.any != b.any || a.parity != b.parity)
        reach_error();
    if (a.largest != b.largest || a.smallest != b.smallest)
        reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/7 \* i/6 * i/ */
/* twin: reach s/r.largest < x/r.sum < x/ */
/* twin: reach s/(int)r.sum/(int)r.sum + x[1]/ */
