/* A pointer to a variable of a block that was left. */
int main(void)
{
    int *p = 0;
    {
        int inner = 3;
        p = &inner;
        *p = 4;
    }
    return *p;
}
/* expect: run out-of-scope 10 */
