/* The address is handed to functions that do not keep it. */
extern void reach_error(void);
static int buffer[4];
static int *fill(int *to, int value)
{
    for (int i = 0; i < 4; i++) to[i] = value;
    return to;
}
void f(int *p)
{
    if (!p) return;
    int *q = fill(buffer, 1);
    *p = 2;
    if (q[0] != 1) reach_error();
}
int main(void)
{
    int x;
    f(&x);
    return 0;
}
/* expect: reach true --function f --any-caller uncertified */
