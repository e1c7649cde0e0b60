/* Questions that are not about memory: what calls hand over is checked by accesses, which must be asked about, too; and that a callee returns is not shown
 * by calls of itself that stand for what it returns. */
static int added(int step, int times)
{
    int sum = 0;
    for (int i = 0; i < times; i++) sum += step;
    return sum;
}
int three_times(int step) { return added(step, 3); }

static int again(int n)
{
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += n & i;
    return n == 12345 ? again(n) + 1 : sum;
}
int calls_itself(int n) { return again(n); }

static int odd(int n);
static int even(int n)
{
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += n & i;
    return n == 12345 ? odd(n) + 1 : sum;
}
static int odd(int n)
{
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += n & i;
    return n == 12345 ? even(n) + 1 : sum;
}
int calls_in_turns(int n) { return even(n) + odd(n); }

static int bits(unsigned n)
{
    int count = 0;
    for (int i = 0; i < 32; i++) count += (int)(n >> i) & 1;
    return count;
}
int of_two(unsigned n) { return bits(n) + bits(~n); }
/* expect: overflow true --function three_times */
/* says: assuming: 0 <= step <= 32767 */
/* expect: termination not-true --function calls_itself */
/* expect: termination not-true --function calls_in_turns */
/* expect: termination true --function of_two */
