/* A negative index of a local array. */
static int pick(const int *a, int i)
{
    return a[i];
}
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    return pick(a, 2) + pick(a, -1);
}
/* expect: run out-of-bounds 4 */
