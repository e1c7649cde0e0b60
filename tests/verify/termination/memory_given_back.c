extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void)
{
    while (1) {
        char *p = malloc(10);
        free(p);
    }
    return 0;
}
/* expect: termination false */
