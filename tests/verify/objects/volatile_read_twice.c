extern void reach_error(void);
volatile int x;
int main(void)
{
    int a = x, b = x;
    if (a != b) reach_error();
    return 0;
}
/* expect: reach unknown */
