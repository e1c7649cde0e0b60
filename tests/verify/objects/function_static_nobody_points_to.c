/* Nobody takes the address of `count`: no pointer from outside leads to it. */
extern void reach_error(void);
static int count;
void f(int *p)
{
    if (!p) return;
    count = 1;
    *p = 2;
    if (count != 1) reach_error();
}
int main(void)
{
    int x;
    f(&x);
    return 0;
}
/* expect: reach true --function f --any-caller uncertified */
