extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    int n = __VERIFIER_nondet_uint() % 2, *p = &n;
    do p = &(int){3};
    while (n--);
    return *p;
}
/* expect: memsafety false(valid-deref) */
