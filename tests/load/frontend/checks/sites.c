/* One site of each kind. */
int f(int a, int b, unsigned u, double d)
{
    int r = a + b;          /* overflow */
    r = a - b;              /* overflow */
    r = a * b;              /* overflow */
    r = -a;                 /* overflow */
    r = a / b;              /* division, overflow */
    r = a % b;              /* division, overflow */
    r = (int)(u / 3u);      /* division */
    r = a << b;             /* shift amount, shift value */
    r = a << 3;             /* shift value */
    r = a >> b;             /* shift amount */
    u = u << b;             /* shift amount */
    r = (int)d;             /* float cast */
    u = u + 1;              /* none */
    r++;                    /* overflow */
    return r + (int)u;      /* overflow */
}
int main(void) { return f(1, 1, 1, 1); }
