/* Objects without bytes need no address of their own. */
extern void reach_error(void);
struct nothing {
};
static struct nothing a;
static int b;
static void same(char *p, char *q)
{
    if (p == q) reach_error();
}
int main(void)
{
    same((char *)&a, (char *)&b);
    return 0;
}
/* expect: reach not-true */
