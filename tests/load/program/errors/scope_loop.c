/* The array of variable length of an iteration ends with it. */
static int total(int n)
{
    char *old = 0;
    int sum = 0;
    for (int i = 1; i <= n; i++) {
        char bytes[i];
        bytes[0] = (char)i;
        if (old) sum += *old;
        old = bytes;
    }
    return sum;
}
int main(void) { return total(3); }
/* expect: run out-of-scope 9 */
