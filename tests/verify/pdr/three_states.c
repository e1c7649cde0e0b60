/* A machine whose states tell whether it holds the lock. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    int state = 0, locked = 0;
    while (ANY) {
        switch (state) {
        case 0:
            if (ANY) locked = 1, state = 3;
            break;
        case 3:
            if (!locked) reach_error();
            if (ANY) state = 5;
            else locked = 0, state = 0;
            break;
        case 5:
            if (!locked) reach_error();
            locked = 0;
            state = 0;
            break;
        default:
            reach_error();
        }
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/else locked = 0, state = 0/else locked = 0, state = 5/ */
/* twin: reach s/if (ANY) state = 5/if (ANY) state = 4/ */
