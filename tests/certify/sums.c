extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int up = 0, down = 100000;
    while (__VERIFIER_nondet_int() && down > 0) {
        up++;
        down--;
    }
    if (up + down != 100000) reach_error();
    return 0;
}
