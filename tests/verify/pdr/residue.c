/* A counter that starts over is a remainder. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    unsigned char i = 0, c = 0, n = ANY % 200;
    while (i < n) {
        i++;
        c++;
        if (c == 5) c = 0;
    }
    if (c != i % 5) reach_error();
    return 0;
}
/* expect: reach true --invariants */
/* says: c = (i % 5) */
/* twin: reach s/c == 5/c == 6/ */
