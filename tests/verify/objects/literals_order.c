/* The end of one may be past the start of the other. */
extern void reach_error(void);
int main(void)
{
    const char *p = "over the hill", *q = "hill";
    if (p < q && p + 13 > q) reach_error();
    return 0;
}
/* expect: reach not-true */
