/* Blocks that a jump enters past the place where all lives of their locals would begin: nobody claims to know. */
extern int __VERIFIER_nondet_int(void);
static int run(void)
{
    int *p = 0, n = 0, c = __VERIFIER_nondet_int();
#if WAY == 1
    switch (c) {
    default:
        do {
            p = &(int){n};
        case 1:
            if (p) n += *p;
            p = 0;
        } while (n++ < 2);
    }
#elif WAY == 2
    goto inside;
    {
        int x;
    inside:
        if (n++ == 1) return *p != 3;
        x = 3;
        p = &x;
        goto outside;
    }
outside:
    goto inside;
#elif WAY == 3
    static void *const table[] = {&&first, &&second};
    goto *table[c & 0];
    {
    first:
        p = &(int){3};
        goto *table[1];
    second:
        return *p;
    }
#endif
    return 0;
}
int main(void)
{
    return run();
}
/* expect: memsafety unknown -DWAY=1 LP64 */
/* expect: memsafety unknown -DWAY=2 LP64 */
/* expect: memsafety unknown -DWAY=3 LP64 */
