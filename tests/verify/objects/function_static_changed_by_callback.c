/* A callback from anywhere may be any function that others see, or call it. */
extern void reach_error(void);
static int changed, fixed = 1;
static const int table[2] = {1, 2};
void set(int value) { changed = value; }
int f(void (*callback)(int), int n)
{
    int own = 3;
    changed = 1;
    callback(n);
    if (fixed != 1 || table[1] != 2 || own != 3) reach_error();
#ifdef WRONG
    if (changed != 1) reach_error();
#endif
    return changed;
}
/* expect: reach true --function f --any-caller uncertified */
/* twin: reach -DWRONG --function f --any-caller */
