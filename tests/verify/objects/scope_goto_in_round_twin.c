extern void reach_error(void);
int main(void)
{
    int *p = 0, sum = 0;
    for (int i = 0; i < 4; i++) {
        if (i == 1) goto next;
        int y = i;
        p = &y;
        sum += *p;
    next:;
    }
    if (sum != 5) reach_error();
    return 0;
}
/* expect: memsafety true */
/* expect: reach true */
