extern unsigned __VERIFIER_nondet_uint(void);
extern void final_state(unsigned);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), x = 1, old = 0, a = 0, b = 1;
    for (unsigned i = 0; i != n; i++) {
        old = x;
        x = 1664525 * x + 1013904223;
        unsigned c = a + b;
        a = b;
        b = c;
    }
    final_state(x ^ old ^ a * 77);
    return 0;
}
