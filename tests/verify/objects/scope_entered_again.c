/* A block that is left and entered again at once has new objects; a jump inside of it has not. */
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = 0, n = __VERIFIER_nondet_int();
#if WAY == 0
    do {
        if (p) return *p;
        if (n) goto in;
        int x = 2;
    in:
        x = 3;
        p = &x;
    } while (1);
#elif WAY == 1
again: {
    if (p) return *p;
    p = &(int){3};
    goto again;
}
#elif WAY == 2
    do {
        if (p) return *p;
        p = &(int){n};
    } while (1);
#else
    {
        p = &(int){3};
    again:
        if (*p != 3) return *p;
        if (n) {
            n = 0;
            goto again;
        }
    }
    return 0;
#endif
}
/* expect: memsafety false(valid-deref) -DWAY=0 */
/* expect: memsafety false(valid-deref) -DWAY=1 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=2 LP64 */
/* expect: memsafety true -DWAY=3 */
