/* What the program calls as the library does is still its own. */
#include <stddef.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void)
{
    abort();
}
int index = 2; /* no reserved name */

void *memset(void *to, int value, size_t count)
{
    char *bytes = to;
    for (size_t i = 0; i < count + (WAY == 1); i++)
        bytes[i] = (char)value;
    return to;
}
int abs(int value)
{
    return value < 0 && value != -100 * (WAY == 2) ? -value : value;
}
double floor(double value)
{
    return WAY == 3 ? value : value - 0.5;
}
size_t strlen(const char *text)
{
    return text[0] ? 1 : 0;
}
void bzero(void *to, size_t count)
{
    *(char *)to = (char)(count + (WAY == 4));
}
int main(void)
{
    char room[4];
    int value = __VERIFIER_nondet_int();
    memset(room, 1, sizeof room);
    if (value > -1000 && abs(value) < 0) reach_error();
    if (floor(1.5) != 1.0) reach_error();
    if (strlen("abc") != 1) reach_error();
    bzero(room, 3);
    if (room[0] != 3 || index != 2) reach_error();
    return 0;
}
/* expect: memsafety true -DWAY=0 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=1 LP64 */
/* expect: reach true -DWAY=0 LP64 */
/* expect: reach false(unreach-call) -DWAY=2 LP64 */
/* expect: reach false(unreach-call) -DWAY=3 LP64 */
/* expect: reach false(unreach-call) -DWAY=4 ILP32 */
