/* Integers that were addresses are numbers: some of them are null, or another object's address. */
extern unsigned long nondet_ulong(void);
extern void reach_error(void);
int x;
int main(void)
{
    unsigned long n = nondet_ulong();
    char *p = (char *)((unsigned long)&x + n);
    if (!p) reach_error();
    return 0;
}
/* expect: reach not-true */
