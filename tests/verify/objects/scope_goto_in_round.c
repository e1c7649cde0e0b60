/* The variable of an earlier round, whose declaration is jumped over. */
int main(void)
{
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        if (i == 1) goto next;
        int y = i;
        if (p) return *p;
        p = &y;
    next:;
    }
    return 0;
}
/* expect: memsafety false */
