/* A pointer from outside may lead to a function that it is compared with, if others know that one. */
extern void reach_error(void);
struct handler { int (*act)(int); };
int open_to_all(int x) { return x + 2; }
void given(int (*p)(int))
{
    if (p == open_to_all) reach_error();
}
void without_type(void *p)
{
    if (p == (void *)open_to_all) reach_error();
}
int called(struct handler *h)
{
    int r = 0;
    if (h && h->act == open_to_all) r = h->act(3);
    if (r == 5) reach_error();
    return r;
}
int called_rightly(int (*p)(int))
{
    int r = 0;
    if (p == open_to_all) r = p(3);
    if (r && r != 5) reach_error();
    return r;
}
/* expect: reach false --function given */
/* expect: reach false --function without_type LP64 */
/* expect: reach false --function called LP64 */
/* expect: reach true --function called_rightly LP64 */
