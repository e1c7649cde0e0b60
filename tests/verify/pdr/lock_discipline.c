/* A lock is taken and released in turns, by a flag. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    int held = 0, again = 0, work = 0;
    do {
        if (held) reach_error();
        held = 1;
        again = 0;
        if (ANY) {
            if (!held) reach_error();
            held = 0;
            again = 1;
            work++;
        }
        if (!again && ANY) {
            held = 0;
            again = 1;
        }
    } while (again);
    if (!held) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/again = 0;/;/ */
/* twin: reach s/            held = 0;/            ;/ */
