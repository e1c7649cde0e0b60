volatile int stop;
int main(void)
{
    while (!stop)
        ;
    return 0;
}
/* expect: termination not-true */
