extern void reach_error(void);
static int hidden = 3;
static int get(const int *p) { return *p; }
int f(int *q)
{
    *q = 9;
    if (get(&hidden) != 3) reach_error();
    return 0;
}
/* expect: reach true --function f --any-caller */
