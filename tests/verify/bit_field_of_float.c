/* A float that is converted to a bit-field must fit into the field's own width; one that is
 * first converted to another type need not. */
#ifndef FORM
#define FORM 0
#endif
#ifndef MOST
#define MOST 7
#endif
#define SET(s, v) ((s).few = (v))
#define SET_INT(s, v) ((s).few = (unsigned)(v))
struct parts {
    unsigned few : 3;
    signed some : 5;
    unsigned many : 24;
};
struct whole {
    int byte : 8;
    char other;
};
extern unsigned __VERIFIER_nondet_uint(void);

static int set(struct parts *p, struct whole *w, double d)
{
    switch (FORM) {
    case 0: return p->few = d;
    case 1: return p->few = (d * 1);
    case 2: p->few += d; return 0;
    case 3: p->some = 8 + d; return 0;
    case 4: w->byte = d + 120; return 0;
    case 5: SET(*p, d); return 0;
    case 6: p->few = (unsigned)d; return 0;
    case 7: p->few = (unsigned)(d * 100); return 0;
    case 8: SET_INT(*p, d); return 0;
    case 9: *p = (struct parts){.few = d}; return 0;
    default: {
        unsigned few = *(unsigned *)w;
        few = (few & ~7u) | ((unsigned)d & 7u);
        w->other = (int)d * 100;
        return few > 0;
    }
    }
}

int main(void)
{
    struct parts p = {0};
    struct whole w = {0};
    unsigned n = __VERIFIER_nondet_uint();
    return n <= MOST ? set(&p, &w, n) > 0 : 0;
}
/* expect: overflow true */
/* expect: overflow false(float-cast) -DMOST=8 */
/* expect: overflow true LP64 -DFORM=1 */
/* expect: overflow false(float-cast) LP64 -DMOST=8 -DFORM=1 */
/* expect: overflow true LP64 -DFORM=2 */
/* expect: overflow false(float-cast) LP64 -DMOST=8 -DFORM=2 */
/* expect: overflow true LP64 -DFORM=3 */
/* expect: overflow false(float-cast) LP64 -DMOST=8 -DFORM=3 */
/* expect: overflow true LP64 -DFORM=4 */
/* expect: overflow false(float-cast) ILP32 -DMOST=8 -DFORM=4 */
/* expect: overflow true LP64 -DFORM=5 */
/* expect: overflow not-true LP64 -DMOST=8 -DFORM=5 */
/* expect: overflow true LP64 -DMOST=50 -DFORM=6 */
/* expect: overflow true LP64 -DMOST=50 -DFORM=7 */
/* expect: overflow not-false LP64 -DMOST=8 -DFORM=8 */
/* expect: overflow true LP64 -DFORM=9 */
/* expect: overflow false(float-cast) LP64 -DMOST=8 -DFORM=9 */
/* expect: overflow true LP64 -DMOST=50 -DFORM=10 */
