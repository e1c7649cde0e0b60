/* The index times the element's size wraps around, back into the array. */
unsigned long start;
int a[4];
int main(void)
{
    unsigned long i = start;
    i += (unsigned long)-1 / 4 + 1;
    return a[i];
}
/* expect: memsafety false */
