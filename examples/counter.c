/* run: sooth verify --property reach counter.c
 * A proof by an interval invariant: no bound on unwinding would do. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned long steps = 0;
    int speed = 0;
    while (steps < 5000000000ul) {
        if (speed < 10 && __VERIFIER_nondet_int()) speed++;
        steps++;
    }
    if (speed > 10) reach_error();
    return 0;
}
