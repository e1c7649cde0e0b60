extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void)
{
    abort();
}
static void fine(void)
{
}
static void (*const table[2])(void) = {fine, reach_error};
#ifndef LAST
#define LAST 1
#endif
int main(void)
{
    void (*direct)(void) = reach_error;
    int choice = __VERIFIER_nondet_int();
    if (choice == 7 && LAST) direct();
    if (choice >= 0 && choice <= LAST) table[choice]();
    return 0;
}
/* expect: reach false */
/* expect: reach true -DLAST=0 */
