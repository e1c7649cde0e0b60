extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
int state = 1;
int main(void)
{
    for (;;) {
        int c = __VERIFIER_nondet_int();
        if (state == 1)
            state = 2;
        else if (state == 2)
            state = c ? 3 : 1;
        else if (state == 5)
            reach_error();
        else
            state = 1;
    }
}
/* expect: reach true */
