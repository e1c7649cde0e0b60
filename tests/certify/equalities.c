extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned a = 0, b = 0;
    while (__VERIFIER_nondet_int()) {
        a += 3;
        b += 3;
    }
    if (a != b) reach_error();
    return 0;
}
