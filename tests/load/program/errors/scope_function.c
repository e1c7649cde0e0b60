/* A pointer to a local of a function that has returned. */
static int *make(void)
{
    int local = 5;
    int *p = &local;
    return p;
}
int main(void)
{
    int *p = make();
    return *p;
}
/* expect: run out-of-scope 11 */
