/* A pointer without a value. */
struct pair { int *first, *second; };
int main(void)
{
    struct pair p;
    int x = 1;
    p.first = &x;
    *p.first = 2;
    *p.second = 2;
    return 0;
}
/* expect: run uninitialised 9 */
