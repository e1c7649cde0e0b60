/* The inner loop always takes three rounds, so that the outer one gets accelerators, too. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void final_state(unsigned);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), s = 1, x = 0;
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < 3; j++) {
            s += x + j;
            x += i;
        }
        x += 2;
    }
    final_state(s * 65599 + x);
    return 0;
}
