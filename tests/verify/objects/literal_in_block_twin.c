extern void reach_error(void);
struct point { int x, y; };
static int sum(const struct point *p) { return p->x + p->y; }
int main(void)
{
    struct point *p = &(struct point){1, 2};
    int n = 0;
    for (int i = 0; i < 3; i++) {
        int *q = (int[]){i, 1};
        n += sum(&(struct point){q[0], q[1]});
    }
    p->x++;
    if (sum(p) != 4 || n != 6) reach_error();
    return 0;
}
/* expect: memsafety true */
/* expect: reach true */
