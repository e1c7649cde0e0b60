/* A pointer moves between two objects: from the second it does not come back. */
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int first = __VERIFIER_nondet_int(), second = 0, *p = &first;
    while (*p) {
        p = &second;
        second = 0;
    }
    return 0;
}
/* expect: termination true */
