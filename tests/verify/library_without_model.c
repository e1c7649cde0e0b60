extern double sin(double);
extern void reach_error(void);
int main(void)
{
    if (sin(1.0) > 2.0) reach_error();
    return 0;
}
/* expect: reach not-false */
