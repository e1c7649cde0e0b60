/* Labels in a table differ from each other and from labels elsewhere. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void *other(void)
{
    return &&there;
there:
    return 0;
}
int main(void)
{
    static void *const table[] = {&&one, &&two, &&two};
    void *local[] = {&&two, &&one};
    unsigned i = __VERIFIER_nondet_uint() % 2;
    int way = 0;
    if (other() == table[i] || local[i] == table[i] || table[1] != table[2]) reach_error();
    goto *table[i];
one:
    way = 1;
    goto end;
two:
    way = 2;
end:
    if (way != (int)i + 1) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/local.i. == /local[1 - i] == / */
