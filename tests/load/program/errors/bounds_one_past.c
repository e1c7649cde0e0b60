/* One past the end may be made and compared, not read. */
int main(void)
{
    int a[3] = {1, 2, 3}, sum = 0;
    const int *end = a + 3;
    for (const int *p = a; p != end; p++) sum += *p;
    return sum + *end;
}
/* expect: run out-of-bounds 7 */
