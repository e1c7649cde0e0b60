/* A pointer from outside may lead to a function or a literal that it is compared with, if others know that one. */
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
static int kept(int x) { return x + 1; }
static int told(int x) { return x + 3; }
int (*tell(void))(int) { return told; }
const char *tell_name(void) { return "name"; }
void given_static(int (*p)(int))
{
    if (p == told) reach_error();
}
int only_compared(int (*p)(int))
{
    return p == kept;
}
void given_literal(const char *s)
{
    if (s == "name") reach_error();
}
void given_twice(const char *s, const char *t)
{
    if (s == "name" && t == "name" && s != t) reach_error();
}
/* expect: reach false --function given */
/* expect: reach false --function without_type LP64 */
/* expect: reach false --function called LP64 */
/* expect: reach true --function called_rightly LP64 */
/* expect: reach false --function given_static */
/* expect: reach true --function only_compared LP64 */
/* expect: reach false --function given_literal */
/* expect: reach true --function given_twice LP64 */
