/* The last node of an earlier iteration is kept as a number only. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void)
{
    long address = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        if (address && *(int *)address == 100000) reach_error();
        int *p = malloc(4);
        *p = i;
        address = (long)p;
    }
}
/* expect: reach not-true */
