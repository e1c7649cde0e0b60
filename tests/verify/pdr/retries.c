/* At most three tries; success is told only after one. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
enum { WAITS, TRIES, DONE, FAILED };
int main(void)
{
    int state = WAITS, tries = 0;
    while (ANY) {
        switch (state) {
        case WAITS:
            tries = 0;
            if (ANY % 2) state = TRIES;
            break;
        case TRIES:
            tries++;
            if (ANY % 2) state = DONE;
            else if (tries == 3) state = FAILED;
            break;
        case DONE:
            if (tries < 1 || tries > 3) reach_error();
            state = WAITS;
            break;
        case FAILED:
            if (tries != 3) reach_error();
            state = WAITS;
            break;
        }
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/tries = 0;\n            if/if/;s/^            tries = 0;$// */
/* twin: reach s/tries == 3) state/tries >= 2) state/ */
