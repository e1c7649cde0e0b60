/* No unwinding gets there; a plain run does. */
extern void reach_error(void);
int main(void)
{
    unsigned x = 0, y = 0;
    while (x < 3000000) {
        x++;
        y = x * 3 ^ y;
    }
    if (x == 3000000) reach_error();
    return (int)y;
}
/* expect: reach false */
