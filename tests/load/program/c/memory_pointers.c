/* Pointers into one object: differences, one past the end, negative indices, order, casts to integers and back. */
#include <stdint.h>
#include <stdio.h>
struct point { int x, y; };
static int table[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
static int sum_backwards(const int *end, int n)
{
    int s = 0;
    for (int i = 1; i <= n; i++) s = s * 3 + end[-i];
    return s;
}
int main(void)
{
    int *middle = &table[5], *end = &table[10];
    printf("%td %td %d %d\n", end - table, middle - end, middle[-2], *(end - 1));
    printf("%d\n", sum_backwards(end, 5));
    int count = 0;
    for (const int *p = table; p < end; p += 3) count += *p;
    printf("%d %d %d\n", count, middle > table, middle <= end);
    uintptr_t u = (uintptr_t)middle;
    int *again = (int *)(u + 2 * sizeof(int));
    printf("%d %d\n", *again, again == &table[7]);
    u ^= 0x55aa55aa;
    again = (int *)(u ^ 0x55aa55aa);
    printf("%d\n", *again);
    struct point points[3] = {{1, 2}, {3, 4}, {5, 6}};
    char *bytes = (char *)points;
    printf("%d %d\n", *(int *)(bytes + 2 * sizeof(struct point)), ((struct point *)(bytes + sizeof(struct point)))->y);
    printf("%d %d\n", (uintptr_t)points % _Alignof(struct point) == 0, (int)((char *)&points[2].y - bytes));
    int *other = &points[0].x;
    printf("%d %d\n", other == middle, (void *)other != (void *)bytes);
    return 0;
}
