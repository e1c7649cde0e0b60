extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) x += 4;
    if (x == 6) reach_error();
    return 0;
}
