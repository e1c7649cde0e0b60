extern void reach_error(void);
static int count;
int *counter(void) { return &count; }
void f(int *p)
{
    if (!p) return;
    count = 1;
    *p = 2;
    if (count != 1) reach_error();
}
int main(void)
{
    f(counter());
    return 0;
}
/* expect: reach false --function f --any-caller */
