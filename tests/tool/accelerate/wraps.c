extern unsigned __VERIFIER_nondet_uint(void);
extern void final_state(unsigned);
int main(void)
{
    unsigned char x = (unsigned char)(236 + __VERIFIER_nondet_uint()), step = 5;
    unsigned rounds = 0;
    long long wide = 0;
    while (x >= 12) {
        x += step;
        wide += (signed char)x;
        rounds++;
    }
    final_state(rounds * 256 + x + (unsigned)wide * 65536);
    return 0;
}
