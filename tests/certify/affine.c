extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned up = 0, down = 100000;
    while (__VERIFIER_nondet_int() && down > 1) {
        up++;
        down -= 2;
    }
    if (2 * up + down != 100000) reach_error();
    return 0;
}
