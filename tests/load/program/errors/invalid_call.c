/* A call of what is no function. */
int main(void)
{
    static int data = 3;
    int (*f)(void) = (int (*)(void))&data;
    return f();
}
/* expect: run invalid-pointer 6 */
