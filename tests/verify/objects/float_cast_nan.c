extern float nondet_float(void);
int main(void)
{
    float x = nondet_float();
    if (x < -1 || x > 100) return 0;
    return (long)x;
}
/* expect: overflow false */
