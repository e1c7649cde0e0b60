/* A local without a value has another one in every iteration. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    int first = 0, n = 0;
    while (__VERIFIER_nondet_int()) {
        int x;
        if (n == 0)
            first = x;
        else if (x != first)
            reach_error();
        if (n < 5) n++;
    }
}
/* expect: reach false */
