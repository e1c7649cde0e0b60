/* Graphs of memory as text, one line per part: written and read back. */
#include "certificate/shape.h"

#include "base/failure.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_words[] = {
    [SHAPE_REGION] = "region", [SHAPE_MAYBE] = "maybe", [SHAPE_LIST] = "list",
    [SHAPE_TREE] = "tree",     [SHAPE_CELL] = "part",   [SHAPE_CELLS] = "parts"};
static const char *const storage_words[] = {[SHAPE_HEAP] = "heap",
                                            [SHAPE_STACK] = "stack",
                                            [SHAPE_GLOBAL] = "global",
                                            [SHAPE_INSIDE] = "inside"};
static const char *const background_words[] = {
    [SHAPE_ANY] = "any", [SHAPE_ZERO] = "zero", [SHAPE_INITIAL] = "initial"};
static const char *const target_words[] = {[SHAPE_AT_NODE] = "",
                                           [SHAPE_AT_FIRST] = ".first",
                                           [SHAPE_AT_LAST] = ".last",
                                           [SHAPE_AT_SOME] = ".some",
                                           [SHAPE_AT_SELF] = ".self"};
static const char *const measure_words[] = {[SHAPE_LENGTH] = "length",
                                            [SHAPE_DIFFERENCE] = "difference",
                                            [SHAPE_SIGNED] = "signed",
                                            [SHAPE_UNSIGNED] = "unsigned",
                                            [SHAPE_LIVE] = "live"};
static const char *const row_words[] = {[SHAPE_FACT] = "fact",
                                        [SHAPE_EACH] = "each",
                                        [SHAPE_FIRST] = "first",
                                        [SHAPE_LAST] = "last",
                                        [SHAPE_STEP] = "step"};
#define COUNT(words) (sizeof(words) / sizeof *(words))
enum {
    KINDS = COUNT(kind_words),
    STORAGES = COUNT(storage_words),
    BACKGROUNDS = COUNT(background_words),
    TARGETS = COUNT(target_words),
    ROWS = COUNT(row_words),
    MEASURES = COUNT(measure_words)
};

void shape_graph_release(struct shape_graph *g)
{
    for (size_t i = 0; i < g->rows.count; i++)
        free(g->rows.data[i].condition);
    VECTOR_RELEASE(&g->objects);
    VECTOR_RELEASE(&g->numbers);
    VECTOR_RELEASE(&g->roots);
    VECTOR_RELEASE(&g->cells);
    VECTOR_RELEASE(&g->rows);
    VECTOR_RELEASE(&g->measures);
}

void shape_graphs_release(shape_graphs *all)
{
    for (size_t i = 0; i < all->count; i++)
        shape_graph_release(&all->data[i]);
    VECTOR_RELEASE(all);
}

/* --- writing --- */

static void write_segment(struct text *t, const struct shape_object *o)
{
    LAW(o->kind == SHAPE_TREE || (!o->child[0] && !o->child[1] && !o->loose));
    LAW(o->next_count == 1 || o->next_count == 2);
    text_add(t, " head %u next %u", o->head, o->next[0]);
    if (o->next_count > 1)
        text_add(t, " or %u", o->next[1]);
    if (o->has_prev)
        text_add(t, " prev %u", o->prev);
    if (o->kind == SHAPE_LIST || o->least)
        text_add(t, " least %u", o->least);
    if (o->length)
        text_add(t, " length v%u", o->length);
    if (o->child[0])
        text_add(t, " left v%u", o->child[0]);
    if (o->child[1])
        text_add(t, " right v%u", o->child[1]);
    if (o->loose)
        text_put(t, " loose");
}

static void write_part(struct text *t, const struct shape_object *o)
{
    LAW(o->array && (!o->from_number || !o->follows));
    text_add(t, " of o%u", o->array);
    if (o->from_number)
        text_add(t, " from v%u", o->from_number);
    else if (!o->follows)
        text_add(t, " from %" PRIu64, o->from);
}

static void write_pointer(struct text *t, const struct shape_value *v)
{
    LAW(v->kind == SHAPE_POINTER && v->object && (unsigned)v->target < TARGETS);
    text_add(t, " o%u%s%+" PRId64, v->object, target_words[v->target], v->offset);
    if (v->number)
        text_add(t, "+v%u", v->number);
}

static void put_value(struct text *t, const struct shape_value *v)
{
    LAW(v->kind != SHAPE_NUMBER || v->number);
    switch (v->kind) {
    case SHAPE_UNKNOWN:
        text_put(t, " unknown");
        break;
    case SHAPE_NULL:
        text_put(t, " null");
        break;
    case SHAPE_DANGLING:
        text_put(t, " dangling");
        break;
    case SHAPE_NUMBER:
        text_add(t, " v%u", v->number);
        break;
    case SHAPE_BITS:
        text_add(t, " bits%u:%" PRIu64, v->width, v->bits);
        break;
    case SHAPE_FUNCTION:
        text_add(t, " function:%u", v->object);
        break;
    case SHAPE_POINTER:
        write_pointer(t, v);
        break;
    case SHAPE_STATIC:
        if (v->number)
            text_add(t, " static:v%u", v->number);
        else
            text_add(t, " static:%" PRIu64, v->bits);
        break;
    }
}

static void write_value(struct text *t, const struct shape_value *v)
{
    put_value(t, v);
    text_put(t, "\n");
}

static void write_object(struct text *t, size_t number, const struct shape_object *o)
{
    LAW(!o->when || o->kind == SHAPE_MAYBE);
    LAW(!o->owner || o->owner < number); /* owners come first */
    LAW((unsigned)o->kind < KINDS && (unsigned)o->storage < STORAGES &&
        (unsigned)o->background < BACKGROUNDS);
    text_add(t, "    %s o%zu ", kind_words[o->kind], number);
    if (o->size_number)
        text_add(t, "v%u", o->size_number);
    else
        text_add(t, "%" PRIu64, o->size);
    text_add(t, " %s %016" PRIx64, storage_words[o->storage], o->site);
    if (o->kind == SHAPE_LIST || o->kind == SHAPE_TREE)
        write_segment(t, o);
    if (o->kind == SHAPE_CELL || o->kind == SHAPE_CELLS)
        write_part(t, o);
    if (o->kind == SHAPE_MAYBE && o->head)
        text_add(t, " head %u", o->head);
    if (o->when)
        text_add(t, " when v%u", o->when);
    if (o->has_other) {
        text_put(t, " else");
        put_value(t, &o->other);
    }
    if (o->background != SHAPE_ANY)
        text_add(t, " background %s", background_words[o->background]);
    if (o->owner)
        text_add(t, " owner o%u", o->owner);
    if (o->outer)
        text_put(t, " outer");
    text_put(t, o->dead ? " dead\n" : "\n");
}

static void write_number(struct text *t, size_t number, const struct shape_number *n)
{
    LAW(n->width);
    text_add(t, "    number v%zu %u%s", number, n->width, n->is_float ? " float" : "");
    if (n->owner)
        text_add(t, " owner o%u", n->owner);
    text_put(t, "\n");
}

static void write_row(struct text *t, const struct shape_row *r)
{
    LAW((unsigned)r->kind < ROWS && (r->kind == SHAPE_FACT) == !r->object && *r->condition &&
        !strchr(r->condition, '\n'));
    text_add(t, "    %s ", row_words[r->kind]);
    if (r->object)
        text_add(t, "o%u ", r->object);
    text_add(t, "%s\n", r->condition);
}

static void write_operand(struct text *t, const struct shape_value *v)
{
    LAW(v->kind == SHAPE_BITS || (v->kind == SHAPE_NUMBER && v->number));
    if (v->kind == SHAPE_BITS)
        text_add(t, " bits%u:%" PRIu64, v->width, v->bits);
    else
        text_add(t, " v%u", v->number);
}

static void write_measure(struct text *t, const struct shape_measure *m)
{
    LAW((unsigned)m->kind < MEASURES && m->name && m->count <= SHAPE_MOST_COUNTED);
    text_add(t, "    measure %u %s", m->name, measure_words[m->kind]);
    for (uint32_t i = 0; m->kind == SHAPE_LENGTH && i < m->count; i++)
        text_add(t, " o%u", m->counted[i]);
    if (shape_is_difference(m)) {
        write_operand(t, &m->from);
        write_operand(t, &m->by);
    }
    text_put(t, "\n");
}

void shape_graph_write(const struct shape_graph *g, struct text *t)
{
    text_put(t, g->lost ? "  graph lost\n" : "  graph\n");
    for (size_t i = 0; i < g->objects.count; i++)
        write_object(t, i + 1, &g->objects.data[i]);
    for (size_t i = 0; i < g->numbers.count; i++)
        write_number(t, i + 1, &g->numbers.data[i]);
    for (size_t i = 0; i < g->roots.count; i++) {
        text_add(t, "    root %u %u", g->roots.data[i].depth, g->roots.data[i].instruction);
        write_value(t, &g->roots.data[i].value);
    }
    for (size_t i = 0; i < g->cells.count; i++) {
        const struct shape_cell *c = &g->cells.data[i];
        text_add(t, "    cell o%u %u %u", c->object, c->at, c->bytes);
        write_value(t, &c->value);
    }
    for (size_t i = 0; i < g->rows.count; i++)
        write_row(t, &g->rows.data[i]);
    for (size_t i = 0; i < g->measures.count; i++)
        write_measure(t, &g->measures.data[i]);
}

/* --- reading: words separated by blanks --- */

static char *next_word(char **rest)
{
    return strtok_r(NULL, " ", rest);
}

static bool find_word(const char *word, const char *const *words, unsigned count,
                      unsigned *out)
{
    for (unsigned i = 0; word && i < count; i++)
        if (text_same(word, words[i]))
            return *out = i, true;
    return false;
}

/* A number of decimal digits from *at on, which moves past it. */
static bool read_digits(const char **at, uint64_t most, uint64_t *out)
{
    *out = 0;
    if (**at < '0' || **at > '9')
        return false;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (*out > (most - digit) / 10)
            return false;
        *out = *out * 10 + digit;
    }
    return true;
}

static bool read_plain(const char *word, uint32_t *out)
{
    uint64_t value;
    if (!word || !read_digits(&word, UINT32_MAX, &value) || *word)
        return false;
    *out = (uint32_t)value;
    return true;
}

/* "o3", "v3": from 1 on. */
static bool read_name(const char *word, char letter, uint32_t *out)
{
    return word && *word == letter && read_plain(word + 1, out) && *out > 0;
}

static bool read_site(const char *word, uint64_t *out)
{
    if (!word || strlen(word) != 16 || strspn(word, "0123456789abcdef") != 16)
        return false;
    *out = strtoull(word, NULL, 16);
    return true;
}

static bool read_owner(char **rest, uint32_t *out)
{
    return read_name(next_word(rest), 'o', out);
}

static bool read_from(const char *word, struct shape_object *o)
{
    o->follows = false;
    if (word && *word == 'v')
        return read_name(word, 'v', &o->from_number);
    return word && read_digits(&word, UINT64_MAX / 4, &o->from) && !*word;
}

/* ".first+8", "-16+v3" */
static bool read_place(const char *at, struct shape_value *v)
{
    uint64_t offset;
    for (unsigned i = TARGETS; i-- > 0;) {
        if (!text_starts(at, target_words[i]))
            continue;
        v->target = i;
        at += strlen(target_words[i]);
        break;
    }
    bool minus = *at == '-';
    if (*at != '+' && *at != '-')
        return false;
    at++;
    if (!read_digits(&at, INT64_MAX, &offset))
        return false;
    v->offset = minus ? -(int64_t)offset : (int64_t)offset;
    if (!*at)
        return true;
    return *at == '+' && read_name(at + 1, 'v', &v->number);
}

static bool read_pointer(const char *word, struct shape_value *v)
{
    uint64_t number;
    const char *at = word + 1;
    if (!read_digits(&at, UINT32_MAX, &number))
        return false;
    v->kind = SHAPE_POINTER;
    v->object = (uint32_t)number;
    return read_place(at, v);
}

static bool read_bits(const char *at, struct shape_value *v)
{
    uint64_t width;
    if (!read_digits(&at, 64, &width) || *at++ != ':')
        return false;
    v->kind = SHAPE_BITS;
    v->width = (uint32_t)width;
    return read_digits(&at, UINT64_MAX, &v->bits) && !*at;
}

static bool read_static(const char *at, struct shape_value *v)
{
    v->kind = SHAPE_STATIC;
    if (*at == 'v')
        return read_name(at, 'v', &v->number) && v->number;
    return read_digits(&at, (1u << SHAPE_STATIC_BITS) - 1, &v->bits) && !*at;
}

static bool read_value(const char *word, struct shape_value *v)
{
    *v = (struct shape_value){.kind = SHAPE_UNKNOWN};
    if (!word)
        return false;
    if (text_same(word, "unknown"))
        return true;
    if (text_same(word, "null"))
        return v->kind = SHAPE_NULL, true;
    if (text_same(word, "dangling"))
        return v->kind = SHAPE_DANGLING, true;
    if (text_starts(word, "bits"))
        return read_bits(word + strlen("bits"), v);
    if (text_starts(word, "function:"))
        return v->kind = SHAPE_FUNCTION, read_plain(word + strlen("function:"), &v->object);
    if (text_starts(word, "static:"))
        return read_static(word + strlen("static:"), v);
    if (*word == 'v')
        return v->kind = SHAPE_NUMBER, read_name(word, 'v', &v->number);
    return *word == 'o' && read_pointer(word, v);
}

static bool read_property(struct shape_object *o, const char *word, char **rest)
{
    unsigned background;
    if (text_same(word, "dead"))
        return o->dead = true;
    if (text_same(word, "outer"))
        return o->outer = true;
    if (text_same(word, "owner"))
        return read_owner(rest, &o->owner);
    if (text_same(word, "of"))
        return o->follows = true, read_name(next_word(rest), 'o', &o->array);
    if (text_same(word, "from"))
        return read_from(next_word(rest), o);
    if (text_same(word, "head"))
        return read_plain(next_word(rest), &o->head);
    if (text_same(word, "next"))
        return o->next_count = 1, read_plain(next_word(rest), &o->next[0]);
    if (text_same(word, "or"))
        return o->next_count = 2, read_plain(next_word(rest), &o->next[1]);
    if (text_same(word, "prev"))
        return o->has_prev = true, read_plain(next_word(rest), &o->prev);
    if (text_same(word, "least"))
        return read_plain(next_word(rest), &o->least);
    if (text_same(word, "when"))
        return read_name(next_word(rest), 'v', &o->when);
    if (text_same(word, "else"))
        return o->has_other = true, read_value(next_word(rest), &o->other);
    if (text_same(word, "length"))
        return read_name(next_word(rest), 'v', &o->length);
    if (text_same(word, "left"))
        return read_name(next_word(rest), 'v', &o->child[0]);
    if (text_same(word, "right"))
        return read_name(next_word(rest), 'v', &o->child[1]);
    if (text_same(word, "loose"))
        return o->loose = true;
    if (!text_same(word, "background"))
        return false;
    if (!find_word(next_word(rest), background_words, BACKGROUNDS, &background))
        return false;
    o->background = background;
    return true;
}

static bool read_size(const char *word, struct shape_object *o)
{
    if (word && *word == 'v')
        return read_name(word, 'v', &o->size_number);
    return word && read_digits(&word, UINT64_MAX / 4, &o->size) && !*word;
}

static bool read_object(struct shape_graph *g, enum shape_kind kind, char **rest)
{
    struct shape_object o = {.kind = kind};
    uint32_t number;
    unsigned storage;
    if (!read_name(next_word(rest), 'o', &number) || number != g->objects.count + 1)
        return false;
    if (!read_size(next_word(rest), &o))
        return false;
    if (!find_word(next_word(rest), storage_words, STORAGES, &storage))
        return false;
    o.storage = storage;
    if (!read_site(next_word(rest), &o.site))
        return false;
    for (char *word = next_word(rest); word; word = next_word(rest))
        if (!read_property(&o, word, rest))
            return false;
    VECTOR_PUSH(&g->objects, o);
    LAW(number == g->objects.count);
    return true;
}

static bool read_number(struct shape_graph *g, char **rest)
{
    struct shape_number n = {0};
    uint32_t number;
    if (!read_name(next_word(rest), 'v', &number) || number != g->numbers.count + 1)
        return false;
    if (!read_plain(next_word(rest), &n.width))
        return false;
    char *word = next_word(rest);
    if (word && text_same(word, "float")) {
        n.is_float = true;
        word = next_word(rest);
    }
    if (word && (!text_same(word, "owner") || !read_owner(rest, &n.owner)))
        return false;
    VECTOR_PUSH(&g->numbers, n);
    return !next_word(rest);
}

static bool read_root(struct shape_graph *g, char **rest)
{
    struct shape_root r;
    if (!read_plain(next_word(rest), &r.depth) ||
        !read_plain(next_word(rest), &r.instruction))
        return false;
    if (!read_value(next_word(rest), &r.value))
        return false;
    VECTOR_PUSH(&g->roots, r);
    return !next_word(rest);
}

static bool read_cell(struct shape_graph *g, char **rest)
{
    struct shape_cell c;
    if (!read_name(next_word(rest), 'o', &c.object))
        return false;
    if (!read_plain(next_word(rest), &c.at) || !read_plain(next_word(rest), &c.bytes))
        return false;
    if (!read_value(next_word(rest), &c.value))
        return false;
    VECTOR_PUSH(&g->cells, c);
    return !next_word(rest);
}

static bool read_row(struct shape_graph *g, enum shape_row_kind kind, char **rest)
{
    struct shape_row r = {.kind = kind};
    if (kind != SHAPE_FACT && !read_name(next_word(rest), 'o', &r.object))
        return false;
    while (**rest == ' ')
        ++*rest;
    if (!**rest)
        return false;
    r.condition = strdup(*rest);
    VECTOR_PUSH(&g->rows, r);
    return true;
}

static bool read_operand(const char *word, struct shape_value *v)
{
    return read_value(word, v) && (v->kind == SHAPE_BITS || v->kind == SHAPE_NUMBER);
}

static bool read_measure(struct shape_graph *g, char **rest)
{
    struct shape_measure m = {0};
    char *word;
    unsigned kind;
    if (!read_plain(next_word(rest), &m.name))
        return false;
    if (!find_word(next_word(rest), measure_words, MEASURES, &kind))
        return false;
    m.kind = kind;
    if (shape_is_difference(&m) &&
        (!read_operand(next_word(rest), &m.from) || !read_operand(next_word(rest), &m.by)))
        return false;
    for (word = next_word(rest); word; word = next_word(rest)) {
        if (m.kind != SHAPE_LENGTH || m.count == SHAPE_MOST_COUNTED)
            return false;
        if (!read_name(word, 'o', &m.counted[m.count++]))
            return false;
    }
    VECTOR_PUSH(&g->measures, m);
    return true;
}

bool shape_line_read(shape_graphs *all, char *line)
{
    char *rest, *word = strtok_r(line, " ", &rest);
    unsigned number;
    if (!word)
        return false;
    if (text_same(word, "graph")) {
        word = next_word(&rest);
        if (word && !text_same(word, "lost"))
            return false;
        VECTOR_PUSH(all, (struct shape_graph){.lost = word != NULL});
        return true;
    }
    if (!all->count)
        return false;
    struct shape_graph *g = &VECTOR_LAST(all);
    if (find_word(word, kind_words, KINDS, &number))
        return read_object(g, number, &rest);
    if (find_word(word, row_words, ROWS, &number))
        return read_row(g, number, &rest);
    if (text_same(word, "number"))
        return read_number(g, &rest);
    if (text_same(word, "root"))
        return read_root(g, &rest);
    if (text_same(word, "measure"))
        return read_measure(g, &rest);
    return text_same(word, "cell") && read_cell(g, &rest);
}
