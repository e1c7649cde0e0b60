extern void reach_error(void);
int main(void)
{
    char x[40], *p = x;
    while (p < x + 40) {
        if (p == 0) reach_error();
        *p++ = 1;
    }
    return 0;
}
/* expect: reach true */
