extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
static void check(int c)
{
    if (!c) reach_error();
}
static union {
    int bits;
    float value;
} cell;
int main(void)
{
    cell.bits = 0x7fc00001; /* one of many NaNs */
    while (__VERIFIER_nondet_int())
        if (__VERIFIER_nondet_int() == 3) cell.value = 1.0f;
    check(cell.bits != 0x7fc00001);
}
/* expect: reach false */
