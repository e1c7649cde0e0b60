extern unsigned long nondet_ulong(void);
extern void reach_error(void);
int main(void)
{
    unsigned long a = nondet_ulong(), b = nondet_ulong();
    char *p = (char *)a, *q = (char *)b;
    if ((p < q) != (a < b)) reach_error();
    if ((p >= q) != (a >= b)) reach_error();
    return 0;
}
/* expect: reach true */
