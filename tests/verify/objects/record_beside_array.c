/* A number beside an array in a record: writes to elements leave it alone, as long as they are writes to elements. */
extern unsigned nondet_uint(void);
extern unsigned char nondet_uchar(void);
extern void reach_error(void);
struct block {
    unsigned char data[64];
    unsigned used;
    unsigned long total;
};
static struct block one;
int main(void)
{
    while (nondet_uint()) {
        one.data[one.used] = nondet_uchar();
        if (++one.used == 64) {
            one.total++;
            one.used = 0;
        }
    }
    if (one.used > 63) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
