/* A global that only read-only tables lead to changes all the same. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x, y;
int *const one[2] = {&x, &y};
int *const *const two[2] = {one, one + 1};
int main(void)
{
    int i = __VERIFIER_nondet_int() & 1;
    while (__VERIFIER_nondet_int()) **two[i] = 5;
    if (**two[i] != 0) reach_error();
    return 0;
}
/* expect: reach unknown */
