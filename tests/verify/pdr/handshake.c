/* Replies come only after requests, in six states. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
enum { IDLE, HELLO, KEYS, VERIFIED, OPEN, CLOSED };
int main(void)
{
    int state = IDLE, keys = 0, verified = 0;
    for (;;) {
        unsigned message = ANY % 6;
        if (state == IDLE && message == 0) state = HELLO;
        else if (state == HELLO && message == 1) state = KEYS, keys = 1;
        else if (state == KEYS && message == 2) state = VERIFIED, verified = keys;
        else if (state == KEYS && message == 3) state = HELLO, keys = 0;
        else if (state == VERIFIED && message == 4) state = OPEN;
        else if (message == 5) state = CLOSED;
        if (state == CLOSED) keys = verified = 0, state = IDLE;
        if (state == OPEN && (!keys || !verified)) reach_error();
        if (state == OPEN && ANY) state = VERIFIED;
    }
}
/* expect: reach true */
/* twin: reach s/verified = keys/verified = keys, keys = 0/ */
/* twin: reach s/state = HELLO, keys = 0/state = VERIFIED, keys = 0/ */
