/* An oracle for the checker of shapes: all concrete heaps of small graphs, by brute force.
 *
 * Random graphs (chains and rings of regions and lists, linked in one way or two, with
 * numbers and rows) are expanded into all heaps of at most MOST_NODES nodes with numbers of a
 * small range. Unfolding must neither add nor lose a heap; where a state entails a graph,
 * each of its heaps must be one of the graph's. Bytes of regions are compared with an array
 * of bytes. */
#include "base/failure.h"
#include "check/shape/entail/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_NODES = 4, RANGE = 2, MOST_CELLS = 4, ROOTS = 4 };

/* --- chance --- */

static uint64_t seed = 1;

static unsigned chance(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

/* --- the checker around it --- */

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

/* --- concrete heaps: all choices in turn --- */

struct word { /* a number, or a pointer to node `node` (from 1 on) */
    int node;
    int64_t number; /* or offset */
};
struct node {
    uint32_t at[MOST_CELLS];
    struct word value[MOST_CELLS];
    unsigned cells;
};
struct instance { /* of an object: its nodes in order */
    int node[MOST_NODES + 1];
    unsigned count;
};
struct choices {
    unsigned digit[64], base[64], used;
};
struct heap {
    struct heap_checker *c;
    const struct heap_state *s;
    struct choices *choices;
    struct node nodes[40];
    int count;
    struct instance instance[40];
    struct map numbers; /* variable to constant */
    bool too_large;
    bool covers;
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

static struct term number_of(void *context, struct term variable)
{
    struct heap *h = context;
    uint64_t value;
    if (!map_get(&h->numbers, variable.id, &value)) {
        unsigned width = term_width(h->c->base.terms, variable);
        value = term_bv(h->c->base.terms, width, choose(h->choices, RANGE)).id;
        map_set(&h->numbers, variable.id, value);
    }
    return (struct term){(uint32_t)value};
}

static int64_t evaluate(struct heap *h, struct term t)
{
    uint64_t value;
    assert_true(term_const_u64(h->c->base.terms,
                               term_evaluate(h->c->base.terms, t, number_of, h), &value));
    return (int64_t)value;
}

static bool holds(struct heap *h, struct term t)
{
    return term_is_true(h->c->base.terms, term_evaluate(h->c->base.terms, t, number_of, h));
}

static const struct heap_cell *cell_of(const struct heap_object *o, uint32_t at)
{
    for (size_t i = 0; i < o->cells.count; i++)
        if (o->cells.data[i].at == at)
            return &o->cells.data[i];
    return NULL;
}

/* What is open: any number, or (of a graph that is to cover others) a pointer to any node. */
static struct word anything(struct heap *h)
{
    unsigned x = choose(h->choices, RANGE + (h->covers ? 2 * (unsigned)h->count : 0));
    if (x < RANGE)
        return (struct word){0, x};
    return (struct word){1 + (int)(x - RANGE) / 2, 8 * ((x - RANGE) % 2)};
}

/* Where a value leads; `self` is the element that holds it. */
static struct word resolve(struct heap *h, struct heap_value v, int self)
{
    assert_true(v.kind == HEAP_NUMBER || v.kind == HEAP_POINTER);
    if (v.kind == HEAP_NUMBER)
        return (struct word){0, evaluate(h, v.term)};
    const struct heap_object *o = heap_at(h->s, v.object);
    const struct instance *n = &h->instance[v.object];
    int64_t offset = evaluate(h, v.term);
    if (v.target == SHAPE_AT_SELF)
        return (struct word){self, offset};
    bool open = v.target == SHAPE_AT_LAST && !o->has_prev; /* unless it says what it is */
    if (o->kind == SHAPE_LIST && !n->count && open)
        return o->has_other ? resolve(h, o->otherwise, self) : anything(h);
    if (o->kind == SHAPE_LIST && !n->count)
        return resolve(h, cell_of(o, v.target == SHAPE_AT_LAST ? o->prev : o->next)->value,
                       self);
    if (!n->count)
        return (struct word){0, 0};
    return (struct word){v.target == SHAPE_AT_LAST ? n->node[n->count - 1] : n->node[0],
                         offset};
}

static void make_nodes(struct heap *h)
{
    int total = 0;
    for (uint32_t i = 1; i < h->s->objects.count; i++) {
        const struct heap_object *o = heap_at(h->s, i);
        struct instance *n = &h->instance[i];
        n->count = 0;
        if (!o->present || !o->alive)
            continue;
        n->count = 1;
        if (o->kind == SHAPE_LIST)
            n->count = o->least + choose(h->choices, MOST_NODES + 1 - o->least);
        if (o->kind == SHAPE_MAYBE)
            n->count = choose(h->choices, 2);
        total += (int)n->count;
        if (total > MOST_NODES)
            h->too_large = true;
        for (unsigned k = 0; k < n->count && !h->too_large; k++) {
            h->nodes[++h->count].cells = 0;
            n->node[k] = h->count;
        }
    }
}

static void put(struct node *n, uint32_t at, struct word v)
{
    assert_true(n->cells < MOST_CELLS);
    n->at[n->cells] = at;
    n->value[n->cells++] = v;
}

static void forget_element(struct heap *h, const struct heap_object *o)
{
    for (size_t i = 0; i < o->numbers.count; i++)
        map_remove(&h->numbers, o->numbers.data[i].id);
}

/* Fills the nodes of a list; false if a row does not hold. */
static bool fill_list(struct heap *h, uint32_t object)
{
    const struct heap_object *o = heap_at(h->s, object);
    const struct instance *n = &h->instance[object];
    for (unsigned k = 0; k < n->count; k++) {
        struct node *node = &h->nodes[n->node[k]];
        struct map before = {0};
        for (size_t i = 0; i < o->numbers.count && k; i++)
            map_set(&before, o->numbers.data[i].id,
                    map_or(&h->numbers, o->numbers.data[i].id, 0));
        forget_element(h, o);
        for (size_t i = 0; i < o->numbers.count; i++)
            number_of(h, o->numbers.data[i]);
        for (size_t i = 0; i < o->cells.count; i++) {
            const struct heap_cell *c = &o->cells.data[i];
            struct word v = resolve(h, c->value, n->node[k]);
            if (c->at == o->next && k + 1 < n->count)
                v = (struct word){n->node[k + 1], o->head};
            if (o->has_prev && c->at == o->prev && k)
                v = (struct word){n->node[k - 1], o->head};
            put(node, (uint32_t)c->at, v);
        }
        bool good = true;
        for (size_t i = 0; i < o->rows.count; i++) {
            struct term t = o->rows.data[i].condition;
            enum shape_row_kind kind = o->rows.data[i].kind;
            bool now = kind == SHAPE_EACH || (kind == SHAPE_FIRST && k == 0) ||
                       (kind == SHAPE_LAST && k + 1 == n->count);
            if (now && !holds(h, t))
                good = false;
            if (kind != SHAPE_STEP || !k)
                continue;
            /* v is of the element before, w of this one */
            struct map here = {0};
            for (size_t m = 0; m < o->numbers.count; m++) {
                uint64_t mine = map_or(&h->numbers, o->numbers.data[m].id, 0);
                map_set(&here, o->numbers.data[m].id, mine);
                map_set(&h->numbers, o->nexts.data[m].id, mine);
                map_set(&h->numbers, o->numbers.data[m].id,
                        map_or(&before, o->numbers.data[m].id, 0));
            }
            if (!holds(h, t))
                good = false;
            for (size_t m = 0; m < o->numbers.count; m++)
                map_set(&h->numbers, o->numbers.data[m].id,
                        map_or(&here, o->numbers.data[m].id, 0));
            map_release(&here);
        }
        map_release(&before);
        if (!good)
            return false;
    }
    return true;
}

static bool fill(struct heap *h)
{
    for (uint32_t i = 1; i < h->s->objects.count; i++) {
        const struct heap_object *o = heap_at(h->s, i);
        if (!o->present || !h->instance[i].count)
            continue;
        if (o->kind == SHAPE_LIST) {
            if (!fill_list(h, i))
                return false;
            continue;
        }
        for (size_t k = 0; k < o->cells.count; k++)
            put(&h->nodes[h->instance[i].node[0]], (uint32_t)o->cells.data[k].at,
                resolve(h, o->cells.data[k].value, 0));
    }
    for (size_t i = 0; i < h->s->facts.count; i++)
        if (!holds(h, h->s->facts.data[i]))
            return false;
    return true;
}

/* --- a heap as text, the same for all ways to number its nodes --- */

struct naming {
    const struct heap *h;
    int name[41], order[41], count;
    struct text *t;
};

static void tell_value(struct naming *n, struct word v)
{
    if (v.node && !n->name[v.node]) {
        n->order[n->count++] = v.node;
        n->name[v.node] = n->count;
    }
    if (v.node)
        text_add(n->t, " n%d+%ld", n->name[v.node], (long)v.number);
    else
        text_add(n->t, " %ld", (long)v.number);
}

static void tell_node(struct naming *n, const struct node *node)
{
    text_put(n->t, " |");
    for (uint32_t at = 0; at < 24;
         at += 4) /* a cell without value holds any: left out here */
        for (unsigned i = 0; i < node->cells; i++) {
            if (node->at[i] != at)
                continue;
            text_add(n->t, " %u:", at);
            tell_value(n, node->value[i]);
        }
}

static void tell(const struct heap *h, struct text *t)
{
    struct naming n = {.h = h, .t = t};
    const struct heap_frame *f = &h->s->frames.data[0];
    for (size_t i = 0; i < f->values.count; i++)
        if (f->values.data[i].kind != HEAP_NONE)
            tell_value(&n, resolve((struct heap *)h, f->values.data[i], 0));
    for (int i = 0; i < n.count; i++)
        tell_node(&n, &h->nodes[n.order[i]]);
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

static void expand_as(struct heap_checker *c, const struct heap_state *s, bool covers,
                      struct heaps *out)
{
    struct choices choices = {0};
    unsigned rounds = 0;
    do {
        struct heap h = {.c = c, .s = s, .choices = &choices, .covers = covers};
        make_nodes(&h);
        if (!h.too_large && fill(&h)) {
            struct text t = {0};
            tell(&h, &t);
            add_heap(out, text_of(&t));
            text_release(&t);
        }
        map_release(&h.numbers);
        assert_true(++rounds < 2000000);
    } while (next_choice(&choices));
}

static void expand(struct heap_checker *c, const struct heap_state *s, struct heaps *out)
{
    expand_as(c, s, false, out);
}

/* --- random graphs --- */

struct recipe { /* what two graphs that are compared have in common */
    bool two_way, maybe;
    unsigned head, end; /* 0: null, 1: a sentinel, 2: a ring */
    unsigned last_root, number_root;
};

static struct recipe random_recipe(void)
{
    return (struct recipe){.two_way = chance(2),
                           .head = 8 * chance(2),
                           .end = chance(3),
                           .last_root = chance(3),
                           .number_root = chance(2)};
}

static const char *random_condition(bool step)
{
    static const char *const each[] = {"(= v2 #x00000001)",     "(bvule v2 #x00000001)",
                                       "(bvule v2 v1)",         "(= v2 v1)",
                                       "(bvult v2 #x00000001)", "(bvule v1 v2)"};
    static const char *const steps[] = {"(bvule v2 w2)", "(= v2 w2)", "(bvult v2 w2)",
                                        "(distinct v2 w2)", "(or (= v2 v1) (= w2 v1))"};
    return step ? steps[chance(5)] : each[chance(6)];
}

static void add_rows(struct text *t, unsigned object)
{
    static const char *const words[] = {"each", "first", "last", "step"};
    char condition[80];
    for (unsigned i = chance(3); i > 0; i--) {
        unsigned kind = chance(4);
        snprintf(condition, sizeof condition, "%s", random_condition(kind == 3));
        for (char *at = condition; *at; at++) /* number 2 is that of object 1 and so on */
            if (*at == '2')
                *at = (char)('1' + object);
        text_add(t, "    %s o%u %s\n", words[kind], object, condition);
    }
}

static void add_pointer(struct text *t, const struct recipe *r, const bool *list,
                        unsigned object, bool last)
{
    text_add(t, " o%u%s+%u\n", object, list[object] ? (last ? ".last" : ".first") : "",
             r->head);
}

/* Parts o1 ... oN in a chain; the sentinel is one more object. */
static void random_graph(struct text *t, const struct recipe *r)
{
    unsigned parts = 1 + chance(3), sentinel = parts + 1;
    bool list[6] = {0};
    unsigned least[6] = {0};
    text_put(t, "graph\n");
    for (unsigned i = 1; i <= parts; i++) {
        list[i] = chance(3) > 0;
        least[i] = chance(3);
        if (r->end == 2 && i == 1 && !least[i])
            least[i] = 1;
        bool told = !r->two_way && !least[i] && chance(2);
        if (list[i])
            text_add(t, "    list o%u 24 heap 77ab0c11d0e2f345 head %u next 8%s least %u%s\n",
                     i, r->head, r->two_way ? " prev 16" : "", least[i],
                     told ? " else bits64:0" : "");
        else
            text_add(t, "    region o%u 24 heap 77ab0c11d0e2f345\n", i);
    }
    if (r->end == 1)
        text_add(t, "    region o%u 24 stack 77ab0c11d0e2f346\n", sentinel);
    text_put(t, "    number v1 32\n");
    for (unsigned i = 1; i <= parts; i++)
        text_add(t, list[i] ? "    number v%u 32 owner o%u\n" : "    number v%u 32\n", i + 1,
                 i);
    text_put(t, "    root 0 0");
    add_pointer(t, r, list, 1, false);
    if (r->end == 1)
        text_add(t, "    root 0 1 o%u+%u\n", sentinel, r->head);
    if (r->last_root == 2) {
        text_put(t, "    root 0 2");
        add_pointer(t, r, list, parts, true);
    }
    if (r->number_root)
        text_put(t, "    root 0 3 v1\n");
    for (unsigned i = 1; i <= parts; i++) {
        text_add(t, chance(6) ? "    cell o%u 0 4 v%u\n" : "    cell o%u 0 4 v1\n", i, i + 1);
        text_add(t, "    cell o%u 8 8", i);
        if (i < parts)
            add_pointer(t, r, list, i + 1, false);
        else if (r->end == 0)
            text_put(t, " null\n");
        else if (r->end == 1)
            text_add(t, " o%u+%u\n", sentinel, r->head);
        else
            add_pointer(t, r, list, 1, false);
        if (!r->two_way)
            continue;
        text_add(t, "    cell o%u 16 8", i);
        if (i > 1)
            add_pointer(t, r, list, i - 1, true);
        else if (r->end == 2)
            add_pointer(t, r, list, parts, true);
        else
            text_put(t, " null\n");
    }
    for (unsigned i = 1; i <= parts; i++)
        if (list[i])
            add_rows(t, i);
    for (unsigned i = 1; i <= parts; i++)
        if (!list[i] && chance(2))
            text_add(t, "    fact (= v%u #x0000000%u)\n", i + 1, chance(RANGE));
    if (chance(4) == 0)
        text_add(t, "    fact (= v1 #x0000000%u)\n", chance(RANGE));
}

static bool read_graph(struct text *t, shape_graphs *out)
{
    char *copy = strdup(text_of(t)), *rest;
    const char *why;
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        assert_true(shape_line_read(out, line));
    free(copy);
    return shape_graph_fits(&out->data[0], 8, &why);
}

static struct heap_state *state_of(struct heap_checker *c, const struct shape_graph *g)
{
    struct heap_state *s = calloc(1, sizeof *s);
    term_list numbers = {0};
    assert_true(heap_read(c, g, s, &numbers));
    struct heap_frame frame = {.f = &c->base.program->functions.data[0]};
    for (int i = 0; i < ROOTS; i++)
        VECTOR_PUSH(&frame.values, (struct heap_value){.kind = HEAP_NONE});
    for (size_t i = 0; i < g->roots.count; i++)
        frame.values.data[g->roots.data[i].instruction] =
            heap_read_value(c, &g->roots.data[i].value, &numbers);
    VECTOR_PUSH(&s->frames, frame);
    VECTOR_RELEASE(&numbers);
    return s;
}

static bool random_state(struct heap_checker *c, const struct recipe *r, struct text *t,
                         shape_graphs *g, struct heap_state **out)
{
    random_graph(t, r);
    if (!read_graph(t, g))
        return false;
    *out = state_of(c, &g->data[0]);
    return true;
}

/* --- the tests --- */

static void unfolding_keeps_all_heaps(void **state)
{
    struct program *p = *state;
    unsigned tried = 0;
    for (seed = 1; tried < 400;) {
        struct heap_checker *c = new_checker(p);
        struct recipe r = random_recipe();
        struct text t = {0};
        shape_graphs g = {0};
        struct heap_state *s;
        if (random_state(c, &r, &t, &g, &s)) {
            uint32_t object = 1 + chance((unsigned)g.data[0].objects.count);
            if (heap_at(s, object)->kind == SHAPE_LIST) {
                struct heaps before = {0}, after = {0};
                expand(c, s, &before);
                heap_unfold(c, s, object, chance(2) ? SHAPE_AT_FIRST : SHAPE_AT_LAST);
                for (size_t i = 0; i < c->waiting.count; i++) {
                    expand(c, c->waiting.data[i], &after);
                    heap_free(c->waiting.data[i]);
                }
                if (before.all.count != after.all.count)
                    fail_msg("%zu heaps became %zu:\n%s", before.all.count, after.all.count,
                             text_of(&t));
                uint64_t n;
                for (size_t i = 0; i < before.all.count; i++)
                    if (!text_map_get(&after.index, before.all.data[i], &n))
                        fail_msg("lost: %s\n%s", before.all.data[i], text_of(&t));
                heaps_release(&before);
                heaps_release(&after);
                tried++;
            } else {
                heap_free(s);
            }
        }
        shape_graphs_release(&g);
        text_release(&t);
        free_checker(c);
    }
}

static void entailment_keeps_all_heaps(void **state)
{
    struct program *p = *state;
    unsigned held = 0, with_heaps = 0, tried = 0;
    for (seed = 2; held < 150; tried++) {
        struct heap_checker *c = new_checker(p);
        struct recipe r = random_recipe();
        struct text t = {0}, u = {0};
        shape_graphs g = {0}, w = {0};
        struct heap_state *s, *wanted;
        if (random_state(c, &r, &t, &g, &s)) {
            if (random_state(c, &r, &u, &w, &wanted)) {
                if (heap_entails(c, s, &w.data[0], CERTIFICATE_AT_HEAD, NULL)) {
                    struct heaps given = {0}, all = {0};
                    uint64_t n;
                    expand(c, s, &given);
                    expand_as(c, wanted, true, &all);
                    for (size_t i = 0; i < given.all.count; i++)
                        if (!text_map_get(&all.index, given.all.data[i], &n))
                            fail_msg("%s\nis of\n%sbut not of\n%s", given.all.data[i],
                                     text_of(&t), text_of(&u));
                    held++;
                    with_heaps += given.all.count > 0;
                    heaps_release(&given);
                    heaps_release(&all);
                }
                heap_free(wanted);
            }
            heap_free(s);
        }
        shape_graphs_release(&g);
        shape_graphs_release(&w);
        text_release(&t);
        text_release(&u);
        free_checker(c);
    }
    assert_true(with_heaps > held / 3);
    print_message("%u of %u pairs entail, %u of them with heaps\n", held, tried, with_heaps);
}

/* Graphs in few words: `/` ends a line, L1 is "list o1 24 heap SITE head 0", R1 "region o1 24
 * heap SITE", S1 the same on the stack, M1 "maybe o1 24 heap SITE", D1 a region that is dead.
 */
static void expand_words(const char *words, struct text *t)
{
    static const char *const kinds = "LRSMD", *const names[] = {"list", "region", "region",
                                                                "maybe", "region"};
    text_put(t, "graph");
    for (const char *at = words; *at; at++) {
        const char *kind = strchr(kinds, *at);
        if (*at == '/') {
            text_put(t, "\n   ");
        } else if (kind && at[1] >= '1' && at[1] <= '9') {
            text_add(t, "%s o%c 24 %s 77ab0c11d0e2f345%s", names[kind - kinds], at[1],
                     *at == 'S' ? "stack" : "heap",
                     *at == 'L'   ? " head 0"
                     : *at == 'D' ? " dead"
                                  : "");
            at++;
        } else {
            text_put_range(t, at, 1);
        }
    }
    text_put(t, "\n");
}

struct entailment {
    bool holds;
    const char *given, *wanted;
};

/* Each trap once, beside a pair in which the same thing is right. */
static void traps_have_rules(void **state)
{
    struct program *p = *state;
    static const struct entailment pairs[] = {
        /* order across a part that may be empty */
        {false,
         "/R1/L2 next 8 least 0/R3/number v1 32 owner o2/root 0 0 o1+0/cell o1 8 8 "
         "o2.first+0/cell o2 8 8 o3+0/cell o3 8 8 null"
         "/cell o1 0 4 bits32:0/cell o2 0 4 v1/cell o3 0 4 bits32:0/each o2 (= v1 "
         "#x00000001)/step o2 (distinct v1 w1)",
         "/L1 next 8 least 1/number v1 32 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell "
         "o1 0 4 v1/step o1 (distinct v1 w1)"},
        {true,
         "/R1/L2 next 8 least 1/R3/number v1 32 owner o2/root 0 0 o1+0/cell o1 8 8 "
         "o2.first+0/cell o2 8 8 o3+0/cell o3 8 8 null"
         "/cell o1 0 4 bits32:0/cell o2 0 4 v1/cell o3 0 4 bits32:0/each o2 (= v1 "
         "#x00000001)/step o2 (distinct v1 w1)",
         "/L1 next 8 least 1/number v1 32 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell "
         "o1 0 4 v1/step o1 (distinct v1 w1)"},
        /* the first behind a part that may be empty */
        {false,
         "/L1 next 8 least 0/R2/number v1 32 owner o1/root 0 0 o1.first+0/cell o1 8 8 "
         "o2+0/cell o2 8 8 null/cell o1 0 4 v1"
         "/cell o2 0 4 bits32:0/each o1 (= v1 #x00000001)",
         "/L1 next 8 least 1/number v1 32 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell "
         "o1 0 4 v1/first o1 (= v1 #x00000001)"},
        {true,
         "/L1 next 8 least 1/R2/number v1 32 owner o1/root 0 0 o1.first+0/cell o1 8 8 "
         "o2+0/cell o2 8 8 null/cell o1 0 4 v1"
         "/cell o2 0 4 bits32:0/each o1 (= v1 #x00000001)",
         "/L1 next 8 least 2/number v1 32 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell "
         "o1 0 4 v1/first o1 (= v1 #x00000001)"},
        {false,
         "/R1/L2 next 8 least 0/number v1 32 owner o2/root 0 0 o1+0/cell o1 8 8 "
         "o2.first+0/cell o2 8 8 null/cell o2 0 4 v1"
         "/cell o1 0 4 bits32:0/each o2 (= v1 #x00000001)",
         "/L1 next 8 least 1/number v1 32 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell "
         "o1 0 4 v1/last o1 (= v1 #x00000001)"},
        /* the last of a list that may be empty is anything, or what the list says */
        {true, "/root 0 0 null/root 0 1 bits64:7",
         "/L1 next 8 least 0/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 8 null"},
        {false, "/root 0 0 null/root 0 1 bits64:7",
         "/L1 next 8 least 0 else bits64:0/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 "
         "8 "
         "null"},
        {true, "/root 0 0 null/root 0 1 null",
         "/L1 next 8 least 0 else bits64:0/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 "
         "8 "
         "null"},
        {true,
         "/L1 next 8 least 0 else bits64:0/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 "
         "8 "
         "null",
         "/L1 next 8 least 0/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 8 null"},
        {false, "/L1 next 8 least 0/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 8 null",
         "/L1 next 8 least 0 else bits64:0/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 "
         "8 "
         "null"},
        {true, "/M1/root 0 0 o1+0/root 0 1 o1+0/cell o1 8 8 null",
         "/L1 next 8 least 0 else bits64:0/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 "
         "8 "
         "null"},
        {true, "/R1/R2/root 0 0 o1+0/root 0 1 o2+0/cell o1 8 8 o2+0/cell o2 8 8 null",
         "/L1 next 8 least 0/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 8 null"},
        {false, "/R1/R2/root 0 0 o1+0/root 0 1 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null",
         "/L1 next 8 least 0/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 8 null"},
        {false,
         "/R1/L2 next 8 least 0/root 0 0 o1+0/root 0 1 o2.last+0/cell o1 8 8 "
         "o2.first+0/cell o2 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 8 null"},
        {true,
         "/R1/L2 next 8 least 1/root 0 0 o1+0/root 0 1 o2.last+0/cell o1 8 8 "
         "o2.first+0/cell o2 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 8 null"},
        /* one object for two, two for one */
        {false, "/R1/root 0 0 o1+0/root 0 1 o1+0/cell o1 8 8 null",
         "/R1/R2/root 0 0 o1+0/root 0 1 o2+0/cell o1 8 8 null/cell o2 8 8 null"},
        {false, "/R1/R2/root 0 0 o1+0/root 0 1 o2+0/cell o1 8 8 null/cell o2 8 8 null",
         "/R1/root 0 0 o1+0/root 0 1 o1+0/cell o1 8 8 null"},
        {true, "/R1/R2/root 0 0 o1+0/root 0 1 o2+0/cell o1 8 8 null/cell o2 8 8 null",
         "/R1/R2/root 0 0 o2+0/root 0 1 o1+0/cell o1 8 8 null/cell o2 8 8 null"},
        {false, "/R1/root 0 0 o1+0/root 0 1 o1+0/cell o1 8 8 null",
         "/L1 next 8 least 1/L2 next 8 least 1/root 0 0 o1.first+0/root 0 1 o2.first+0/cell "
         "o1 8 8 null/cell o2 8 8 null"},
        /* a lasso is no list */
        {false, "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 o2+0",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null"},
        {false, "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 o2+0",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 o1.first+0"},
        {true, "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 o1+0",
         "/L1 next 8 least 2/root 0 0 o1.first+0/cell o1 8 8 o1.first+0"},
        {true, "/R1/root 0 0 o1+0/cell o1 8 8 o1+0",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 o1.first+0"},
        {false, "/R1/root 0 0 o1+0/cell o1 8 8 o1+0",
         "/L1 next 8 least 2/root 0 0 o1.first+0/cell o1 8 8 o1.first+0"},
        /* offsets */
        {false, "/R1/R2/root 0 0 o1+0/root 0 1 o2+0/cell o1 8 8 o2+0/cell o2 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/root 0 1 o1.last+4/cell o1 8 8 null"},
        {true, "/R1/R2/root 0 0 o1+0/root 0 1 o2+4/cell o1 8 8 o2+0/cell o2 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/root 0 1 o1.last+4/cell o1 8 8 null"},
        {false, "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+4/cell o2 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null"},
        {false, "/R1/root 0 0 o1+4", "/R1/root 0 0 o1+0"},
        {true, "/R1/root 0 0 o1+4",
         "/R1/number v1 64/root 0 0 o1+0+v1/fact (bvult v1 #x0000000000000008)"},
        {false, "/R1/root 0 0 o1+8",
         "/R1/number v1 64/root 0 0 o1+0+v1/fact (bvult v1 #x0000000000000008)"},
        /* the last one */
        {false, "/R1/R2/root 0 0 o1+0/root 0 1 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 8 null"},
        {true, "/R1/root 0 0 o1+0/root 0 1 o1+0/cell o1 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 8 null"},
        /* links back */
        {false,
         "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o1 16 8 null/cell o2 8 8 null/cell o2 "
         "16 8 null",
         "/L1 next 8 prev 16 least 1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 null"},
        {true,
         "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o1 16 8 null/cell o2 8 8 null/cell o2 "
         "16 8 o1+0",
         "/L1 next 8 prev 16 least 1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 null"},
        {false,
         "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o1 16 8 o2+0/cell o2 8 8 null/cell o2 "
         "16 8 o1+0",
         "/L1 next 8 prev 16 least 1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 null"},
        {false, "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null",
         "/L1 next 8 prev 16 least 1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 null"},
        {true,
         "/L1 next 8 prev 16 least 1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null"},
        {false,
         "/L1 next 8 prev 16 least 1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 null"},
        /* numbers of elements are not one number */
        {false,
         "/L1 next 8 least 1/number v1 32 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell "
         "o1 0 4 v1",
         "/L1 next 8 least 1/number v1 32/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 0 4 "
         "v1"},
        {true,
         "/L1 next 8 least 1/number v1 32/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 0 4 "
         "v1",
         "/L1 next 8 least 1/number v1 32 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell "
         "o1 0 4 v1"},
        {false,
         "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 0 4 bits32:1/cell "
         "o2 0 4 bits32:2",
         "/L1 next 8 least 1/number v1 32/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 0 4 "
         "v1"},
        {false, "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 0 4 bits32:1",
         "/L1 next 8 least 1/number v1 32 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell "
         "o1 0 4 v1/each o1 (= v1 #x00000001)"},
        /* owners */
        {false,
         "/L1 next 8 least 1/R2/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 o2+0",
         "/L1 next 8 least 1/R2 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 "
         "o2+0"},
        {false,
         "/L1 next 8 least 1/R2 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 "
         "o2+0",
         "/L1 next 8 least 1/R2/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 o2+0"},
        {false,
         "/R1/R2/R3/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 16 8 o3+0/cell "
         "o2 16 8 o3+0",
         "/L1 next 8 least 1/R2 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 "
         "o2+0"},
        {true,
         "/R1/R2/R3/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 16 8 o3+0/cell "
         "o2 16 8 o3+0",
         "/L1 next 8 least 1/R2/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 o2+0"},
        {true,
         "/R1/R2/R3/R4/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 16 8 "
         "o3+0/cell o2 16 8 o4+0",
         "/L1 next 8 least 1/R2 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 "
         "o2+0"},
        {false,
         "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 16 8 o2+0/cell o2 "
         "16 8 o1+0",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 o1.self+0"},
        {true,
         "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 16 8 o1+0/cell o2 "
         "16 8 o2+0",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 o1.self+0"},
        /* what may be missing */
        {false, "/M1/root 0 0 o1+0", "/R1/root 0 0 o1+0"},
        {true, "/R1/root 0 0 o1+0", "/M1/root 0 0 o1+0"},
        {true, "/root 0 0 null", "/M1/root 0 0 o1+0"},
        {false, "/root 0 0 null/root 0 1 null", "/R1/root 0 0 null/root 0 1 o1+0"},
        {true, "/R1/M2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null"},
        {false, "/R1/M2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null",
         "/L1 next 8 least 2/root 0 0 o1.first+0/cell o1 8 8 null"},
        {false, "/R1/M2/R3/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 o3+0/cell o3 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null"},
        {false, "/R1/M2/root 0 0 o1+0/root 0 1 o2+0/cell o1 8 8 o2+0/cell o2 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/root 0 1 o1.last+0/cell o1 8 8 null"},
        {true, "/root 0 0 null", "/L1 next 8 least 0/root 0 0 o1.first+0/cell o1 8 8 null"},
        {false, "/root 0 0 null",
         "/L1 next 8 least 0/S2/root 0 0 o1.first+0/root 0 1 o2+0/cell o1 8 8 o2+0"},
        {false, "/L1 next 8 least 0/root 0 0 o1.first+0/cell o1 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null"},
        /* a number that tells whether something is there */
        {true, "/R1/root 0 0 o1+0", "/M1 when v1/number v1 1/root 0 0 o1+0/fact (= v1 #b1)"},
        {false, "/R1/root 0 0 o1+0", "/M1 when v1/number v1 1/root 0 0 o1+0/fact (= v1 #b0)"},
        {true, "/root 0 0 null", "/M1 when v1/number v1 1/root 0 0 o1+0/fact (= v1 #b0)"},
        {false, "/root 0 0 null", "/M1 when v1/number v1 1/root 0 0 o1+0/fact (= v1 #b1)"},
        {false, "/M1/root 0 0 o1+0", "/M1 when v1/number v1 1/root 0 0 o1+0/fact (= v1 #b1)"},
        {true, "/M1 when v1/number v1 1/root 0 0 o1+0/root 0 1 v1",
         "/M1 when v1/number v1 1/root 0 0 o1+0/root 0 1 v1"},
        {false, "/M1 when v1/number v1 1/number v2 1/root 0 0 o1+0/root 0 1 v2",
         "/M1 when v1/number v1 1/root 0 0 o1+0/root 0 1 v1"},
        {true, "/M1 when v1/number v1 1/root 0 0 o1+0", "/M1/root 0 0 o1+0"},
        {true, "/M1 when v1/number v1 1/root 0 0 null/fact (= v1 #b0)", "/root 0 0 null"},
        {false, "/M1 when v1/number v1 1/root 0 0 null/fact (= v1 #b1)", "/root 0 0 null"},
        {false, "/M1 when v1/number v1 1/root 0 0 null", "/root 0 0 null"},
        {true,
         "/M1 when v1/R2 owner o1/number v1 1/root 0 0 null/cell o1 8 8 o2+0/fact (= v1 #b0)",
         "/root 0 0 null"},
        {false, "/M1/R2 owner o1/number v1 1/root 0 0 null/cell o1 8 8 o2+0/fact (= v1 #b0)",
         "/root 0 0 null"},
        {false,
         "/L1 next 8 least 1/M2 owner o1 when v1/number v1 1 owner o1/root 0 0 "
         "o1.first+0/cell o1 8 8 null/each o1 (= v1 #b0)",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null"},
        {false,
         "/R1/R2/R3/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 16 8 o3+0/cell "
         "o2 16 8 null/cell o1 0 4 bits32:1/cell o2 0 4 bits32:1",
         "/L1 next 8 least 1/M2 owner o1 when v1/number v1 1 owner o1/number v2 32 owner "
         "o1/root 0 0 o1.first+0/cell o1 8 8 null"
         "/cell o1 0 4 v2/cell o1 16 8 o2+0/each o1 (or (= v1 #b1) (= v2 #x00000000))"},
        {true,
         "/R1/R2/R3/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 16 8 o3+0/cell "
         "o2 16 8 null/cell o1 0 4 bits32:1/cell o2 0 4 bits32:0",
         "/L1 next 8 least 1/M2 owner o1 when v1/number v1 1 owner o1/number v2 32 owner "
         "o1/root 0 0 o1.first+0/cell o1 8 8 null"
         "/cell o1 0 4 v2/cell o1 16 8 o2+0/each o1 (or (= v1 #b1) (= v2 #x00000000))"},
        /* something else instead */
        {true, "/root 0 0 bits64:7", "/M1 else bits64:7/root 0 0 o1+0"},
        {false, "/root 0 0 null", "/M1 else bits64:7/root 0 0 o1+0"},
        {false, "/root 0 0 bits64:7", "/M1/root 0 0 o1+0"},
        {false, "/root 0 0 bits64:7/root 0 1 bits64:8",
         "/M1 else v1/number v1 64/root 0 0 o1+0/root 0 1 o1+0"},
        {false, "/R1/root 0 0 o1+0/root 0 1 bits64:8",
         "/M1 else v1/number v1 64/root 0 0 o1+0/root 0 1 o1+0"},
        {true, "/root 0 0 bits64:8/root 0 1 bits64:8",
         "/M1 else v1/number v1 64/root 0 0 o1+0/root 0 1 o1+0"},
        {true, "/R1/root 0 0 o1+0", "/M1 else bits64:7/root 0 0 o1+0"},
        {false, "/M1/root 0 0 o1+0", "/M1 else bits64:7/root 0 0 o1+0"},
        {true, "/M1/root 0 0 o1+0",
         "/M1 else v1/number v1 64/root 0 0 o1+0/fact (= v1 #x0000000000000000)"},
        {false, "/M1 else bits64:7/root 0 0 o1+0", "/M1/root 0 0 o1+0"},
        {false, "/M1 else bits64:7/root 0 0 o1+0", "/M1 else bits64:8/root 0 0 o1+0"},
        {true, "/M1 else bits64:7/root 0 0 o1+0",
         "/M1 else v1/number v1 64/root 0 0 o1+0/fact (= v1 #x0000000000000007)"},
        {false, "/R1/M2 else bits64:7/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null"},
        {false, "/root 0 0 function:0", "/M1 else function:1/root 0 0 o1+0"},
        {true, "/root 0 0 function:0", "/M1 else function:0/root 0 0 o1+0"},
        /* functions, globals or null by their number; function 0 has none, as nobody takes
           its address */
        {true, "/R1/root 0 0 o1+0/cell o1 8 8 null",
         "/R1/number v1 24/root 0 0 o1+0/cell o1 8 8 static:v1/fact (= v1 #x000000)"},
        {false, "/R1/root 0 0 o1+0/cell o1 8 8 null",
         "/R1/number v1 24/root 0 0 o1+0/cell o1 8 8 static:v1/fact (= v1 #x000001)"},
        {false, "/R1/root 0 0 o1+0/cell o1 8 8 static:1",
         "/R1/root 0 0 o1+0/cell o1 8 8 null"},
        {false, "/R1/root 0 0 o1+0/cell o1 8 8 static:0",
         "/R1/root 0 0 o1+0/cell o1 8 8 function:0"},
        {false, "/R1/root 0 0 o1+0/cell o1 8 8 function:0",
         "/R1/number v1 24/root 0 0 o1+0/cell o1 8 8 static:v1"},
        {false, "/R1/root 0 0 o1+0/cell o1 8 8 bits64:1",
         "/R1/number v1 24/root 0 0 o1+0/cell o1 8 8 static:v1"},
        {false, "/R1/root 0 0 o1+0/cell o1 8 8 dangling",
         "/R1/number v1 24/root 0 0 o1+0/cell o1 8 8 static:v1"},
        {false, "/R1/root 0 0 o1+0", "/R1/number v1 24/root 0 0 o1+0/cell o1 8 8 static:v1"},
        {false, "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0",
         "/R1/R2/number v1 24/root 0 0 o1+0/root 0 1 o2+0/cell o1 8 8 static:v1"},
        {true,
         "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 16 8 static:1/cell "
         "o2 16 8 static:2",
         "/L1 next 8 least 1/number v1 24 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell "
         "o1 16 8 static:v1/each o1 (bvult v1 #x000003)"},
        {false,
         "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 16 8 static:1/cell "
         "o2 16 8 static:2",
         "/L1 next 8 least 1/number v1 24 owner o1/root 0 0 o1.first+0/cell o1 8 8 null/cell "
         "o1 16 8 static:v1/each o1 (bvult v1 #x000002)"},
        {false,
         "/R1/R2/root 0 0 o1+0/cell o1 8 8 o2+0/cell o2 8 8 null/cell o1 16 8 static:1/cell "
         "o2 16 8 static:2",
         "/L1 next 8 least 1/number v1 24/root 0 0 o1.first+0/cell o1 8 8 null/cell o1 16 8 "
         "static:v1"},
        /* memory that is left over, dead, or elsewhere */
        {false, "/R1/R2/root 0 0 o1+0", "/R1/root 0 0 o1+0"},
        {false, "/R1/L2 next 8 least 0/root 0 0 o1+0/cell o2 8 8 null", "/R1/root 0 0 o1+0"},
        {true, "/R1/D2/root 0 0 o1+0/root 0 1 o2+0", "/R1/root 0 0 o1+0/root 0 1 dangling"},
        {false, "/R1/R2/root 0 0 o1+0/root 0 1 o2+0",
         "/R1/R2/root 0 0 o1+0/root 0 1 dangling"},
        {false, "/root 0 0 null", "/root 0 0 dangling"},
        {false, "/D1/root 0 0 o1+0", "/R1/root 0 0 o1+0"},
        {false, "/S1/root 0 0 o1+0", "/R1/root 0 0 o1+0"},
        {false, "/S1/root 0 0 o1+0/cell o1 8 8 null",
         "/L1 next 8 least 1/root 0 0 o1.first+0/cell o1 8 8 null"},
        {true, "/S1/root 0 0 o1+0", "/S1/root 0 0 unknown"},
        {false, "/root 0 0 null", "/S1/root 0 0 unknown"},
        {false, "/root 0 0 unknown", "/root 0 0 null"},
        /* bytes */
        {false, "/R1/root 0 0 o1+0/cell o1 0 4 bits32:1",
         "/R1/root 0 0 o1+0/cell o1 0 8 bits64:1"},
        {true, "/R1/root 0 0 o1+0/cell o1 0 4 bits32:1/cell o1 4 4 bits32:0",
         "/R1/root 0 0 o1+0/cell o1 0 8 bits64:1"},
        {false, "/R1/root 0 0 o1+0/cell o1 0 4 bits32:1",
         "/R1 background zero/root 0 0 o1+0/cell o1 0 4 bits32:1"},
        {true, "/R1 background zero/root 0 0 o1+0/cell o1 0 4 bits32:1",
         "/R1 background zero/root 0 0 o1+0/cell o1 0 4 bits32:1"},
        {false, "/R1 background zero/root 0 0 o1+0/cell o1 0 4 bits32:1",
         "/R1 background zero/root 0 0 o1+0"},
        {true, "/R1 background zero/root 0 0 o1+0", "/R1/root 0 0 o1+0/cell o1 12 8 null"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct heap_checker *c = new_checker(p);
        struct text t = {0}, u = {0};
        shape_graphs g = {0}, w = {0};
        expand_words(pairs[i].given, &t);
        expand_words(pairs[i].wanted, &u);
        if (!read_graph(&t, &g))
            fail_msg("%s does not fit", text_of(&t));
        if (!read_graph(&u, &w))
            fail_msg("%s does not fit", text_of(&u));
        struct heap_state *s = state_of(c, &g.data[0]);
        bool holds = heap_entails(c, s, &w.data[0], CERTIFICATE_AT_HEAD, NULL);
        if (holds != pairs[i].holds)
            fail_msg("%s%s\n%s", text_of(&t), holds ? "entails" : "does not entail",
                     text_of(&u));
        heap_free(s);
        shape_graphs_release(&g);
        shape_graphs_release(&w);
        text_release(&t);
        text_release(&u);
        free_checker(c);
    }
}

/* Stores, fills, copies and loads of a region of 24 bytes, and the same on bytes. */
static void bytes_agree(void **state)
{
    struct program *p = *state;
    enum { SIZE = 24 };
    seed = 3;
    for (int round = 0; round < 300; round++) {
        struct heap_checker *c = new_checker(p);
        struct terms *ts = c->base.terms;
        struct heap_state *s = calloc(1, sizeof *s);
        int model[SIZE]; /* -1: not known */
        struct heap_object o = {.present = true, .alive = true, .size = heap_word(c, SIZE)};
        bool zero = chance(2);
        o.background = zero ? SHAPE_ZERO : SHAPE_ANY;
        uint32_t object = heap_new(s, o);
        for (int i = 0; i < SIZE; i++)
            model[i] = zero ? 0 : -1;
        for (int step = 0; step < 12; step++) {
            uint32_t bytes = 1u << chance(4), at = chance(SIZE - bytes + 1);
            uint64_t number = (uint64_t)chance(1u << 30) * chance(1u << 30);
            switch (chance(5)) {
            case 0: /* a number */
            case 1:
                heap_store(c, s, object, at, bytes,
                           heap_number(term_bv(ts, 8 * bytes, number)));
                for (uint32_t i = 0; i < bytes; i++)
                    model[at + i] = (int)(number >> (8 * i) & 255);
                break;
            case 2: /* a pointer: its bytes are not known */
                if (at + 8 > SIZE)
                    at = SIZE - 8;
                heap_store(c, s, object, at, 8, heap_pointer(c, object, SHAPE_AT_NODE, 0));
                for (uint32_t i = 0; i < 8; i++)
                    model[at + i] = -1;
                break;
            case 3: {
                uint32_t length = 1 + chance(SIZE - at);
                heap_fill(c, s, object, at, term_bv(ts, 8, number & 255), length);
                for (uint32_t i = 0; i < length; i++)
                    model[at + i] = (int)(number & 255);
                break;
            }
            case 4: {
                uint32_t from = chance(SIZE), most = SIZE - (from > at ? from : at),
                         length = 1 + chance(most);
                int copy[SIZE];
                memcpy(copy, model, sizeof copy);
                heap_copy_bytes(c, s, object, at, object, from, length);
                for (uint32_t i = 0; i < length; i++)
                    model[at + i] = copy[from + i];
                break;
            }
            }
            for (uint32_t i = 0; i < SIZE; i++) {
                uint64_t got;
                struct heap_value v = heap_peek(c, s, object, i, 1);
                bool known = v.kind == HEAP_NUMBER && term_const_u64(ts, v.term, &got);
                assert_int_equal(known ? (int)got : -1, model[i]);
            }
            at = chance(SIZE - 7);
            struct heap_value v = heap_peek(c, s, object, at, 8);
            uint64_t got, all = 0;
            bool known = true;
            for (uint32_t i = 8; i-- > 0;) {
                known &= model[at + i] >= 0;
                all = all << 8 | (uint64_t)(model[at + i] & 255);
            }
            if (v.kind == HEAP_NUMBER && known) {
                assert_true(term_const_u64(ts, v.term, &got));
                assert_true(got == all);
            } else {
                assert_false(known);
            }
        }
        heap_free(s);
        free_checker(c);
    }
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
        cmocka_unit_test(unfolding_keeps_all_heaps),
        cmocka_unit_test(entailment_keeps_all_heaps),
        cmocka_unit_test(traps_have_rules),
        cmocka_unit_test(bytes_agree),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
