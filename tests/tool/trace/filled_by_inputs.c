/* Inputs are told by what they fill. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct lock {
    int tries;
    unsigned char key[4];
};
static struct lock doors[3];
int main(void)
{
    unsigned char typed[4];
    struct lock lock;
    struct lock *door = &doors[1];
    for (int i = 0; i < 4; i++) typed[i] = __VERIFIER_nondet_uchar();
    lock.key[1] = __VERIFIER_nondet_uchar();
    lock.tries = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) door[i - 1].tries = __VERIFIER_nondet_int();
    if (typed[2] == 7 && lock.key[1] == 3 && lock.tries == -2 && doors[2].tries == 9) reach_error();
    return 0;
}
/* expect: reach false */
/* says: input typed[2] = 7 */
/* says: input lock.key[1] = 3 */
/* says: input lock.tries = -2 */
/* says: input doors[2].tries = 9 */
