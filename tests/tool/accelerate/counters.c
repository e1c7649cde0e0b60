extern unsigned __VERIFIER_nondet_uint(void);
extern void final_state(unsigned);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 3, x = 0, cubes = 0;
    while (i < n) {
        x += 3 * i + 1;
        cubes += x;
        i++;
    }
    final_state(x * 1000003 + cubes * 31 + i);
    return 0;
}
