/* The free is in the third iteration, after which the address may come back. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void)
{
    int *p = malloc(4), i = 0, freed = 0;
    while (i < 3) {
        i++;
        if (i == 3) {
            free(p);
            freed = 1;
        }
    }
    int *q = malloc(4);
    if (freed && p == q) reach_error();
}
/* expect: reach not-true */
