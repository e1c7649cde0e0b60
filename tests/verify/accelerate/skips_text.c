extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    char text[3000];
    unsigned i = 0;
    text[2999] = 0;
    while (text[i] != 0) i++;
#ifdef BUG
    if (i == 2999) reach_error();
#else
    if (i > 2999) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG */
