/* Reads of volatile structs give anything each time, also where they are copied whole. */
extern void reach_error(void);
struct pair {
    int x, y;
};
struct many {
    int element[20];
};
static volatile struct pair pair;
static volatile struct many many;
static volatile _Atomic int counter;

static int second(struct many m)
{
    return m.element[1];
}
static int copied_twice(void)
{
    struct pair a = pair, b = pair;
    return a.y == b.y;
}
static int passed_twice(void)
{
    return second(many) == second(many);
}
static int added_twice(void)
{
    return __c11_atomic_fetch_add(&counter, 0, 5) == __c11_atomic_fetch_add(&counter, 0, 5);
}
static int read_once(void)
{
    struct pair a = pair, b = a;
    return a.x == b.x && a.y == b.y;
}
static int written(void)
{
    struct many from = {{1, 2, 3}};
    many = from;
    return from.element[2] == 3;
}
int main(void)
{
    if (!CASE()) reach_error();
    return 0;
}
/* expect: reach not-true -DCASE=copied_twice */
/* expect: reach not-true -DCASE=passed_twice LP64 */
/* expect: reach not-true -DCASE=added_twice LP64 */
/* expect: reach true -DCASE=read_once LP64 */
/* expect: reach true -DCASE=written LP64 */
