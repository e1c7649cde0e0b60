/* options: -fno-builtin */
/* Functions of the program's own that have names of the C library's: the library goes on with its own. */
#include <stdio.h>
#include <stdlib.h>

unsigned long my_calls;

__SIZE_TYPE__ strlen(const char *text)
{
    my_calls++;
    return (__SIZE_TYPE__)text[0] + 1000;
}

int isdigit(int c)
{
    my_calls++;
    return c == 'x';
}

int isspace(int c)
{
    my_calls++;
    return c == '4';
}

int main(void)
{
    __SIZE_TYPE__ (*volatile length)(const char *) = strlen; /* compilers know what these names mean */
    int (*volatile digit)(int) = isdigit, (*volatile space)(int) = isspace;
    printf("%5d|%-4s|%s\n", 12, "ab", "cde");
    printf("%d %ld %lu\n", atoi(" 42"), strtol("407", NULL, 10), my_calls);
    int a = (int)length("a") - 1000, b = digit(0x78), c = space(0x34);
    printf("%d %d %d %lu\n", a, b, c, my_calls);
    return 0;
}
