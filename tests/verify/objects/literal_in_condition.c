/* An `if` is a block: a literal in its condition lives to the end of its branches. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        if ((p = &(int){i}) && __VERIFIER_nondet_int()) {
            if (*p != i) reach_error();
        } else {
            *p = 3;
        }
    }
#ifdef AFTER
    return *p;
#endif
    return 0;
}
/* expect: memsafety true */
/* expect: reach true */
/* expect: memsafety false(valid-deref) -DAFTER */
