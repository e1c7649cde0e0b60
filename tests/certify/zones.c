extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int i = 0, j = 0;
    while (i < 100000) {
        i++;
        if (__VERIFIER_nondet_int()) j++;
    }
    if (j > i) reach_error();
    return 0;
}
