/* A pointer that is moved by its own address is null, whatever it named. */
extern void reach_error(void);
int main(void)
{
    int x;
    char *p = (char *)&x;
    char *q = p - (unsigned long)p;
    if (q == 0) reach_error();
    return 0;
}
/* expect: reach false */
/* expect: reach not-true --engine ai */
/* expect: reach not-true --engine shapes */
