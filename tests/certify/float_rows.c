extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static double sum = 0.25;
int main(void)
{
    float level = 1.0f;
    while (__VERIFIER_nondet_int()) {
        if (level < 8.0f) level = level + 0.75f;
        if (sum < 2.0) sum = sum * 1.5;
    }
    if (!(level >= 1.0f && level <= 8.75f) || !(sum < 3.0)) reach_error();
    return 0;
}
