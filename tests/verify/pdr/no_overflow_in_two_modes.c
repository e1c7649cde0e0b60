/* One mode adds, the other takes away: nothing overflows. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    int level = 0, filling = 1;
    while (ANY) {
        if (filling) {
            level += 7;
            if (level > 2000000000) filling = 0;
        } else {
            level -= 13;
            if (level < 100) filling = 1;
        }
    }
    return 0;
}
/* expect: overflow true */
/* twin: overflow s/level -= 13/level += 13/ */
