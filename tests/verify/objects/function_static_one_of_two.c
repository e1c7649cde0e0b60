/* A pointer to one of two statics that is only looked through: neither becomes known. */
extern void reach_error(void);
static int kept = 3, other;
static int *chosen(int c)
{
    return c ? &kept : &other;
}
int look(int c)
{
    return *chosen(c);
}
#ifdef GIVEN
int *give(int c)
{
    return c ? GIVEN : 0;
}
#endif
#ifdef WRITTEN
void change(int c)
{
    *chosen(c) = c;
}
#endif
int f(int *outside)
{
    if (outside) *outside = 9;
    if (kept != 3) reach_error();
    return 0;
}
/* expect: reach true --function f --any-caller */
/* twin: reach -DGIVEN=&kept --function f --any-caller */
/* twin: reach -DGIVEN=chosen(c) --function f --any-caller */
/* twin: reach -DWRITTEN --function f --any-caller */
