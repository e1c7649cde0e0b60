extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int level;
static int buffer[64];
static void step(int *where)
{
    if (*where < 50) *where += 1;
    buffer[*where] = 7;
}
int main(void)
{
    int local = 0;
    while (__VERIFIER_nondet_int()) {
        step(&level);
        step(&local);
    }
    if (level > 50 || local > 50) reach_error();
    return 0;
}
