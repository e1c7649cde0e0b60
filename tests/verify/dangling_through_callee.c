/* The address is kept by a function two calls away, and used a round later. */
extern int __VERIFIER_nondet_int(void);
static int *kept;
static void keep(int *address)
{
    kept = address;
}
static void pass_on(int *address)
{
    if (!kept) keep(address);
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int own = 1;
        pass_on(&own);
        if (*kept == 2) return 1;
    }
    return 0;
}
/* expect: memsafety false(valid-deref) */
