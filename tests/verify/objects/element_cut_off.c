/* Seen as elements of four bytes, the object ends in the middle of one, whose bytes are initialised too. */
extern unsigned nondet(void);
extern void reach_error(void);
static struct __attribute__((packed)) { int a[100]; char tail[2]; } whole = {{0}, {1, 2}};
int main(void)
{
    unsigned i = nondet();
    if (i >= 100) return 0;
    whole.a[i] = 1;
    if (i * 2654435761u == 0x96af9a3du && whole.tail[1] == 2) reach_error();
    return 0;
}
/* expect: reach false */
