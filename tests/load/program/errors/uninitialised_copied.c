/* Copying what has no value is no error, nor are its defined parts. */
struct record { char kind; int value; };
static struct record make(int v)
{
    struct record r;
    r.value = v;
    return r;
}
int main(void)
{
    struct record r = make(4), s = r;
    struct { unsigned a : 3, b : 5, c : 9; } bits;
    bits.b = 17;
    if (bits.b != 17) return 1;
    return s.value == 4 ? 0 : 1;
}
/* expect: run none */
