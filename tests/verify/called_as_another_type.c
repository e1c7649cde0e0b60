/* C does not say what a call through a pointer of another type does: neither a proof nor an error. */
extern void reach_error(void);
static float half(float x)
{
    return x / 2;
}
static int low(long x)
{
    return (int)x;
}
int main(void)
{
    double (*wide)(double) = (double (*)(double))half;
    int (*of_pointer)(int *) = (int (*)(int *))low;
    double (*as_float)(long) = (double (*)(long))low;
    int y;
    if (wide(3) == 1.5 || of_pointer(&y) == 7 || as_float(3) == 3.0) reach_error();
    return 0;
}
/* expect: reach unknown */
