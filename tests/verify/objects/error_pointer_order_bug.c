extern void reach_error(void);
int main(void)
{
    char *high = (char *)-256L, *low = (char *)0x1000;
    if (high > low) reach_error();
    return 0;
}
/* expect: reach false */
