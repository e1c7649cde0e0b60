/* keep may store &x in s; change may then change x through it. */
extern void keep(void *, int *);
extern void change(void *);
extern void reach_error(void);
struct holder { int *p; };
int main(void)
{
    int x = 0;
    struct holder s = {0};
    keep(&s, &x);
    x = 0;
    change(&s);
    if (x) reach_error();
    return 0;
}
/* expect: reach not-true */
