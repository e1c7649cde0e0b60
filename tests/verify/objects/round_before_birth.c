int main(void)
{
    int *p = 0;
    for (;;) {
        int x = 1;
        if (p) return *p;
        p = &x;
    }
}
/* expect: memsafety false */
