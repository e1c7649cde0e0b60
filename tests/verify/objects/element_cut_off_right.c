/* The twin of element_cut_off.c: what the cut off element holds is known. */
extern unsigned nondet(void);
extern void reach_error(void);
static struct __attribute__((packed)) { int a[100]; char tail[2]; } whole = {{0}, {1, 2}};
int main(void)
{
    unsigned i = nondet();
    if (i >= 100) return 0;
    whole.a[i] = 1;
    if (whole.tail[0] != 1 || whole.tail[1] != 2) reach_error();
    return 0;
}
/* expect: reach true */
