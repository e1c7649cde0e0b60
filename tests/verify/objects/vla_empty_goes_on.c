extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    short n = nondet();
    int a[n];
    if (n == 0) reach_error();
    return (unsigned long)a > 5;
}
/* expect: reach false */
