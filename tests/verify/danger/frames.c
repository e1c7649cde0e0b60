/* A reader of frames: four bytes in the right order, a hundred thousand times, with a check in a function of its own. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef LATER
#define LATER 0
#endif
enum state { IDLE, LENGTH, BODY, END };
static void check(int holds)
{
    if (!holds)
        reach_error();
}
int main(void)
{
    enum state state = IDLE;
    unsigned frames = 0;
    while (1) {
        int byte = __VERIFIER_nondet_int();
        switch (state) {
        case IDLE:
            if (byte == 0x7e)
                state = LENGTH;
            break;
        case LENGTH:
            state = byte == 2 ? BODY : IDLE;
            break;
        case BODY:
            if (byte == 0x7d)
                state = END;
            break;
        case END:
            frames += byte == 0x7e;
            state = byte == 0x7e ? LATER : BODY;
            break;
        }
        check(frames < 100000);
    }
}
/* expect: reach false */
/* expect: reach not-false -DLATER=4 */
