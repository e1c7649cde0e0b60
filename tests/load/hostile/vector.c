/* Overflow of vector elements: no site is placed, so it is not a question that can be answered. */
typedef int four __attribute__((vector_size(16)));
int main(void)
{
    four a = {2147483647, 1, 2, 3}, b = {1, 1, 1, 1};
    four c = a + b;
    return c[0] != -2147483647 - 1;
}
