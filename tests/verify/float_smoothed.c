extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
/* a filter keeps what it smooths within the bounds of its inputs, and a little more for rounding */
int main(void)
{
    float level = 0.0f;
    while (__VERIFIER_nondet_int()) {
        float sample = __VERIFIER_nondet_float();
        if (!(sample >= -10.0f && sample <= 10.0f)) continue;
        level = 0.75f * level + 0.25f * sample;
        if (!(level >= -11.0f && level <= 11.0f)) reach_error();
    }
    return 0;
}
/* expect: reach true by=floats */
/* twin: reach s/level <= 11.0f/level <= 9.0f/ */
