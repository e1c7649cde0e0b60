/* One case falls into the next within the block that declares x. */
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = 0;
    switch (__VERIFIER_nondet_int()) {
        int x;
    case 0:
        x = 5;
        p = &x;
        /* fallthrough */
    case 1:
        if (p) return *p;
    }
#ifdef AFTER
    switch (__VERIFIER_nondet_int()) {
        int x;
    case 0:
        x = 5;
        p = &x;
        /* fallthrough */
    case 1:;
    }
    if (p) return *p;
#endif
    return 0;
}
/* expect: memsafety true */
/* expect: memsafety false(valid-deref) -DAFTER */
