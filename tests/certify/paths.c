extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int filled = 0, level = 0;
    while (__VERIFIER_nondet_int()) {
        filled = 1;
        level = 500;
    }
    while (__VERIFIER_nondet_int())
        if (level >= 500 && level < 1000) level += 3;
    if (filled ? level < 500 : level != 0) reach_error();
    return 0;
}
