int main(void)
{
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        int x = 1;
        p = &x;
        if (*p != 1) return 1;
    }
    return 0;
}
/* expect: memsafety true */
