/* Functions that are certified alone, and one that is wrong. */
extern void reach_error(void);
int total;
int right(int *numbers, int count, int start)
{
    if (start < 0 || start > count) return 0;
    int i = start;
    while (i != count) {
        if (i >= count) reach_error();
        numbers[i] = 1;
        i++;
    }
    return i;
}
int wrong(int *numbers, int count, int start)
{
    if (start < 0) return 0;
    int i = start;
    while (i != count) {
        if (i >= count) reach_error();
        numbers[i] = 1;
        i++;
    }
    return i;
}
int aliased(int *a, int *b)
{
    if (!a || !b) return 0;
    *a = 1;
    *b = 2;
    if (*a == 2 && a != b) reach_error();
    return total;
}
int main(void) { return 0; }
