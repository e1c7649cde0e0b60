/* Grounds: what an object holds where nothing has been written. */
#include "check/view/view_internal.h"

#include "base/failure.h"

static struct view_ground *make(struct view *v, enum ground_kind kind)
{
    struct view_ground *g = ARENA_NEW(&v->arena, struct view_ground);
    g->kind = kind;
    g->number = ++v->grounds;
    return g;
}

const struct view_ground *ground_unknown(struct view *v, bool wild)
{
    struct view_ground *g = make(v, GROUND_UNKNOWN);
    g->wild = wild;
    return g;
}

const struct view_ground *ground_filled(struct view *v, struct term byte)
{
    LAW(term_width(v->terms, byte) == 8);
    struct view_ground *g = make(v, GROUND_FILLED);
    g->term = byte;
    return g;
}

const struct view_ground *ground_of_global(struct view *v, uint32_t global)
{
    LAW(global < v->program->globals.count);
    bool elsewhere = v->program->globals.data[global].external; /* only declared here */
    return elsewhere ? ground_unknown(v, true) : make(v, GROUND_INITIALISED);
}

bool ground_same(const struct view_ground *x, const struct view_ground *y)
{
    if (x == y)
        return true;
    return x->kind == GROUND_FILLED && y->kind == GROUND_FILLED &&
           term_same(x->term, y->term);
}

const struct view_ground *ground_either(struct view *v, struct term condition,
                                        const struct view_ground *yes,
                                        const struct view_ground *no)
{
    LAW(sort_kind(v->terms, term_sort(v->terms, condition)) == SORT_BOOL);
    if (ground_same(yes, no))
        return yes;
    struct view_ground *g = make(v, GROUND_EITHER);
    g->term = condition;
    g->yes = yes;
    g->no = no;
    return g;
}

bool ground_is_wild(const struct view_ground *g)
{
    if (g->kind == GROUND_EITHER)
        return ground_is_wild(g->yes) || ground_is_wild(g->no);
    return g->wild;
}

bool ground_is_initialised(const struct view_ground *g)
{
    if (g->kind == GROUND_EITHER)
        return ground_is_initialised(g->yes) || ground_is_initialised(g->no);
    return g->kind == GROUND_INITIALISED;
}

/* --- bytes of which nothing is known --- */

static struct datum anything(struct view *v, bool wild, uint32_t n, enum datum_kind wish)
{
    struct terms *ts = v->terms;
    if (wish == DATUM_POINTER && 8 * n == v->width && wild)
        return datum_fresh(v, (struct type){TYPE_POINTER, v->width}, "found");
    struct term bits = term_fresh(ts, sort_bv(ts, 8 * n), "content");
    if (wild)
        view_carrier(v, bits);
    if (wish == DATUM_POINTER && 8 * n == v->width)
        return datum_pointer(term_bv(ts, VIEW_OBJECT_BITS, 0), bits);
    return datum_bits(bits);
}

static uint64_t key_of(const struct view_ground *g, uint32_t at)
{
    return (uint64_t)g->number << 32 | at;
}

static bool is_free(struct view *v, const struct view_ground *g, uint32_t start, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (map_has(&v->unknown, key_of(g, start + i)))
            return false;
    return true;
}

/* What was once seen of them stays so: the first who looks says of which values they are
 * bytes. */
static struct view_byte unknown_byte(struct view *v, const struct view_ground *g, uint32_t at,
                                     uint32_t start, uint32_t n, enum datum_kind wish)
{
    LAW(g->kind == GROUND_UNKNOWN);
    LAW(start <= at && at - start < n);
    uint64_t found;
    if (map_get(&v->unknown, key_of(g, at), &found))
        return v->unknown_bytes.data[found];
    if (!is_free(v, g, start, n))
        start = at, n = 1;
    struct datum value = anything(v, g->wild, n, wish);
    for (uint32_t i = 0; i < n; i++) {
        map_set(&v->unknown, key_of(g, start + i), v->unknown_bytes.count);
        VECTOR_PUSH(&v->unknown_bytes, (struct view_byte){value, i, n});
    }
    return (struct view_byte){value, at - start, n};
}

/* --- initialisers --- */

static struct datum constant_pointer(struct view *v, const struct constant *c)
{
    switch ((enum constant_kind)c->kind) {
    case CONSTANT_NULL:
        return view_null(v);
    case CONSTANT_GLOBAL:
        return view_at(v, view_global(v, c->index), c->offset);
    case CONSTANT_FUNCTION:
        return view_at(v, view_function(v, c->index), c->offset);
    case CONSTANT_BLOCK:
        return view_at(v, view_function(v, c->index), constant_label_offset(c));
    case CONSTANT_BITS:
    case CONSTANT_UNDEF:
        break;
    }
    return datum_pointer(term_bv(v->terms, VIEW_OBJECT_BITS, 0),
                         term_fresh(v->terms, sort_bv(v->terms, v->width), "relocated"));
}

/* The pointer of the initialiser that has the byte, if one has. */
static const struct relocation *relocation_over(struct view *v, const struct global *g,
                                                uint64_t at)
{
    for (uint32_t i = 0; i < g->relocation_count; i++)
        if (g->relocations[i].offset <= at && at - g->relocations[i].offset < v->width / 8)
            return &g->relocations[i];
    return NULL;
}

bool ground_relocation(struct view *v, const struct global *g, uint64_t at, struct datum *out)
{
    const struct relocation *r = relocation_over(v, g, at);
    if (!r || r->offset != at)
        return false;
    *out = constant_pointer(v, program_constant(v->program, r->value));
    return true;
}

static bool has_relocations(struct view *v, const struct global *g, uint64_t start,
                            uint32_t n)
{
    uint64_t word = v->width / 8;
    for (uint32_t i = 0; i < g->relocation_count; i++)
        if (g->relocations[i].offset < start + n && start < g->relocations[i].offset + word)
            return true;
    return false;
}

static struct term constant_bytes(struct view *v, const struct global *g, uint64_t start,
                                  uint32_t n)
{
    struct term bits = TERM_NONE;
    for (uint32_t i = 0; i < n; i++) {
        uint8_t byte = g->bytes && start + i < g->size ? g->bytes[start + i] : 0;
        struct term b = term_bv(v->terms, 8, byte);
        bits = term_is(bits) ? term_concat(v->terms, b, bits) : b;
    }
    return bits;
}

static struct view_byte initial_byte(struct view *v, uint32_t object, uint32_t at,
                                     uint32_t start, uint32_t n)
{
    LAW(v->objects.data[object].kind == VIEW_GLOBAL);
    const struct global *g = &v->program->globals.data[v->objects.data[object].index];
    const struct relocation *r = relocation_over(v, g, at);
    if (r) {
        struct datum p = constant_pointer(v, program_constant(v->program, r->value));
        return (struct view_byte){p, at - (uint32_t)r->offset, v->width / 8};
    }
    if (has_relocations(v, g, start, n))
        start = at, n = 1;
    return (struct view_byte){datum_bits(constant_bytes(v, g, start, n)), at - start, n};
}

static struct term repeated(struct view *v, struct term byte, uint32_t n)
{
    LAW(n > 0);
    struct term bits = byte;
    for (uint32_t i = 1; i < n; i++)
        bits = term_concat(v->terms, byte, bits);
    return bits;
}

struct view_byte ground_byte(struct view *v, uint32_t object, const struct view_ground *g,
                             uint32_t at, uint32_t start, uint32_t n, enum datum_kind wish)
{
    LAW(start <= at && at - start < n);
    switch (g->kind) {
    case GROUND_UNKNOWN:
        return unknown_byte(v, g, at, start, n, wish);
    case GROUND_FILLED:
        return (struct view_byte){datum_bits(repeated(v, g->term, n)), at - start, n};
    case GROUND_INITIALISED:
        return initial_byte(v, object, at & ~APART, start & ~APART, n);
    case GROUND_EITHER:
        return view_byte_ite(v, g->term, ground_byte(v, object, g->yes, at, start, n, wish),
                             ground_byte(v, object, g->no, at, start, n, wish));
    }
    BUG("a ground of no kind");
}

/* --- columns --- */

static struct sort array_sort(struct view *v, uint32_t object, unsigned width)
{
    return sort_array(v->terms, sort_bv(v->terms, view_index_width(v, object)),
                      sort_bv(v->terms, width));
}

static struct datum same_everywhere(struct view *v, uint32_t object, struct datum element)
{
    struct term a = term_array_const(
        v->terms, array_sort(v, object, term_width(v->terms, element.a)), element.a);
    struct datum d = {.kind = element.kind, .a = a};
    if (d.kind == DATUM_POINTER)
        d.b = term_array_const(v->terms, array_sort(v, object, v->width), element.b);
    return d;
}

static struct datum unknown_column(struct view *v, uint32_t object,
                                   const struct view_ground *g,
                                   const struct view_column *column)
{
    uint64_t key = key_of(g, column->at), found;
    if (map_get(&v->ground_columns, key, &found))
        return v->ground_arrays.data[found];
    bool pointers = column->kind == DATUM_POINTER;
    unsigned width = pointers ? v->width : 8 * column->bytes;
    struct term any = term_fresh(v->terms, array_sort(v, object, width), "elements");
    struct datum d = {.kind = column->kind, .a = any};
    if (g->wild)
        view_carrier(v, any);
    if (pointers) {
        struct term names =
            term_bv(v->terms, VIEW_OBJECT_BITS, g->wild ? VIEW_WILD_OBJECT : 0);
        d = same_everywhere(v, object, datum_pointer(names, view_word(v, 0)));
        d.b = any;
    }
    map_set(&v->ground_columns, key, v->ground_arrays.count);
    VECTOR_PUSH(&v->ground_arrays, d);
    return d;
}

static bool is_zero(struct view *v, struct datum d)
{
    uint64_t a, b = 0;
    if (!term_const_u64(v->terms, d.a, &a) || a)
        return false;
    return d.kind != DATUM_POINTER || (term_const_u64(v->terms, d.b, &b) && !b);
}

static struct datum read_initialiser(struct view *v, uint32_t object,
                                     const struct view_column *column)
{
    LAW(v->objects.data[object].kind == VIEW_GLOBAL);
    struct terms *ts = v->terms;
    const struct global *g = &v->program->globals.data[v->objects.data[object].index];
    struct type type = {column->kind == DATUM_POINTER ? TYPE_POINTER : TYPE_INT,
                        8 * column->bytes};
    struct datum d = same_everywhere(
        v, object, datum_of_type(v, datum_bits(term_bv(ts, type.width, 0)), type));
    uint64_t stride = view_stride(v, object);
    if (!g->bytes && !g->relocation_count)
        return d;
    struct view_content content = {.ground =
                                       ground_of_global(v, v->objects.data[object].index)};
    for (uint64_t i = 0; i * stride + column->at < g->size;
         i++) { /* the last one may be cut off */
        uint32_t at = (uint32_t)(i * stride) + column->at;
        struct datum e = datum_of_type(
            v, bytes_read(v, &content, object, at, column->bytes, column->kind), type);
        struct term index = term_bv(ts, view_index_width(v, object), i);
        if (is_zero(v, e))
            continue;
        d.a = term_store(ts, d.a, index, e.a);
        if (d.kind == DATUM_POINTER)
            d.b = term_store(ts, d.b, index, e.b);
    }
    return d;
}

static struct datum initial_column(struct view *v, uint32_t object,
                                   const struct view_ground *g,
                                   const struct view_column *column)
{
    uint64_t key = key_of(g, column->at), found;
    if (map_get(&v->ground_columns, key, &found))
        return v->ground_arrays.data[found];
    struct datum d = read_initialiser(v, object, column);
    map_set(&v->ground_columns, key, v->ground_arrays.count);
    VECTOR_PUSH(&v->ground_arrays, d);
    return d;
}

struct datum ground_column(struct view *v, uint32_t object, const struct view_ground *g,
                           const struct view_column *column)
{
    struct type type = {column->kind == DATUM_POINTER ? TYPE_POINTER : TYPE_INT,
                        8 * column->bytes};
    switch (g->kind) {
    case GROUND_UNKNOWN:
        return unknown_column(v, object, g, column);
    case GROUND_FILLED:
        return same_everywhere(
            v, object,
            datum_of_type(v, datum_bits(repeated(v, g->term, column->bytes)), type));
    case GROUND_INITIALISED:
        return initial_column(v, object, g, column);
    case GROUND_EITHER:
        return datum_ite(v, g->term, ground_column(v, object, g->yes, column),
                         ground_column(v, object, g->no, column));
    }
    BUG("a ground of no kind");
}
