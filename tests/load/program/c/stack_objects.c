/* alloca in loops, arrays of variable length, lifetimes of block-scoped variables, compound literals. */
#include <alloca.h>
#include <stddef.h>
struct cell { int value; struct cell *next; };

static int list(int n)
{
    struct cell *head = NULL;
    for (int i = 0; i < n; i++) {
        struct cell *c = alloca(sizeof *c);
        c->value = i;
        c->next = head;
        head = c;
    }
    int t = 0;
    for (; head; head = head->next) t = t * 3 + head->value;
    return t;
}

static int triangle(int n)
{
    int t = 0;
    for (int i = 1; i <= n; i++) {
        int row[i];
        for (int j = 0; j < i; j++) row[j] = i - j;
        t += row[i - 1] + (int)(sizeof row / sizeof *row);
    }
    return t;
}

static int matrix(int n, int m, int a[n][m])
{
    int t = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) t += a[i][j] * (i + 1);
    return t;
}

static int reborn(int n)
{
    int t = 0;
    for (int i = 0; i < n; i++) {
        int x = i;
        int *p = &x;
        {
            int y = *p * 2, *q = &y;
            *p += *q;
        }
        t += x;
    }
    return t;
}

static int leave(int n)
{
again:;
    char room[n];
    room[n - 1] = (char)n;
    if (room[n - 1] > 3) {
        n--;
        goto again;
    }
    return n;
}

static int literal(struct cell *c) { return c->value + (c->next ? literal(c->next) : 0); }

int main(void)
{
    if (list(4) != ((3 * 3 + 2) * 3 + 1) * 3 + 0) return __LINE__;
    if (triangle(5) != 20) return __LINE__;
    int n = 2, m = 3, a[n][m];
    for (int i = 0; i < n * m; i++) a[i / m][i % m] = i;
    if (matrix(n, m, a) != 3 + 2 * 12) return __LINE__;
    if (sizeof a != 24 || (char *)&a[1] - (char *)a != 12) return __LINE__;
    if (reborn(4) != 18 || leave(10) != 3) return __LINE__;
    return literal(&(struct cell){40, &(struct cell){2, NULL}}) == 42 ? 0 : __LINE__;
}
/* exit: 0 */
