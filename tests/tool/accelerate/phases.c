extern unsigned __VERIFIER_nondet_uint(void);
extern void final_state(unsigned);
int main(void)
{
    int n = (int)__VERIFIER_nondet_uint(), x = -9, y = 0;
    while (x < n) {
        if (x < 2)
            x += 2, y++;
        else if (x % 2 == 0)
            x++, y += 5;
        else
            x++;
    }
    final_state((unsigned)x * 100u + (unsigned)y);
    return 0;
}
