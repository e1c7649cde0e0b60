extern void reach_error(void);
int main(void)
{
    int a[3], n = 0;
    for (int *p = a + 2; p >= a; p--) {
        *p = 1;
        n++;
    }
    if (n != 3) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
