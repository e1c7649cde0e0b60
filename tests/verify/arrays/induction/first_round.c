extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int a[100000];
int main(void)
{
    int n = __VERIFIER_nondet_int(), s = 0;
    for (int i = 0; i < 1000; i++) {
        int j;
        for (j = 0; j < 100000; j++) { a[j] = i; s ^= n; }
        if (i == 0 && a[77] != n) reach_error();
    }
    return 0;
}
