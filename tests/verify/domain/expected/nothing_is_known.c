extern void reach_error(void);
int main(void)
{
    int a = 0;
    unsigned b = 0;
    while (a || b < 10) {
        --a;
        ++b;
        a = (int)(-b - (unsigned)a);
        if (a != (int)(-b - (unsigned)(int)(-b - (unsigned)a))) reach_error();
    }
    return 0;
}
/* I19 Listing 1: the interval of each variable is that of its type, (9) */
