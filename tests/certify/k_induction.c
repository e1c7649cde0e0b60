extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = 0, y = 0, filled = 0;
    while (__VERIFIER_nondet_int()) {
        if (!filled) {
            x = __VERIFIER_nondet_uint();
            y = (x ^ 5) + 1;
        } else if (y != (x ^ 5) + 1) {
            reach_error();
        }
        filled = !filled;
    }
    return 0;
}
