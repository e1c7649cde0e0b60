extern void reach_error(void);
int main(void)
{
    int x = 1;
    while (x < 10) x++;
    if (x != 10) reach_error();
    return 0;
}
