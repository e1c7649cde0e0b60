extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
/* an odd polynomial of one float, by way of its powers: ranges of x decide it, circuits take long */
int main(void)
{
    float x = __VERIFIER_nondet_float();
    if (!(x > -1.5f && x < 1.5f)) return 0;
    float square = x * x;
    float wave = x - x * square / 6.0f + x * square * square / 120.0f;
    if (!(wave < 1.25f && wave > -1.25f)) reach_error();
    return 0;
}
/* expect: reach true by=bounded */
/* twin: reach s/1.25f && wave/0.9f \&\& wave/ */
