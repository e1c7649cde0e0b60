/* A function without body may leave null in an array; the array is large and the index symbolic, so its cells are array terms. */
extern void fill(int **list);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    int *list[100];
    fill(list);
    unsigned k = __VERIFIER_nondet_uint() % 100;
    if (!list[k]) reach_error();
    return 0;
}
/* expect: reach not-true */
