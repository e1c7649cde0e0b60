extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    int i, j = 0;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 3; j++) {
        }
    check(i + j != 7);
}
/* expect: reach false */
