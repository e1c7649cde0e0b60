/* An oracle for what elements own, in the checker of shapes: all concrete heaps of small
 * graphs, by brute force.
 *
 * Random graphs are a chain of nodes and lists of nodes, with lengths. Each node has a word
 * of which bytes may be unknown, and leads to a list of its own with a length of its own, or
 * to a row of bytes of its own whose parts begin at numbers of the node. They are expanded
 * into all heaps of a few nodes. Unfolding must neither add nor lose a heap; where a state
 * entails a graph, each of its heaps must be one of the graph's. */
#include "base/failure.h"
#include "check/shape/entail/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST_OUTER = 2,
    MOST_INNER = 2,
    MOST_ROUNDS = 20000,
    MOST_BYTES = 3,
    ROOTS = 2,
    OBJECTS = 24
};
enum { LINK = 8, PART = 16, WORD = 24, SHOWN = 32, SIZE = 40 }; /* of a node */

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

struct choices {
    unsigned digit[96], base[96], used;
};

static unsigned choose(struct choices *k, unsigned base)
{
    unsigned i = k->used++;
    assert_true(i < 96);
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

/* What a heap is told by is written while it is made: a node, then what it owns. */
struct heap {
    struct heap_checker *c;
    const struct heap_state *s;
    struct choices *choices;
    struct map numbers; /* variable to constant */
    unsigned outer;     /* nodes of the chain so far */
    unsigned inner;     /* nodes that its last node leads to */
    struct text t;
    bool wrong;
};

/* Numbers of 64 bits count; all others are words whose bytes are 0 or 1. */
static uint64_t some_number(struct heap *h, unsigned width)
{
    uint64_t out = 0;
    if (width == 64)
        return choose(h->choices, MOST_BYTES + 1);
    if (width == 32)
        return choose(h->choices, 2);
    for (unsigned i = 0; i < width; i += 8)
        out |= (uint64_t)choose(h->choices, 2) << i;
    return out;
}

static struct term number_of(void *context, struct term variable)
{
    struct heap *h = context;
    uint64_t value;
    if (!map_get(&h->numbers, variable.id, &value)) {
        unsigned width = term_width(h->c->base.terms, variable);
        value = term_bv(h->c->base.terms, width, some_number(h, width)).id;
        map_set(&h->numbers, variable.id, value);
    }
    return (struct term){(uint32_t)value};
}

static uint64_t evaluate(struct heap *h, struct term t)
{
    uint64_t value;
    assert_true(term_const_u64(h->c->base.terms,
                               term_evaluate(h->c->base.terms, t, number_of, h), &value));
    return value;
}

static void require(struct heap *h, bool good)
{
    h->wrong |= !good;
}

static void require_term(struct heap *h, struct term t)
{
    require(h,
            term_is_true(h->c->base.terms, term_evaluate(h->c->base.terms, t, number_of, h)));
}

static void require_rows(struct heap *h, const struct heap_object *o,
                         enum shape_row_kind kind)
{
    for (size_t i = 0; i < o->rows.count; i++)
        if (o->rows.data[i].kind == kind)
            require_term(h, o->rows.data[i].condition);
}

/* The numbers of the next element are chosen; those of this one are kept for steps. */
static void begin_element(struct heap *h, const struct heap_object *o, bool more)
{
    uint64_t here[8];
    assert_true(o->numbers.count <= 8);
    for (size_t i = 0; i < o->numbers.count; i++) {
        here[i] = map_or(&h->numbers, o->numbers.data[i].id, 0);
        map_remove(&h->numbers, o->numbers.data[i].id);
        map_remove(&h->numbers, o->nexts.data[i].id);
    }
    for (size_t i = 0; i < o->numbers.count; i++)
        number_of(h, o->numbers.data[i]);
    for (size_t i = 0; i < o->numbers.count && more; i++) {
        uint64_t mine = map_or(&h->numbers, o->numbers.data[i].id, 0);
        map_set(&h->numbers, o->nexts.data[i].id, mine);
        map_set(&h->numbers, o->numbers.data[i].id, here[i]);
    }
    if (!more)
        return;
    require_rows(h, o, SHAPE_STEP);
    for (size_t i = 0; i < o->numbers.count; i++)
        map_set(&h->numbers, o->numbers.data[i].id,
                map_or(&h->numbers, o->nexts.data[i].id, 0));
}

static const struct heap_cell *cell_of(const struct heap_object *o, uint32_t at)
{
    for (size_t i = 0; i < o->cells.count; i++)
        if (o->cells.data[i].at == at)
            return &o->cells.data[i];
    return NULL;
}

/* Bytes that no cell tells of are 0 or 1, as all are. */
static void tell_bytes(struct heap *h, const struct heap_object *o, uint32_t at,
                       uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++) {
        uint64_t byte = 2;
        for (size_t k = 0; k < o->cells.count; k++) {
            const struct heap_cell *c = &o->cells.data[k];
            if (c->at <= at + i && at + i < c->at + c->bytes && c->value.kind == HEAP_NUMBER)
                byte = evaluate(h, c->value.term) >> (8 * (at + i - c->at)) & 255;
        }
        text_add(&h->t, " %lu", (unsigned long)(byte == 2 ? choose(h->choices, 2) : byte));
    }
}

/* --- what a node leads to --- */

static void tell_list(struct heap *h, const struct heap_object *o)
{
    unsigned count = 1;
    if (o->kind == SHAPE_LIST)
        count = o->least + choose(h->choices, MOST_INNER + 1 - o->least);
    if (o->kind == SHAPE_LIST && term_is(o->length))
        require(h, evaluate(h, o->length) == count);
    h->inner += count;
    require(h, h->inner <= MOST_INNER);
    for (unsigned i = 0; i < count && !h->wrong; i++) {
        if (o->kind == SHAPE_LIST) {
            begin_element(h, o, i > 0);
            require_rows(h, o, SHAPE_EACH);
            if (i == 0)
                require_rows(h, o, SHAPE_FIRST);
            if (i + 1 == count)
                require_rows(h, o, SHAPE_LAST);
        }
        tell_bytes(h, o, 0, 4);
        text_put(&h->t, ";");
    }
}

static void tell_part(struct heap *h, const struct heap_object *p, uint64_t bytes)
{
    bool one = p->kind == SHAPE_CELL;
    require(h, !one || bytes == 1);
    for (uint64_t i = 0; i < bytes && !h->wrong; i++) {
        if (!one) {
            begin_element(h, p, false);
            require_rows(h, p, SHAPE_EACH);
        }
        tell_bytes(h, p, 0, 1);
    }
}

static void tell_row(struct heap *h, const struct heap_object *o)
{
    uint64_t size = evaluate(h, o->size), start = 0;
    require(h, size <= MOST_BYTES);
    text_put(&h->t, " [");
    for (size_t i = 0; i < o->cells.count && !h->wrong; i++) {
        const struct heap_object *p = heap_at(h->s, o->cells.data[i].value.object);
        uint64_t end = size;
        if (i + 1 < o->cells.count) {
            const struct heap_object *n = heap_at(h->s, o->cells.data[i + 1].value.object);
            end = term_is(n->from) ? evaluate(h, n->from) : start + 1;
        }
        require(h, end <= size && start <= end);
        if (!h->wrong)
            tell_part(h, p, end - start);
        start = end;
    }
    text_put(&h->t, " ]");
}

/* Nodes that were taken off and lists, one after the other, are told as one list. */
static void tell_target(struct heap *h, struct heap_value v)
{
    if (v.kind == HEAP_POINTER && heap_at(h->s, v.object)->parted) {
        tell_row(h, heap_at(h->s, v.object));
        return;
    }
    text_put(&h->t, " (");
    for (unsigned parts = 0; v.kind == HEAP_POINTER && !h->wrong; parts++) {
        const struct heap_object *o = heap_at(h->s, v.object);
        assert_true(parts < OBJECTS);
        tell_list(h, o);
        v = cell_of(o, 8)->value;
    }
    text_put(&h->t, ")");
    require(h, v.kind == HEAP_POINTER || evaluate(h, v.term) == 0);
}

/* --- the chain --- */

static void tell_node(struct heap *h, const struct heap_object *o)
{
    h->outer++;
    h->inner = 0;
    text_put(&h->t, "\n");
    if (cell_of(o, 0))
        tell_bytes(h, o, 0, 4);
    else
        tell_bytes(h, o, WORD, 2);
    text_put(&h->t, " |");
    const struct heap_cell *shown = cell_of(o, SHOWN);
    if (shown)
        text_add(&h->t, " = %lu", (unsigned long)evaluate(h, shown->value.term));
    tell_target(h, cell_of(o, PART)->value);
}

static void tell_outer_list(struct heap *h, const struct heap_object *o)
{
    unsigned count = o->least + choose(h->choices, MOST_OUTER + 1 - o->least);
    require(h, h->outer + count <= MOST_OUTER);
    if (term_is(o->length))
        require(h, evaluate(h, o->length) == count);
    for (unsigned i = 0; i < count && !h->wrong; i++) {
        begin_element(h, o, i > 0);
        require_rows(h, o, SHAPE_EACH);
        if (i == 0)
            require_rows(h, o, SHAPE_FIRST);
        if (i + 1 == count)
            require_rows(h, o, SHAPE_LAST);
        if (!h->wrong)
            tell_node(h, o);
    }
}

static void tell_chain(struct heap *h, struct heap_value v)
{
    unsigned parts = 0;
    while (v.kind == HEAP_POINTER && !h->wrong) {
        const struct heap_object *o = heap_at(h->s, v.object);
        assert_true(++parts < OBJECTS);
        if (o->kind == SHAPE_LIST)
            tell_outer_list(h, o);
        else
            tell_node(h, o);
        require(h, h->outer <= MOST_OUTER);
        v = cell_of(o, LINK)->value;
    }
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

/* False: there are too many. */
static bool expand(struct heap_checker *c, const struct heap_state *s, struct heaps *out)
{
    struct choices choices = {0};
    unsigned rounds = 0;
    do {
        struct heap h = {.c = c, .s = s, .choices = &choices};
        const struct heap_frame *f = &s->frames.data[0];
        tell_chain(&h, f->values.data[0]);
        text_add(&h.t, "\n%lu", (unsigned long)evaluate(&h, f->values.data[1].term));
        for (size_t i = 0; i < s->facts.count && !h.wrong; i++)
            require_term(&h, s->facts.data[i]);
        if (!h.wrong)
            add_heap(out, text_of(&h.t));
        text_release(&h.t);
        map_release(&h.numbers);
        if (++rounds > MOST_ROUNDS)
            return false;
    } while (next_choice(&choices));
    return true;
}

/* --- random graphs --- */

struct recipe { /* what two graphs that are compared have in common */
    bool rows, shown, words;
    unsigned layout; /* of rows: which parts, as bits: 1 is one byte, 0 a stretch */
};

static struct recipe random_recipe(void)
{
    bool rows = chance(2);
    return (struct recipe){.rows = rows,
                           .shown = chance(3) > 0,
                           .words = !rows && chance(2),
                           .layout = chance(5)};
}

struct writing {
    const struct recipe *r;
    struct text *t;
    unsigned object, number; /* how many there are */
    struct text cells;       /* and rows: after all objects and numbers */
    struct text numbers;
};

static unsigned add_number(struct writing *w, unsigned width, unsigned owner)
{
    text_add(&w->numbers, "    number v%u %u", ++w->number, width);
    if (owner)
        text_add(&w->numbers, " owner o%u", owner);
    text_put(&w->numbers, "\n");
    return w->number;
}

static void add_owner(struct writing *w, unsigned owner)
{
    if (owner)
        text_add(w->t, " owner o%u", owner);
    text_put(w->t, "\n");
}

/* A fact, or a row of the list whose numbers it is about. */
static void say(struct writing *w, const char *kind, unsigned object, const char *condition)
{
    if (object)
        text_add(&w->cells, "    %s o%u %s\n", kind, object, condition);
    else
        text_add(&w->cells, "    fact %s\n", condition);
}

/* What is known of a count, and of another one. */
static void say_count(struct writing *w, unsigned owner, unsigned count, unsigned other)
{
    static const char *const forms[] = {"(= v%u #x0000000000000001)",
                                        "(bvule v%u #x0000000000000001)",
                                        "(= v%u v%u)",
                                        "(bvule v%u v%u)",
                                        "(= v%u (bvadd v%u #x0000000000000001))",
                                        "(distinct v%u #x0000000000000000)"};
    char text[100];
    unsigned form = chance(8);
    if (form >= 6)
        return;
    if (!other && (form == 2 || form == 3 || form == 4))
        form = 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, sizeof text, forms[form], count, other);
#pragma GCC diagnostic pop
    say(w, "each", owner, text);
}

/* What is known of a word, or of one of its bytes. */
static void say_word(struct writing *w, const char *kind, unsigned object, unsigned number,
                     unsigned width)
{
    char text[100], zeros[20] = "0000000";
    unsigned byte = chance(4), value = chance(2);
    zeros[width / 4 - 1] = 0;
    if (!strcmp(kind, "step"))
        snprintf(text, sizeof text, "(bvule v%u w%u)", number, number);
    else if (width == 16 && byte < 2)
        snprintf(text, sizeof text, "(= ((_ extract %u %u) v%u) #x0%u)", 8 * byte + 7,
                 8 * byte, number, value);
    else
        snprintf(text, sizeof text, "(= v%u #x%s%u)", number, zeros, value);
    say(w, kind, object, text);
}

static unsigned add_owned_list(struct writing *w, unsigned owner, unsigned shown)
{
    static const char *const kinds[] = {"each", "first", "last", "step"};
    bool plain = w->r->words;
    unsigned list = ++w->object, length = plain || !chance(3) ? 0 : add_number(w, 64, owner),
             key = add_number(w, 32, list);
    text_add(w->t, "    list o%u 16 heap 77ab0c11d0e2f346 head 0 next 8 least %u", list,
             chance(3) == 0);
    if (length)
        text_add(w->t, " length v%u", length);
    add_owner(w, owner);
    text_add(&w->cells, "    cell o%u 0 4 v%u\n    cell o%u 8 8 null\n", list, key, list);
    if (!plain && chance(2))
        say_word(w, kinds[chance(4)], list, key, 32);
    if (length)
        say_count(w, owner, length, shown);
    return list;
}

static unsigned add_row(struct writing *w, unsigned owner, unsigned shown)
{
    /* the parts of a row: `w` is one byte, `s` a stretch */
    static const char *const layouts[] = {"sw", "s", "sws", "ws", "ww"};
    unsigned region = ++w->object, size = chance(2) ? add_number(w, 64, owner) : 0;
    if (size)
        text_add(w->t, "    region o%u v%u heap 77ab0c11d0e2f347", region, size);
    else
        text_add(w->t, "    region o%u %u heap 77ab0c11d0e2f347", region, 2 + chance(2));
    add_owner(w, owner);
    const char *layout = layouts[chance(4) ? w->r->layout : chance(5)];
    unsigned boundary = 0;
    for (const char *at = layout; *at; at++) {
        unsigned part = ++w->object;
        bool one = *at == 'w', follows = at > layout && at[-1] == 'w';
        text_add(w->t, "    %s o%u 1 inside 77ab0c11d0e2f347 of o%u", one ? "part" : "parts",
                 part, region);
        if (at == layout)
            text_put(w->t, " from 0");
        else if (!follows)
            text_add(w->t, " from v%u", boundary = add_number(w, 64, owner));
        add_owner(w, owner);
        if (!one && chance(2)) {
            unsigned byte = add_number(w, 8, part);
            text_add(&w->cells, "    cell o%u 0 1 v%u\n", part, byte);
            if (chance(2))
                say_word(w, "each", part, byte, 8);
        } else if (chance(4)) {
            text_add(&w->cells, "    cell o%u 0 1 bits8:%u\n", part, chance(2));
        }
    }
    if (size)
        say_count(w, owner, size, boundary ? boundary : shown);
    if (boundary)
        say_count(w, owner, boundary, shown);
    return region;
}

/* A word of two bytes, in one way or another. */
static void add_word(struct writing *w, unsigned object, unsigned owner)
{
    unsigned wide, low;
    switch (chance(4)) {
    case 0:
        wide = add_number(w, 16, owner);
        text_add(&w->cells, "    cell o%u %u 2 v%u\n", object, WORD, wide);
        if (chance(3))
            say_word(w, "each", owner, wide, 16);
        break;
    case 1:
        low = add_number(w, 8, owner);
        text_add(&w->cells, "    cell o%u %u 1 v%u\n", object, WORD + chance(2), low);
        if (chance(3))
            say_word(w, "each", owner, low, 8);
        break;
    case 2:
        text_add(&w->cells, "    cell o%u %u 1 bits8:%u\n", object, WORD, chance(2));
        text_add(&w->cells, "    cell o%u %u 1 bits8:%u\n", object, WORD + 1, chance(2));
        break;
    }
}

static void random_graph(struct text *t, const struct recipe *r)
{
    struct writing w = {.r = r, .t = t};
    unsigned parts = 1 + (!r->words && chance(2)), node[3] = {0};
    bool list[3] = {0};
    text_put(t, "graph\n");
    unsigned root = add_number(&w, 32, 0);
    for (unsigned i = 0; i < parts; i++) {
        list[i] = chance(3) > 0;
        node[i] = ++w.object;
        unsigned owner = list[i] ? node[i] : 0,
                 key = r->words ? 0 : add_number(&w, 32, owner),
                 length = list[i] && chance(2) ? add_number(&w, 64, 0) : 0,
                 shown = r->shown ? add_number(&w, 64, owner) : 0;
        if (list[i])
            text_add(t, "    list o%u %u heap 77ab0c11d0e2f345 head 0 next 8 least %u",
                     node[i], SIZE, chance(3) == 0);
        else
            text_add(t, "    region o%u %u heap 77ab0c11d0e2f345", node[i], SIZE);
        if (length)
            text_add(t, " length v%u", length);
        text_put(t, "\n");
        unsigned target =
            r->rows ? add_row(&w, owner, shown) : add_owned_list(&w, owner, shown);
        if (r->words)
            add_word(&w, node[i], owner);
        else
            text_add(&w.cells, "    cell o%u 0 4 v%u\n", node[i], key);
        text_add(&w.cells, "    cell o%u %u 8 o%u%s+0\n", node[i], PART, target,
                 r->rows ? "" : ".first");
        if (shown)
            text_add(&w.cells, "    cell o%u %u 8 v%u\n", node[i], SHOWN, shown);
        if (list[i] && !r->words && !r->rows && chance(2))
            say_word(&w, chance(2) ? "each" : "first", node[i], key, 32);
        if (length)
            say_count(&w, 0, length, 0);
    }
    for (unsigned i = 0; i < parts; i++) {
        text_add(&w.cells, "    cell o%u %u 8", node[i], LINK);
        if (i + 1 < parts)
            text_add(&w.cells, " o%u%s+0\n", node[i + 1], list[i + 1] ? ".first" : "");
        else
            text_put(&w.cells, " null\n");
    }
    text_put(t, text_of(&w.numbers));
    text_add(t, "    root 0 0 o%u%s+0\n    root 0 1 v%u\n", node[0], list[0] ? ".first" : "",
             root);
    text_put(t, text_of(&w.cells));
    text_release(&w.numbers);
    text_release(&w.cells);
}

static bool read_graph(struct text *t, shape_graphs *out, const char **why)
{
    char *copy = strdup(text_of(t)), *rest;
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (!shape_line_read(out, line))
            fail_msg("no line: %s", line);
    free(copy);
    return shape_graph_fits(&out->data[0], 8, why);
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

struct drawn {
    struct text t;
    shape_graphs g;
    struct heap_state *s;
};

static void draw(struct heap_checker *c, const struct recipe *r, struct drawn *out)
{
    const char *why;
    random_graph(&out->t, r);
    if (!read_graph(&out->t, &out->g, &why))
        fail_msg("%s:\n%s", why, text_of(&out->t));
    out->s = state_of(c, &out->g.data[0]);
}

static void drawn_release(struct drawn *d)
{
    text_release(&d->t);
    shape_graphs_release(&d->g);
    if (d->s)
        heap_free(d->s);
}

/* --- the tests --- */

/* The ends of the chain's lists, and where the chain is one node those of the list that this
 * leads to. */
static uint32_t list_of(const struct heap_state *s)
{
    uint32_t lists[OBJECTS], count = 0;
    for (uint32_t i = 1; i < s->objects.count; i++)
        if (heap_at(s, i)->kind == SHAPE_LIST && !heap_at(s, i)->owner)
            lists[count++] = i;
    return count ? lists[chance(count)] : 0;
}

static bool compare_unfolded(struct heap_checker *c, struct drawn *d, uint32_t list)
{
    struct heaps before = {0}, after = {0};
    bool good = expand(c, d->s, &before);
    if (chance(4) == 0 && heap_may_be_empty(heap_at(d->s, list)))
        heap_split_empty(c, d->s, list);
    else
        heap_unfold(c, d->s, list, chance(2) ? SHAPE_AT_FIRST : SHAPE_AT_LAST);
    d->s = NULL;
    for (size_t i = 0; i < c->waiting.count; i++) {
        good = good && expand(c, c->waiting.data[i], &after);
        heap_free(c->waiting.data[i]);
    }
    uint64_t n;
    for (size_t i = 0; good && i < before.all.count; i++)
        if (!text_map_get(&after.index, before.all.data[i], &n))
            fail_msg("lost: %s\n%s", before.all.data[i], text_of(&d->t));
    for (size_t i = 0; good && i < after.all.count; i++)
        if (!text_map_get(&before.index, after.all.data[i], &n))
            fail_msg("new: %s\n%s", after.all.data[i], text_of(&d->t));
    good = good && before.all.count;
    heaps_release(&before);
    heaps_release(&after);
    return good;
}

static unsigned more(void) /* SOOTH_ORACLE: how many times as long */
{
    const char *said = getenv("SOOTH_ORACLE");
    return said ? (unsigned)strtoul(said, NULL, 10) : 1;
}

static void unfolding_keeps_all_heaps(void **state)
{
    unsigned tried = 0;
    for (seed = 1; tried < 50 * more();) {
        struct heap_checker *c = new_checker(*state);
        struct recipe r = random_recipe();
        struct drawn d = {0};
        draw(c, &r, &d);
        uint32_t list = list_of(d.s);
        if (list)
            tried += compare_unfolded(c, &d, list);
        drawn_release(&d);
        free_checker(c);
    }
}

static void entailment_keeps_all_heaps(void **state)
{
    unsigned held = 0, tried = 0, by_rows = 0;
    for (seed = 2; held < 80 * more(); tried++) {
        struct heap_checker *c = new_checker(*state);
        struct recipe r = random_recipe();
        struct drawn given = {0}, wanted = {0};
        draw(c, &r, &given);
        draw(c, &r, &wanted);
        if (heap_entails(c, given.s, &wanted.g.data[0], CERTIFICATE_AT_HEAD, NULL)) {
            struct heaps some = {0}, all = {0};
            uint64_t n;
            bool good = expand(c, given.s, &some) && expand(c, wanted.s, &all);
            for (size_t i = 0; good && i < some.all.count; i++)
                if (!text_map_get(&all.index, some.all.data[i], &n))
                    fail_msg("%s\nis of\n%sbut not of\n%s", some.all.data[i],
                             text_of(&given.t), text_of(&wanted.t));
            held += good && some.all.count;
            by_rows += good && some.all.count && r.rows;
            heaps_release(&some);
            heaps_release(&all);
        }
        drawn_release(&given);
        drawn_release(&wanted);
        free_checker(c);
    }
    print_message("%u of %u pairs entail, %u of them with rows\n", held, tried, by_rows);
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
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
