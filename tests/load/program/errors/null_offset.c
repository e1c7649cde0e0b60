/* A member far from a null pointer is still null. */
struct big { char fill[1000]; int last; };
static int read_last(struct big *p)
{
    return p->last;
}
int main(void) { return read_last(0); }
/* expect: run null-dereference 5 */
