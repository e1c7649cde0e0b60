extern void reach_error(void);
int main(void)
{
    int x, y;
    char *p = (char *)&x;
    char *q = p + ((unsigned long)&y - (unsigned long)p);
    if (q == (char *)&y) reach_error();
    return 0;
}
/* expect: reach not-true */
