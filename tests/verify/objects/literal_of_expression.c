/* Literals in the operands of ?: and && live as long as the block around them. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int c = __VERIFIER_nondet_int(), *p = &c, *q = &c;
#ifdef BLOCK
    {
#endif
        p = c ? &(int){3} : (int[2]){1, 2};
        (void)(c && (q = &(int){c}));
#ifdef BLOCK
    }
#endif
    if (*p != 3 && *p != 1) reach_error();
    if (*q != c) reach_error();
    return 0;
}
/* expect: memsafety true */
/* expect: reach true */
/* expect: memsafety false(valid-deref) -DBLOCK */
