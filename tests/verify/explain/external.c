/* A function without body may change what its argument leads to. */
extern void look(const int *);
extern void reach_error(void);
int main(void)
{
    int x = 1;
    look(&x);
    if (x != 1) reach_error();
    return 0;
}
