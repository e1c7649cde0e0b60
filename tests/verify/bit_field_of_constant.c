/* Constants that clang converts itself leave nothing but the bits that a field keeps. */
#ifndef E
#define E 0.0
#endif
struct parts {
    unsigned few : 3;
    signed some : 5;
};

int main(void)
{
    struct parts p = {1, 2}, q = {E, 1};
    p.few = 5;
#ifdef LATER
    p.few = LATER;
#endif
    return p.few + q.some > 6;
}
/* expect: overflow true */
/* expect: overflow not-true LP64 -DE=8.0 */
/* expect: overflow not-true LP64 -DLATER=8.0 */
