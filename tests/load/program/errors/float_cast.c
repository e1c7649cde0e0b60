/* A float that does not fit. */
int main(void)
{
    volatile double d = 1e10;
    int i = (int)d;
    return i != 0;
}
/* expect: run float-cast 5 */
