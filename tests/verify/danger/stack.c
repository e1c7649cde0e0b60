/* A stack of eight; the error needs many pushes, and three elements then. Overflow of the count comes later. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef WANTED
#define WANTED 3
#endif
static int elements[8];
int main(void)
{
    int top = 0;
    unsigned pushes = 0;
    for (;;) {
        int wish = __VERIFIER_nondet_int();
        if (wish == 1 && top < 8) {
            elements[top++] = 1;
            pushes++;
        } else if (wish == 0 && top > 0)
            top--;
        else
            break;
        if (pushes >= 50000 && top == WANTED)
            reach_error();
    }
    return 0;
}
/* expect: reach false */
/* expect: reach not-false -DWANTED=9 */
