/* A callee writes through the address and does not keep it: no caller has it. */
extern void reach_error(void);
static int hidden = 3;
static void set(int *p) { *p = 4; }
static int get(const int *p) { return *p; }
extern void outside(void);
int f(int *q)
{
    set(&hidden);
    outside();
    *q = 9;
    if (get(&hidden) != 4) reach_error();
    return 0;
}
/* expect: reach true --function f --any-caller */
