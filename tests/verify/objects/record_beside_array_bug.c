/* The index goes one too far: the last write changes the number behind the array. */
extern unsigned nondet_uint(void);
extern void reach_error(void);
struct block {
    unsigned char data[64];
    unsigned used;
    unsigned long total;
};
int main(void)
{
    struct block one = {.used = 1};
    unsigned i = nondet_uint();
    if (i > 64) return 0;
    one.data[i] = 200;
    if (one.used > 63) reach_error();
    return 0;
}
/* expect: reach false */
/* expect: memsafety true */
