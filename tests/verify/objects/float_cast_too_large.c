extern double nondet_double(void);
int main(void)
{
    double x = nondet_double();
    if (!(x > 0 && x < 1e10)) return 0;
    return (int)x;
}
/* expect: overflow false */
/* expect: memsafety true */
