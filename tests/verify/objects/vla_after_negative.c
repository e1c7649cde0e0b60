extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    int n = nondet();
    int a[n];
    if (n < 0) reach_error();
    return (unsigned long)a > 5;
}
/* expect: reach true */
