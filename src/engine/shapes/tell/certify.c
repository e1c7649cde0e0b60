/* From the graphs at loop heads to a certificate (certificate/shape.h). Nothing here is
 * trusted: what is left out or wrong makes the checker say that it is not confirmed. */
#include "engine/shapes/guess/measure.h"
#include "engine/shapes/shapes.h"

#include "certificate/certificate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct part_place { /* of a part: its region, and the part before it */
    uint32_t region, before;
};
struct writing {
    struct shapes *s;
    const struct graph *g;
    struct shape_graph *out;
    uint32_t *number_of;       /* by object id; 0: none */
    struct part_place *places; /* by object id */
    struct map numbers; /* id of a variable, or of a term that has a number, to its number */
    struct map names;   /* id of a variable to that of its name in conditions */
};

/* --- numbers --- */

static void set_name(struct writing *w, struct term variable, char letter, uint32_t number)
{
    LAW(number && number <= w->out->numbers.count);
    char name[40];
    struct terms *ts = w->s->terms;
    bool is_float = sort_kind(ts, term_sort(ts, variable)) == SORT_FLOAT;
    snprintf(name, sizeof name, "%c%u_%c%u", letter, number, is_float ? 'f' : 'w',
             term_width(ts, variable));
    map_set(&w->names, variable.id, term_var(ts, term_sort(ts, variable), name).id);
}

static uint32_t add_number(struct writing *w, struct term t, uint32_t owner)
{
    LAW(owner <= w->out->objects.count);
    LAW(!map_has(&w->numbers, t.id));
    struct terms *ts = w->s->terms;
    struct shape_number n = {.width = term_width(ts, t), .owner = owner};
    n.is_float = sort_kind(ts, term_sort(ts, t)) == SORT_FLOAT;
    VECTOR_PUSH(&w->out->numbers, n);
    uint32_t number = (uint32_t)w->out->numbers.count;
    map_set(&w->numbers, t.id, number);
    return number;
}

/* Booleans have no numbers: a condition over one cannot be said. */
static void see_variable(void *context, struct term t)
{
    struct writing *w = context;
    enum sort_kind kind = sort_kind(w->s->terms, term_sort(w->s->terms, t));
    if (map_has(&w->numbers, t.id) || (kind != SORT_BV && kind != SORT_FLOAT))
        return;
    set_name(w, t, 'v', add_number(w, t, 0));
}

static void see_term(struct writing *w, struct term t)
{
    if (term_is(t))
        term_variables(w->s->terms, t, see_variable, w);
}

struct owner_search {
    struct writing *w;
    uint32_t owner;
};

static void see_owner(void *context, struct term t)
{
    struct owner_search *k = context;
    uint64_t number = map_or(&k->w->numbers, t.id, 0);
    LAW(number <= k->w->out->numbers.count);
    uint32_t owner = number ? k->w->out->numbers.data[number - 1].owner : 0;
    if (owner > k->owner)
        k->owner = owner; /* inner lists come later */
}

/* v3_w32 is v3 in the certificate. */
static char *condition_text(struct writing *w, struct term t)
{
    LAW(sort_kind(w->s->terms, term_sort(w->s->terms, t)) == SORT_BOOL);
    struct text text = {0}, out = {0};
    struct map names = {0};
    for (size_t i = 0; i < w->names.capacity; i++)
        if (w->names.slots[i].used)
            map_set(&names, w->names.slots[i].key, w->names.slots[i].value);
    term_print(w->s->terms, term_substitute(w->s->terms, t, &names), &text);
    map_release(&names);
    for (const char *at = text_of(&text); *at; at++) {
        if (*at == '_' && at > text_of(&text) && isdigit((unsigned char)at[-1])) {
            while (at[1] && isalnum((unsigned char)at[1]))
                at++;
            continue;
        }
        text_put_range(&out, at, 1);
    }
    char *result = strdup(text_of(&out));
    text_release(&text);
    text_release(&out);
    return result;
}

static void add_row(struct writing *w, enum shape_row_kind kind, uint32_t object,
                    struct term t)
{
    LAW(object <= w->out->objects.count);
    LAW((kind == SHAPE_FACT) == !object);
    VECTOR_PUSH(&w->out->rows, ((struct shape_row){kind, object, condition_text(w, t)}));
}

/* The number that a term has; one of its own if it is no variable. */
static uint32_t number_of(struct writing *w, struct term t)
{
    uint64_t number;
    if (map_get(&w->numbers, t.id, &number))
        return (uint32_t)number;
    struct owner_search k = {w, 0};
    term_variables(w->s->terms, t, see_owner, &k);
    struct term variable = term_fresh(w->s->terms, term_sort(w->s->terms, t), "certified");
    uint32_t own = add_number(w, variable, k.owner);
    LAW(own == w->out->numbers.count);
    map_set(&w->numbers, t.id, own);
    set_name(w, variable, 'v', own);
    add_row(w, k.owner ? SHAPE_EACH : SHAPE_FACT, k.owner, term_eq(w->s->terms, variable, t));
    return own;
}

/* --- values --- */

static struct shape_value number_value(struct writing *w, struct term t)
{
    struct terms *ts = w->s->terms;
    uint64_t bits;
    bool is_bits = sort_kind(ts, term_sort(ts, t)) == SORT_BV;
    if (is_bits && term_const_u64(ts, t, &bits))
        return (struct shape_value){
            .kind = SHAPE_BITS, .width = term_width(ts, t), .bits = bits};
    return (struct shape_value){.kind = SHAPE_NUMBER, .number = number_of(w, t)};
}

static enum shape_target target_of(const struct writing *w, struct graph_value v)
{
    LAW(v.object < w->g->count && w->g->objects[v.object]);
    if (w->g->objects[v.object]->kind != GRAPH_LIST)
        return SHAPE_AT_NODE;
    if (v.end == GRAPH_FIRST)
        return SHAPE_AT_FIRST;
    return v.end == GRAPH_LAST ? SHAPE_AT_LAST : SHAPE_AT_SELF;
}

static struct shape_value pointer_value(struct writing *w, struct graph_value v)
{
    struct shape_value p = {.kind = SHAPE_POINTER};
    uint64_t at;
    if (!v.object)
        return number_value(w, v.term);
    if (!w->number_of[v.object])
        return (struct shape_value){.kind = SHAPE_UNKNOWN};
    p.object = w->number_of[v.object];
    p.target = target_of(w, v);
    if (term_const_u64(w->s->terms, v.term, &at))
        p.offset = (int64_t)at;
    else
        p.number = number_of(w, v.term);
    return p;
}

static struct shape_value value_of(struct writing *w, struct graph_value v)
{
    uint64_t offset;
    switch ((enum graph_value_kind)v.kind) {
    case GRAPH_NONE:
    case GRAPH_WILD:
        break;
    case GRAPH_NUMBER:
        return number_value(w, v.term);
    case GRAPH_POINTER:
        return pointer_value(w, v);
    case GRAPH_DANGLING:
        return (struct shape_value){.kind = SHAPE_DANGLING};
    case GRAPH_FUNCTION:
        if (!term_const_u64(w->s->terms, v.term, &offset) || offset)
            break;
        return (struct shape_value){.kind = SHAPE_FUNCTION, .object = v.object};
    case GRAPH_STATIC:
        if (term_const_u64(w->s->terms, v.term, &offset))
            return (struct shape_value){.kind = SHAPE_STATIC, .bits = offset};
        return (struct shape_value){.kind = SHAPE_STATIC, .number = number_of(w, v.term)};
    }
    return (struct shape_value){.kind = SHAPE_UNKNOWN};
}

/* --- objects --- */

static bool is_read_only(const struct writing *w, const struct graph_object *o)
{
    return o->storage == GRAPH_GLOBAL && w->s->program->globals.data[o->index].read_only;
}

struct leading {
    const struct writing *w;
    uint32_t object;
    bool found;
};

static void see_leading(void *context, uint32_t from, struct graph_value v)
{
    struct leading *l = context;
    if (!graph_is_pointer(v) || v.object != l->object)
        return;
    l->found |= !from || !is_read_only(l->w, l->w->g->objects[from]);
}

/* What is read-only is as it was: it is listed only where something leads to it. */
static bool is_listed(const struct writing *w, uint32_t id)
{
    const struct graph_object *o = w->g->objects[id];
    if (!o)
        return false;
    struct leading l = {w, id, !is_read_only(w, o)};
    if (!l.found)
        graph_each(w->g, see_leading, &l);
    return l.found;
}

static enum shape_kind kind_of(const struct graph_object *o)
{
    if (o->kind == GRAPH_LIST)
        return SHAPE_LIST;
    if (o->kind == GRAPH_TREE)
        return SHAPE_TREE;
    if (o->kind == GRAPH_CELL)
        return SHAPE_CELL;
    if (o->kind == GRAPH_CELLS)
        return SHAPE_CELLS;
    return o->least || o->storage != GRAPH_HEAP || !o->alive ? SHAPE_REGION : SHAPE_MAYBE;
}

static void add_object(struct writing *w, uint32_t id)
{
    LAW(!w->g->objects[id]->owner ||
        w->number_of[w->g->objects[id]->owner]); /* owners come first */
    LAW(!w->number_of[id]);
    static const enum shape_storage storages[] = {SHAPE_HEAP, SHAPE_STACK, SHAPE_GLOBAL,
                                                  SHAPE_INSIDE};
    static const enum shape_background backgrounds[] = {SHAPE_ANY, SHAPE_ZERO, SHAPE_INITIAL};
    const struct graph_object *o = w->g->objects[id];
    struct shape_object n = {.kind = kind_of(o),
                             .storage = storages[o->storage],
                             .dead = !o->alive,
                             .site = o->site};
    n.outer = o->storage == GRAPH_STACK && o->frame == GRAPH_OUTER;
    n.background = backgrounds[o->background];
    n.size = o->bytes == UINT64_MAX ? 0 : o->bytes;
    n.owner = o->owner ? w->number_of[o->owner] : 0;
    if (o->storage == GRAPH_GLOBAL)
        n.site = certificate_global(o->index);
    if (o->storage == GRAPH_INSIDE)
        n.array = w->number_of[w->places[id].region];
    if (o->parted)
        n.background = SHAPE_ANY;
    if (o->kind == GRAPH_LIST || o->kind == GRAPH_TREE) {
        n.head = (uint32_t)o->link.head;
        n.next[0] = (uint32_t)o->link.next;
        n.next[1] = o->link.fork ? o->link.fork - 1 : 0;
        n.next_count = o->link.fork ? 2 : 1;
        n.has_prev = o->link.prev >= 0;
        n.prev = n.has_prev ? (uint32_t)o->link.prev : 0;
        n.least = o->least;
    }
    VECTOR_PUSH(&w->out->objects, n);
    w->number_of[id] = (uint32_t)w->out->objects.count;
}

/* Where the parts of regions are. */
static void find_places(struct writing *w)
{
    for (uint32_t id = 1; id < w->g->count; id++) {
        const struct graph_object *o = w->g->objects[id];
        for (uint32_t i = 0; o && o->parted && i < o->field_count; i++)
            w->places[graph_part(o, i)] =
                (struct part_place){id, i ? graph_part(o, i - 1) : 0};
    }
}

/* A part comes after its region and the part before it. */
static bool is_early(const struct writing *w, uint32_t id)
{
    LAW(w->places[id].region < w->g->count);
    if (w->g->objects[id]->storage != GRAPH_INSIDE)
        return false;
    const struct part_place *p = &w->places[id];
    return !w->number_of[p->region] || (p->before && !w->number_of[p->before]);
}

/* Owners before what they own. */
static void add_objects(struct writing *w)
{
    bool added = true;
    find_places(w);
    while (added) {
        added = false;
        for (uint32_t id = 1; id < w->g->count; id++) {
            const struct graph_object *o = w->g->objects[id];
            if (w->number_of[id] || !is_listed(w, id) ||
                (o->owner && !w->number_of[o->owner]))
                continue;
            if (is_early(w, id))
                continue;
            add_object(w, id);
            added = true;
        }
    }
}

/* Element variables belong to their lists, all others to the graph. */
static void add_numbers(struct writing *w)
{
    const struct graph *g = w->g;
    for (uint32_t id = 1; id < g->count; id++) {
        if (!w->number_of[id])
            continue;
        const struct graph_object *o = g->objects[id];
        for (uint32_t i = 0; i < o->variables.count; i++) {
            uint32_t number = add_number(w, o->variables.data[i], w->number_of[id]);
            set_name(w, o->variables.data[i], 'v', number);
            map_set(&w->numbers, o->nexts.data[i].id, number);
            set_name(w, o->nexts.data[i], 'w', number);
        }
    }
    for (uint32_t id = 1; id < g->count; id++) {
        if (!w->number_of[id])
            continue;
        const struct graph_object *o = g->objects[id];
        for (uint32_t i = 0; i < o->field_count; i++)
            see_term(w, o->fields[i].value.term);
        for (uint32_t i = 0; i < o->facts.count; i++)
            see_term(w, o->facts.data[i]);
        for (int k = 0; k < GRAPH_ROWS; k++)
            for (uint32_t i = 0; i < o->rows[k].count; i++)
                see_term(w, o->rows[k].data[i]);
        see_term(w, o->size);
        see_term(w, o->from);
        see_term(w, o->length);
        see_term(w, o->there);
        see_term(w, o->after.term);
        see_term(w, o->before.term);
        see_term(w, o->hang.term);
    }
    for (uint32_t i = 0; i < g->facts.count; i++)
        see_term(w, g->facts.data[i]);
    for (const struct graph_frame *f = g->frame; f; f = f->caller)
        for (size_t i = 0; i < f->f->instructions.count; i++)
            see_term(w, f->values[i].kind == GRAPH_NONE ? TERM_NONE : f->values[i].term);
}

static void add_cell(struct writing *w, uint32_t object, uint32_t at, uint32_t bytes,
                     struct graph_value v)
{
    LAW(object && object <= w->out->objects.count && bytes);
    VECTOR_PUSH(&w->out->cells, ((struct shape_cell){object, at, bytes, value_of(w, v)}));
}

static void add_start(struct writing *w, struct shape_object *n, struct term from)
{
    n->follows = !term_is(from);
    if (term_is(from) && !term_const_u64(w->s->terms, from, &n->from))
        n->from_number = number_of(w, from);
}

static void add_other(struct writing *w, uint32_t number, struct graph_value v)
{
    LAW(number && number <= w->out->objects.count);
    struct shape_value other = value_of(w, v); /* this may add numbers, not objects */
    w->out->objects.data[number - 1].has_other = true;
    w->out->objects.data[number - 1].other = other;
}

static void add_content(struct writing *w, uint32_t id)
{
    LAW(w->number_of[id] && w->number_of[id] <= w->out->objects.count);
    const struct graph_object *o = w->g->objects[id];
    uint32_t number = w->number_of[id], word = w->s->width / 8;
    if (o->bytes == UINT64_MAX)
        w->out->objects.data[number - 1].size_number = number_of(w, o->size);
    if (o->storage == GRAPH_INSIDE)
        add_start(w, &w->out->objects.data[number - 1], o->from);
    if (!o->alive || o->parted || is_read_only(w, o))
        return;
    for (uint32_t i = 0; i < o->field_count; i++)
        add_cell(w, number, o->fields[i].at, o->fields[i].bytes, o->fields[i].value);
    if (term_is(o->there))
        w->out->objects.data[number - 1].when = number_of(w, o->there);
    w->out->objects.data[number - 1].loose = o->loose;
    for (int k = 0; k < 2; k++)
        if (term_is(o->child[k]))
            w->out->objects.data[number - 1].child[k] = number_of(w, o->child[k]);
    if (graph_has_other(o))
        add_other(w, number, o->after);
    if (o->kind == GRAPH_LIST && o->link.prev < 0 && !o->least &&
        o->before.kind == GRAPH_POINTER)
        add_other(w, number, o->before);
    if (!graph_is_segment(o))
        return;
    if (term_is(o->length))
        w->out->objects.data[number - 1].length = number_of(w, o->length);
    if (o->kind == GRAPH_LIST)
        add_cell(w, number, (uint32_t)o->link.next, word, o->after);
    if (o->kind == GRAPH_LIST && o->link.fork)
        add_cell(w, number, o->link.fork - 1, word, o->hang);
    if (o->kind != GRAPH_CELLS && o->link.prev >= 0)
        add_cell(w, number, (uint32_t)o->link.prev, word, o->before);
    for (uint32_t i = 0; i < o->facts.count; i++)
        add_row(w, SHAPE_EACH, number, o->facts.data[i]);
    static const enum shape_row_kind kinds[] = {SHAPE_FIRST, SHAPE_LAST, SHAPE_STEP};
    for (int k = 0; k < GRAPH_ROWS; k++)
        for (uint32_t i = 0; i < o->rows[k].count; i++)
            add_row(w, kinds[k], number, o->rows[k].data[i]);
}

static void add_roots(struct writing *w)
{
    uint32_t depth = 0;
    for (const struct graph_frame *f = w->g->frame; f; f = f->caller, depth++)
        for (uint32_t i = 0; i < f->f->instructions.count; i++) {
            if (f->values[i].kind == GRAPH_NONE)
                continue;
            VECTOR_PUSH(&w->out->roots,
                        ((struct shape_root){depth, i, value_of(w, f->values[i])}));
        }
}

void shapes_write_graph(struct shapes *s, const struct graph *g, struct shape_graph *out)
{
    struct writing w = {
        .s = s, .g = g, .out = out, .number_of = calloc(g->count + 1, sizeof(uint32_t))};
    *out = (struct shape_graph){.lost = g->lost};
    w.places = calloc(g->count + 1, sizeof *w.places);
    add_objects(&w);
    add_numbers(&w);
    add_roots(&w);
    for (uint32_t id = 1; id < g->count; id++)
        if (w.number_of[id])
            add_content(&w, id);
    for (uint32_t i = 0; i < g->facts.count; i++)
        add_row(&w, SHAPE_FACT, 0, g->facts.data[i]);
    free(w.number_of);
    free(w.places);
    map_release(&w.numbers);
    map_release(&w.names);
}

/* --- the certificate --- */

static bool fits(struct shapes *s, const struct certificate *c)
{
    const char *why;
    for (size_t i = 0; i < c->loops.count; i++)
        for (size_t k = 0; k < c->loops.data[i].graphs.count; k++)
            if (!shape_graph_fits(&c->loops.data[i].graphs.data[k], s->width / 8, &why))
                return false;
    return true;
}

static bool has_pending(const struct graph_head *h)
{
    for (size_t i = 0; i < h->pending.count; i++)
        if (h->pending.data[i])
            return true;
    return false;
}

bool shapes_certify(struct shapes *s, uint32_t proved)
{
    LAW(proved && !(proved & ~s->open) && !s->why[0]);
    static const enum certificate_external externals[] = {
        [EXTERN_ARGS] = CERTIFICATE_EXTERN_ARGS,
        [EXTERN_PURE] = CERTIFICATE_EXTERN_PURE,
        [EXTERN_HAVOC] = CERTIFICATE_EXTERN_HAVOC};
    struct certificate c = {.kind = CERTIFICATE_SHAPES,
                            .depth = 1,
                            .recursion = 1,
                            .violations = proved,
                            .external = externals[s->task->external],
                            .malloc_may_fail = s->task->malloc_may_fail,
                            .program = certificate_hash(s->program),
                            .entry = s->task->entry};
    for (size_t i = 0; i < s->heads.count; i++) {
        const struct graph_head *h = s->heads.data[i];
        LAW(!has_pending(h));
        struct certificate_loop l = {
            .path = h->path, .function = h->function, .header = h->block};
        for (size_t k = 0; k < h->graphs.count; k++) {
            struct shape_graph g;
            shapes_write_graph(s, h->graphs.data[k], &g);
            VECTOR_PUSH(&l.graphs, g);
        }
        VECTOR_PUSH(&c.loops, l);
    }
    if (proved & VIOLATION_BIT(VIOLATION_TERMINATION))
        shapes_add_measures(s, &c);
    shapes_certify_memos(s, &c);
    struct text t = {0};
    bool good = fits(s, &c);
    if (good) {
        certificate_write(&c, s->program, &t);
        s->host->certificate(s->host->context, text_of(&t));
    }
    text_release(&t);
    certificate_release(&c);
    return good;
}
