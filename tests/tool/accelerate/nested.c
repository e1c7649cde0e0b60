extern unsigned __VERIFIER_nondet_uint(void);
extern void final_state(unsigned);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), s = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i; j < n; j += 2) s += j;
    final_state(s);
    return 0;
}
