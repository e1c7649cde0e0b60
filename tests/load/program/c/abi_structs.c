/* Structs by value are cut into integer and float pieces by the calling convention; memory is then read at other types. */
struct pair { float x, y; };
struct triple { float x, y, z; };
struct mixed { long a; int b; };
struct doubles { double d; int i; };
struct tiny { char c; };
struct bytes { char c[5]; };
struct big { int a; long b; char c; int d[4]; };
union either { int i; float f; };
struct nested { struct tiny t; struct pair p; short s; };

static struct pair swap_pair(struct pair p) { struct pair q = {p.y, p.x}; return q; }
static struct triple scale(struct triple t, float k) { t.x *= k; t.y *= k; t.z *= k; return t; }
static struct mixed step(struct mixed m) { m.a++; m.b--; return m; }
static struct doubles half(struct doubles d) { d.d /= 2; d.i *= 3; return d; }
static struct tiny next(struct tiny t) { t.c++; return t; }
static struct bytes reverse(struct bytes b)
{
    struct bytes r;
    for (int i = 0; i < 5; i++) r.c[i] = b.c[4 - i];
    return r;
}
static struct big change(struct big b) { b.a = -b.a; b.d[2] += b.c; return b; }
static union either flip(union either e) { e.i ^= 0x40000000; return e; }
static struct nested turn(struct nested n) { n.t = next(n.t); n.p = swap_pair(n.p); n.s = -n.s; return n; }
static int sum(struct mixed a, struct big b, struct pair c, int d) { return (int)a.a + a.b + b.a + b.d[3] + (int)c.y + d; }

int main(void)
{
    struct pair p = swap_pair((struct pair){1.5f, -2.0f});
    if (p.x != -2.0f || p.y != 1.5f) return __LINE__;
    struct triple t = scale((struct triple){1, 2, 3}, 2);
    if (t.x != 2 || t.y != 4 || t.z != 6) return __LINE__;
    struct mixed m = step((struct mixed){41, 7});
    if (m.a != 42 || m.b != 6) return __LINE__;
    struct doubles d = half((struct doubles){5.0, 4});
    if (d.d != 2.5 || d.i != 12) return __LINE__;
    if (next((struct tiny){'a'}).c != 'b') return __LINE__;
    struct bytes b = reverse((struct bytes){{1, 2, 3, 4, 5}});
    if (b.c[0] != 5 || b.c[1] != 4 || b.c[4] != 1) return __LINE__;
    struct big g = {10, 20, 3, {1, 2, 30, 4}}, h = change(g);
    if (g.a != 10 || g.d[2] != 30) return __LINE__; /* the callee changed its copy */
    if (h.a != -10 || h.b != 20 || h.c != 3 || h.d[2] != 33) return __LINE__;
    union either e = {.f = 2.0f};
    if (flip(e).i != 0) return __LINE__;
    struct nested n = turn((struct nested){{'x'}, {1, 2}, 9});
    if (n.t.c != 'y' || n.p.x != 2 || n.p.y != 1 || n.s != -9) return __LINE__;
    struct mixed (*through)(struct mixed) = step;
    if (through(m).a != 43) return __LINE__;
    if (sum(m, g, p, 100) != 42 + 6 + 10 + 4 + 1 + 100) return __LINE__;
    return 0;
}
/* exit: 0 */
