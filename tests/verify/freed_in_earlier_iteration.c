/* Memory freed in an earlier iteration may have the address of new memory. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void)
{
    int *p = malloc(4), freed = 0, n = 0;
    while (__VERIFIER_nondet_int()) {
        int *q = malloc(4);
        if (n > 30000 && p == q) reach_error();
        if (!freed) {
            free(p);
            freed = 1;
        }
        free(q);
        if (n < 40000) n++;
    }
}
/* expect: reach not-true */
