extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef ROUNDS
#define ROUNDS 500
#endif
unsigned total, rest = ROUNDS;
int main(void)
{
    while (rest) {
        rest--;
        total += 3;
    }
#ifdef BUG
    if (total == 3 * ROUNDS) reach_error();
#else
    if (total != 3 * ROUNDS) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG -DROUNDS=100000 */
