/* A mark in the low bits of an address, changed in a loop and taken off after it. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *malloc(unsigned long);

int main(void)
{
    int *p = malloc(8), n = 0;
    unsigned long tagged = (unsigned long)p | 1;
    while (n < 50) {
        n++;
        tagged ^= 2;
    }
    int *q = (int *)(tagged & ~7ul);
    *q = 5;
    if (*p == 5) reach_error();
}
/* expect: reach false */
