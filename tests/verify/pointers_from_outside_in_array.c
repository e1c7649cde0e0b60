extern void *__VERIFIER_nondet_pointer(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int *p[6], own = 1;
    for (int i = 0; i < 6; i++) p[i] = __VERIFIER_nondet_pointer();
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 5) return 0;
    p[3] = &own;
    if (p[k] && *p[k] != 1) reach_error();
    return 0;
}
/* expect: reach not-true */
