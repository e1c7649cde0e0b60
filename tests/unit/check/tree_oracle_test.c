/* An oracle for trees and paths in the checker of shapes: all concrete trees of small graphs,
 * by brute force.
 *
 * Random graphs (a path, nodes, a tree, one below the other; trees that hang beside; a
 * cursor; numbers in ranges) are expanded into all heaps of at most MOST_NODES nodes.
 * Unfolding must neither add nor lose a heap; where a state entails a graph, each of its
 * heaps must be one of the graph's. */
#include "base/failure.h"
#include "check/shape/entail/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_NODES = 4, RANGE = 2, ROOTS = 2, LEFT = 0, RIGHT = 8, UP = 16, KEY = 24 };
enum { JUNK = 2 * MOST_NODES + 1 }; /* what leads nowhere and is not null, as a node */

static uint64_t seed = 1;

static unsigned chance(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

static const char *const program_text =
    "program 64 entry @main\n"
    "function @main() -> (i32) {\nb0:\n  return i32 0\n}\n";
static struct certificate no_certificate;

static struct heap_checker *new_checker(struct program *p)
{
    struct heap_checker *c = calloc(1, sizeof *c);
    c->base = (struct checker){.program = p, .certificate = &no_certificate, .until = 1e18};
    arena_init(&c->base.arena);
    c->base.terms = terms_new();
    view_init(&c->base.view, c->base.terms, p, &c->base.plans);
    c->solver = solver_new(c->base.terms, "cadical");
    return c;
}

static void free_checker(struct heap_checker *c)
{
    VECTOR_RELEASE(&c->waiting);
    map_release(&c->answers);
    map_release(&c->parsed);
    map_release(&c->names);
    map_release(&c->numbers);
    solver_free(c->solver);
    view_release(&c->base.view);
    plans_release(&c->base.plans);
    arena_release(&c->base.arena);
    terms_free(c->base.terms);
    free(c);
}

/* --- concrete trees: all choices in turn --- */

struct choices {
    unsigned digit[64], base[64], used;
};

static unsigned choose(struct choices *k, unsigned base)
{
    unsigned i = k->used++;
    assert_true(i < 64);
    k->base[i] = base;
    return k->digit[i];
}

static bool next_choice(struct choices *k)
{
    while (k->used && k->digit[k->used - 1] + 1 == k->base[k->used - 1])
        k->digit[--k->used] = 0;
    if (!k->used)
        return false;
    k->digit[k->used - 1]++;
    k->used = 0;
    return true;
}

struct node { /* nodes count from 1; 0 is null */
    int left, right, up, key;
};
struct heap {
    struct heap_checker *c;
    const struct heap_state *s;
    struct choices *choices;
    struct node nodes[2 * MOST_NODES + 2];
    int count;
    int first[20], last[20]; /* of each object; 0: it is not there */
    struct map numbers;
    bool bad; /* too large, or a row does not hold */
};

static struct term number_of(void *context, struct term variable)
{
    struct heap *h = context;
    uint64_t value;
    if (!map_get(&h->numbers, variable.id, &value)) {
        value = term_bv(h->c->base.terms, term_width(h->c->base.terms, variable),
                        choose(h->choices, RANGE))
                    .id;
        map_set(&h->numbers, variable.id, value);
    }
    return (struct term){(uint32_t)value};
}

static int evaluate(struct heap *h, struct term t)
{
    uint64_t value;
    assert_true(term_const_u64(h->c->base.terms,
                               term_evaluate(h->c->base.terms, t, number_of, h), &value));
    return (int)value;
}

static const struct heap_cell *cell_of(const struct heap_object *o, uint32_t at)
{
    for (size_t i = 0; i < o->cells.count; i++)
        if (o->cells.data[i].at == at)
            return &o->cells.data[i];
    return NULL;
}

/* A node with the numbers of the object's elements; 0 if there is no room. */
static int new_node(struct heap *h, const struct heap_object *o)
{
    if (h->count == MOST_NODES)
        h->bad = true;
    if (h->bad)
        return 0;
    struct node *n = &h->nodes[++h->count];
    int id = h->count;
    *n = (struct node){0};
    for (size_t i = 0; i < o->numbers.count; i++)
        map_remove(&h->numbers, o->numbers.data[i].id);
    for (size_t i = 0; i < o->numbers.count; i++)
        number_of(h, o->numbers.data[i]);
    n->key = evaluate(h, cell_of(o, KEY)->value.term);
    for (size_t i = 0; i < o->rows.count; i++) {
        struct term t =
            term_evaluate(h->c->base.terms, o->rows.data[i].condition, number_of, h);
        if (o->rows.data[i].kind == SHAPE_EACH && !term_is_true(h->c->base.terms, t))
            h->bad = true;
    }
    return id;
}

static int any_link(struct heap *h)
{
    return choose(h->choices, 2) ? JUNK : 0;
}

static int grow_nothing(struct heap *h, const struct heap_object *o)
{
    return o->loose ? any_link(h) : 0;
}

static int grow(struct heap *h, const struct heap_object *o, int up, bool there)
{
    if (h->bad || (!there && !choose(h->choices, 2)))
        return 0;
    int id = new_node(h, o);
    if (h->bad)
        return 0;
    h->nodes[id].up = up;
    bool told = term_is(o->child[0]);
    int bits[2] = {told && evaluate(h, o->child[0]), told && evaluate(h, o->child[1])};
    int below[2];
    for (int i = 0; i < 2; i++)
        below[i] = told && !bits[i] ? grow_nothing(h, o) : grow(h, o, id, bits[i]);
    h->nodes[id].left = below[0];
    h->nodes[id].right = below[1];
    return id;
}

/* Elements from the first to the last; the last one's link that leads on is set later. */
static int on_right[2 * MOST_NODES + 2];

static void grow_path(struct heap *h, uint32_t object)
{
    const struct heap_object *o = heap_at(h->s, object);
    unsigned count = o->least + choose(h->choices, MOST_NODES + 1 - o->least);
    int before = 0;
    for (unsigned k = 0; k < count && !h->bad; k++) {
        int id = new_node(h, o);
        if (h->bad)
            return;
        struct heap_value hang = cell_of(o, RIGHT)->value;
        int tree = 0;
        on_right[id] = (int)choose(h->choices, 2);
        if (hang.kind == HEAP_POINTER)
            tree = grow(h, heap_at(h->s, hang.object), id, heap_at(h->s, hang.object)->least);
        *(on_right[id] ? &h->nodes[id].left : &h->nodes[id].right) = tree;
        if (!before)
            h->first[object] = id;
        if (before)
            *(on_right[before] ? &h->nodes[before].right : &h->nodes[before].left) = id;
        h->nodes[id].up = before;
        h->last[object] = before = id;
    }
}

static int resolve(struct heap *h, struct heap_value v)
{
    if (v.kind == HEAP_UNKNOWN)
        return any_link(h);
    if (v.kind != HEAP_POINTER)
        return evaluate(h, v.term);
    return v.target == SHAPE_AT_LAST ? h->last[v.object] : h->first[v.object];
}

static void make_objects(struct heap *h)
{
    for (uint32_t i = 1; i < h->s->objects.count && !h->bad; i++) {
        const struct heap_object *o = heap_at(h->s, i);
        if (!o->present || o->owner)
            continue;
        if (o->kind == SHAPE_REGION)
            h->first[i] = h->last[i] = new_node(h, o);
        if (o->kind == SHAPE_TREE)
            h->first[i] = h->last[i] = grow(h, o, 0, o->least);
        if (o->kind == SHAPE_LIST)
            grow_path(h, i);
    }
}

/* What leads from one object to another. */
static void link_objects(struct heap *h)
{
    for (uint32_t i = 1; i < h->s->objects.count && !h->bad; i++) {
        const struct heap_object *o = heap_at(h->s, i);
        if (!o->present || o->owner || !h->first[i])
            continue;
        struct node *first = &h->nodes[h->first[i]], *last = &h->nodes[h->last[i]];
        if (cell_of(o, UP))
            first->up = resolve(h, cell_of(o, UP)->value);
        if (o->kind == SHAPE_LIST)
            *(on_right[h->last[i]] ? &last->right : &last->left) =
                resolve(h, cell_of(o, LEFT)->value);
        if (o->kind != SHAPE_REGION)
            continue;
        first->left = resolve(h, cell_of(o, LEFT)->value);
        first->right = resolve(h, cell_of(o, RIGHT)->value);
    }
    for (size_t i = 0; i < h->s->facts.count && !h->bad; i++)
        h->bad =
            !term_is_true(h->c->base.terms,
                          term_evaluate(h->c->base.terms, h->s->facts.data[i], number_of, h));
}

/* --- a heap as text: nodes are named as they are found --- */

struct naming {
    int name[2 * MOST_NODES + 2], order[2 * MOST_NODES + 2], count;
};

static int name_of(struct naming *n, int node)
{
    if (node == JUNK)
        return JUNK;
    if (node && !n->name[node]) {
        n->order[n->count++] = node;
        n->name[node] = n->count;
    }
    return n->name[node];
}

static void tell(struct heap *h, struct text *t, bool ups)
{
    struct naming n = {0};
    const struct heap_frame *f = &h->s->frames.data[0];
    for (size_t i = 0; i < f->values.count; i++)
        if (f->values.data[i].kind != HEAP_NONE)
            text_add(t, " n%d", name_of(&n, resolve(h, f->values.data[i])));
    for (int i = 0; i < n.count; i++) {
        const struct node *k = &h->nodes[n.order[i]];
        int left = name_of(&n, k->left), right = name_of(&n, k->right);
        text_add(t, " | n%d n%d n%d key %d", left, right, ups ? name_of(&n, k->up) : 0,
                 k->key);
    }
    text_add(t, " others %d", h->count - n.count);
}

struct heaps {
    VECTOR(char *) all;
    struct text_map index;
};

static void add_heap(struct heaps *k, const char *text)
{
    uint64_t n;
    if (text_map_get(&k->index, text, &n))
        return;
    char *copy = strdup(text);
    VECTOR_PUSH(&k->all, copy);
    text_map_set(&k->index, copy, 1);
}

static void heaps_release(struct heaps *k)
{
    for (size_t i = 0; i < k->all.count; i++)
        free(k->all.data[i]);
    VECTOR_RELEASE(&k->all);
    text_map_release(&k->index);
}

static void expand(struct heap_checker *c, const struct heap_state *s, bool ups,
                   struct heaps *out)
{
    struct choices choices = {0};
    do {
        struct heap h = {.c = c, .s = s, .choices = &choices};
        make_objects(&h);
        link_objects(&h);
        if (!h.bad) {
            struct text t = {0};
            tell(&h, &t, ups);
            add_heap(out, text_of(&t));
            text_release(&t);
        }
        map_release(&h.numbers);
    } while (next_choice(&choices));
}

/* --- random graphs --- */

struct recipe { /* what two graphs that are compared have in common */
    bool ups, cursor;
};
struct drawing {
    struct text objects, numbers, cells, rows;
    const struct recipe *r;
    unsigned count, number;
};

static void draw_row(struct drawing *d, unsigned object)
{
    static const char *const conditions[] = {"(= v%u #x00000001)", "(= v%u #x00000000)",
                                             "(bvule v%u #x00000000)"};
    if (chance(3))
        return;
    text_add(&d->rows, "    each o%u ", object);
    text_add(&d->rows, conditions[chance(3)], d->number);
    text_put(&d->rows, "\n");
}

/* Numbers that tell of the links, and perhaps of the key, which gets the next number. */
static void draw_bits(struct drawing *d, unsigned tree)
{
    static const char *const conditions[] = {
        "(or (= v%u #x00000001) (= v%u #b1))", "(or (= v%u #x00000000) (= v%u #b1))",
        "(or (= v%u #x00000000) (= v%u #b0))", "(or (= v%u #x00000001) (= v%u #b0))"};
    unsigned left = ++d->number, right = ++d->number;
    text_add(&d->objects, " left v%u right v%u%s", left, right, chance(2) ? " loose" : "");
    for (unsigned i = left; i <= right; i++) {
        text_add(&d->numbers, "    number v%u 1 owner o%u\n", i, tree);
        if (!chance(3))
            continue;
        text_add(&d->rows, "    each o%u ", tree);
        text_add(&d->rows, conditions[chance(4)], right + 1, i);
        text_put(&d->rows, "\n");
    }
}

/* A tree below o`parent` (0: none), or at each of its elements; its number. */
static unsigned draw_tree(struct drawing *d, unsigned parent, const char *target, bool owned)
{
    unsigned o = ++d->count;
    text_add(&d->objects, "    tree o%u 32 heap 77ab0c11d0e2f345 head 0 next 0 or 8%s%s", o,
             d->r->ups ? " prev 16" : "", !owned && chance(2) ? " least 1" : "");
    if (chance(2))
        draw_bits(d, o);
    if (owned)
        text_add(&d->objects, " owner o%u", parent);
    text_put(&d->objects, "\n");
    text_add(&d->numbers, "    number v%u 32 owner o%u\n", ++d->number, o);
    text_add(&d->cells, "    cell o%u 24 4 v%u\n", o, d->number);
    if (d->r->ups && parent)
        text_add(&d->cells, "    cell o%u 16 8 o%u%s+0\n", o, parent, target);
    if (d->r->ups && !parent)
        text_add(&d->cells, "    cell o%u 16 8 null\n", o);
    draw_row(d, o);
    return o;
}

/* Parts one below the other: perhaps a path, up to two nodes, null or a tree. */
static void draw(struct text *out, const struct recipe *r)
{
    struct drawing d = {.r = r};
    unsigned part[6], parts = 0, above = 0;
    bool path = chance(3) == 0;
    unsigned nodes = chance(3), kind[6];
    if (path)
        kind[parts] = 0, part[parts++] = ++d.count;
    if (path)
        text_add(&d.objects,
                 "    list o%u 32 heap 77ab0c11d0e2f345 head 0 next 0 or 8%s least %u\n",
                 d.count, r->ups ? " prev 16" : "", 1 + chance(2));
    for (unsigned i = 0; i < nodes; i++) {
        kind[parts] = 1, part[parts++] = ++d.count;
        text_add(&d.objects, "    region o%u 32 heap 77ab0c11d0e2f345\n", d.count);
    }
    for (unsigned i = 0; i < parts; i++) {
        text_add(&d.numbers,
                 kind[i] ? "    number v%u 32\n" : "    number v%u 32 owner o%u\n",
                 ++d.number, part[i]);
        text_add(&d.cells, "    cell o%u 24 4 v%u\n", part[i], d.number);
        if (!kind[i])
            draw_row(&d, part[i]);
        if (kind[i] && chance(2))
            text_add(&d.rows, "    fact (= v%u #x0000000%u)\n", d.number, chance(RANGE));
        if (r->ups && !above)
            text_add(&d.cells, "    cell o%u 16 8 null\n", part[i]);
        if (r->ups && above)
            text_add(&d.cells, "    cell o%u 16 8 o%u%s+0\n", part[i], above,
                     kind[i - 1] ? "" : ".last");
        above = part[i];
    }
    bool end = chance(4) > 0 || r->cursor || !parts;
    unsigned tree =
        end ? draw_tree(&d, above, parts && !kind[parts - 1] ? ".last" : "", false) : 0;
    for (unsigned i = 0; i < parts; i++) {
        unsigned next = i + 1 < parts ? part[i + 1] : tree, hang = 0,
                 on = kind[i] ? 8 * chance(2) : 0;
        if (chance(2))
            hang = draw_tree(&d, part[i], kind[i] ? "" : ".self", !kind[i]);
        text_add(&d.cells, next ? "    cell o%u %u 8 o%u+0\n" : "    cell o%u %u 8 null\n",
                 part[i], on, next);
        const char *nothing = kind[i] && chance(3) == 0 ? "    cell o%u %u 8 unknown\n"
                                                        : "    cell o%u %u 8 null\n";
        text_add(&d.cells, hang ? "    cell o%u %u 8 o%u+0\n" : nothing, part[i], 8 - on,
                 hang);
    }
    text_add(out, "graph\n%s%s", text_of(&d.objects), text_of(&d.numbers));
    text_add(out, "    root 0 0 o%u%s+0\n", parts ? part[0] : tree,
             parts && !kind[0] ? ".first" : "");
    unsigned at = nodes && chance(2) ? part[parts - 1] : tree;
    if (r->cursor)
        text_add(out, "    root 0 1 o%u+0\n", at);
    text_add(out, "%s%s", text_of(&d.cells), text_of(&d.rows));
    text_release(&d.objects);
    text_release(&d.numbers);
    text_release(&d.cells);
    text_release(&d.rows);
}

static struct heap_state *random_state(struct heap_checker *c, const struct recipe *r,
                                       struct text *t, shape_graphs *g)
{
    draw(t, r);
    char *copy = strdup(text_of(t)), *rest;
    const char *why;
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (!shape_line_read(g, line))
            fail_msg("'%s' of\n%s", line, text_of(t));
    free(copy);
    if (!shape_graph_fits(&g->data[0], 8, &why))
        fail_msg("%s: %s", why, text_of(t));
    struct heap_state *s = calloc(1, sizeof *s);
    term_list numbers = {0};
    assert_true(heap_read(c, &g->data[0], s, &numbers));
    struct heap_frame frame = {.f = &c->base.program->functions.data[0]};
    for (int i = 0; i < ROOTS; i++)
        VECTOR_PUSH(&frame.values, (struct heap_value){.kind = HEAP_NONE});
    for (size_t i = 0; i < g->data[0].roots.count; i++)
        frame.values.data[g->data[0].roots.data[i].instruction] =
            heap_read_value(c, &g->data[0].roots.data[i].value, &numbers);
    VECTOR_PUSH(&s->frames, frame);
    VECTOR_RELEASE(&numbers);
    return s;
}

/* --- the tests --- */

static void unfolding_keeps_all_trees(void **state)
{
    unsigned tried = 0;
    for (seed = 1; tried < 300;) {
        struct heap_checker *c = new_checker(*state);
        struct recipe r = {chance(2), chance(2)};
        struct text t = {0};
        shape_graphs g = {0};
        struct heap_state *s = random_state(c, &r, &t, &g);
        uint32_t object = 1 + chance((unsigned)g.data[0].objects.count);
        struct heaps before = {0}, after = {0};
        uint64_t n;
        expand(c, s, r.ups, &before);
        bool list = heap_at(s, object)->kind == SHAPE_LIST;
        if (heap_at(s, object)->owner || heap_at(s, object)->kind == SHAPE_REGION) {
            heap_free(s);
        } else {
            heap_unfold(c, s, object,
                        list ? (chance(2) ? SHAPE_AT_FIRST : SHAPE_AT_LAST) : SHAPE_AT_NODE);
            for (size_t i = 0; i < c->waiting.count; i++) {
                expand(c, c->waiting.data[i], r.ups, &after);
                heap_free(c->waiting.data[i]);
            }
            for (size_t i = 0; i < before.all.count; i++)
                if (!text_map_get(&after.index, before.all.data[i], &n))
                    fail_msg("lost: %s\n%s", before.all.data[i], text_of(&t));
            if (before.all.count != after.all.count)
                fail_msg("%zu heaps became %zu:\n%s", before.all.count, after.all.count,
                         text_of(&t));
            tried++;
        }
        heaps_release(&before);
        heaps_release(&after);
        shape_graphs_release(&g);
        text_release(&t);
        free_checker(c);
    }
}

static void entailment_keeps_all_trees(void **state)
{
    unsigned held = 0, with_heaps = 0, tried = 0;
    for (seed = 2; held < 200; tried++) {
        struct heap_checker *c = new_checker(*state);
        struct recipe r = {chance(2), chance(2)};
        struct text t = {0}, u = {0};
        shape_graphs g = {0}, w = {0};
        struct heap_state *s = random_state(c, &r, &t, &g),
                          *wanted = random_state(c, &r, &u, &w);
        if (heap_entails(c, s, &w.data[0], CERTIFICATE_AT_HEAD, NULL)) {
            struct heaps given = {0}, all = {0};
            uint64_t n;
            expand(c, s, r.ups, &given);
            expand(c, wanted, r.ups, &all);
            for (size_t i = 0; i < given.all.count; i++)
                if (!text_map_get(&all.index, given.all.data[i], &n))
                    fail_msg("%s\nis of\n%sbut not of\n%s", given.all.data[i], text_of(&t),
                             text_of(&u));
            held++;
            with_heaps += given.all.count > 0;
            heaps_release(&given);
            heaps_release(&all);
        }
        heap_free(s);
        heap_free(wanted);
        shape_graphs_release(&g);
        shape_graphs_release(&w);
        text_release(&t);
        text_release(&u);
        free_checker(c);
    }
    assert_true(with_heaps > held / 3);
    print_message("%u of %u pairs entail, %u of them with heaps\n", held, tried, with_heaps);
}

static int set_up(void **state)
{
    struct failure failure = {0};
    *state = program_parse(program_text, &failure);
    return *state ? 0 : -1;
}

static int tear_down(void **state)
{
    program_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unfolding_keeps_all_trees),
        cmocka_unit_test(entailment_keeps_all_trees),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
