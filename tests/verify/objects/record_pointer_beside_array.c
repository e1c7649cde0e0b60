/* A pointer beside an array in a record is still the pointer after a loop over the array; a byte of it is not looked at. */
extern unsigned nondet_uint(void);
extern unsigned char nondet_uchar(void);
extern void reach_error(void);
struct line {
    int *count;
    char text[80];
    unsigned length;
};
int main(void)
{
    int count = 0;
    struct line one = {.count = &count};
    while (one.length < 80) {
        one.text[one.length++] = (char)nondet_uchar();
        if (*one.count < 1000) ++*one.count;
    }
    if (one.count != &count) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
