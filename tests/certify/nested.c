extern void reach_error(void);
int main(void)
{
    int total = 0;
    for (int i = 0; i < 5000; i++)
        for (int j = 0; j < 5000; j++) {
            if (i + j > 9998) reach_error();
            total = i;
        }
    if (total < 0) reach_error();
    return 0;
}
