/* run: sooth verify ring.c
 * A ring buffer with an off-by-one: the run that shows it, with its input. */
extern unsigned __VERIFIER_nondet_uint(void);

static int slots[8];
static unsigned head;

static void put(int value)
{
    head = (head + 1) % 9;
    slots[head] = value;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < n && i < 20; i++) put((int)i);
    return 0;
}
