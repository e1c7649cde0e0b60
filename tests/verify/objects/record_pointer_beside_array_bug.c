/* The twin writes one element before the array: into the pointer. */
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
    char *last = one.text + nondet_uint() % 81;
    last[-1] = (char)nondet_uchar();
    if (one.count != &count) reach_error();
    return 0;
}
/* expect: reach false */
