extern void reach_error(void);
int main(void)
{
    unsigned x = 0;
    while (x < 90000000)
        if (x < 30000000)
            x++;
        else
            x += 2;
    if (x != 90000000) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/x < 30000000/x < 30000001/ */
