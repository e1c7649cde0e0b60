/* Compound assignments to narrow atomic variables, and to whole ones by floats: clang widens
 * the old value without its sign, which C does not. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef LEAST
#define LEAST 0
#endif
static _Atomic unsigned short plain = 65535;
static struct {
    _Atomic signed char inner;
} box;

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < LEAST || n > 100) return 0;
    _Atomic short narrow = (short)n;
    _Atomic int whole = n;
    _Atomic unsigned char byte = 200;
    narrow /= 3;
    whole *= 0.5;
    box.inner = (signed char)n;
    box.inner %= 7;
    byte >>= 1;
    plain /= 5;
    if (narrow != n / 3 || whole != n / 2) reach_error();
    if (box.inner != n % 7 || byte != 100 || plain != 13107) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: overflow true LP64 */
/* twin: reach s/byte != 100/byte != 101/ */
/* expect: reach not-false -DLEAST=-10 */
/* expect: overflow not-false LP64 -DLEAST=-10 */
