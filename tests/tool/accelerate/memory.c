extern unsigned __VERIFIER_nondet_uint(void);
extern void final_state(unsigned);
static unsigned total, rest;
int main(void)
{
    rest = __VERIFIER_nondet_uint();
    total = 7;
    while (rest) {
        rest -= 1;
        total += rest;
    }
    final_state(total);
    return 0;
}
