extern double nondet_double(void);
int main(void)
{
    double x = nondet_double();
    if (!(x > -2147483649.0 && x < 2147483648.0)) return 0;
    int n = (int)x;
    if (!(x >= 0 && x < 256)) return n == 5;
    return (unsigned char)x;
}
/* expect: overflow true */
