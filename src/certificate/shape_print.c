/* Graphs of memory in the words of the source: what variables lead to, how long lists are and
 * what each of their elements holds. `a -> list by n, 1 or more nodes, each h >= 10, then
 * null`. Names of fields come from the C types of variables; where nothing is known a field
 * is told by its offset. */
#include "certificate/shape_print.h"

#include "certificate/condition_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct drawing {
    const struct shape_graph *g;
    const struct program *p;
    uint64_t path;
    const struct function *f;
    uint32_t *types; /* by object: its C type; 0: not known */
    uint32_t *seen;  /* by object: 1: led to once, 2: more often; UINT32_MAX: told already */
    condition_name *numbers; /* by number: its name; "" so far */
    struct text *t;
};

/* --- types --- */

static uint32_t pointed_to(const struct program *p, uint32_t ctype)
{
    LAW(ctype < p->ctypes.count);
    const struct ctype *c = &p->ctypes.data[ctype];
    return c->kind == CTYPE_POINTER ? c->element : 0;
}

/* The member at an offset, or the one inside that member, and so on: "message.length". The
 * innermost one; null: none. */
static const struct cmember *put_member(const struct program *p, uint32_t ctype, uint64_t bit,
                                        struct text *t)
{
    const struct ctype *c = &p->ctypes.data[ctype];
    for (uint32_t i = 0; c->kind == CTYPE_STRUCT && i < c->member_count; i++) {
        const struct cmember *m = &c->members[i];
        if (bit < m->bit_offset || bit >= m->bit_offset + m->bit_size)
            continue;
        bool inside = p->ctypes.data[m->ctype].kind == CTYPE_STRUCT;
        if (!inside && bit != m->bit_offset)
            return NULL;
        if (t)
            text_add(t, inside ? "%s." : "%s", m->name);
        return inside ? put_member(p, m->ctype, bit - m->bit_offset, t) : m;
    }
    return NULL;
}

static const struct cmember *field_of(const struct drawing *d, uint32_t object, uint32_t at)
{
    LAW(object && object <= d->g->objects.count);
    return put_member(d->p, d->types[object], 8 * (uint64_t)at, NULL);
}

static void put_field(struct drawing *d, struct text *t, uint32_t object, uint32_t at)
{
    if (field_of(d, object, at))
        put_member(d->p, d->types[object], 8 * (uint64_t)at, t);
    else
        text_add(t, "+%u", at);
}

static const struct variable *variable_of(const struct drawing *d, uint32_t instruction)
{
    if (instruction >= d->f->instructions.count)
        return NULL;
    uint32_t v = d->f->instructions.data[instruction].variable;
    return v == UINT32_MAX ? NULL : &d->p->variables.data[v];
}

/* The local that the object is, if it is one of this function. */
static const struct variable *local_of(const struct drawing *d, const struct shape_object *o)
{
    for (uint32_t i = 0; o->storage == SHAPE_STACK && i < d->f->instructions.count; i++)
        if (d->f->instructions.data[i].op == OP_ALLOCA && hash_pair(d->path, i) == o->site)
            return variable_of(d, i);
    return NULL;
}

static bool learn(struct drawing *d, const struct shape_value *v, uint32_t ctype)
{
    if (v->kind != SHAPE_POINTER || v->offset || v->number || d->types[v->object] || !ctype)
        return false;
    if (d->p->ctypes.data[ctype].kind != CTYPE_STRUCT)
        return false;
    LAW(v->object <= d->g->objects.count);
    d->types[v->object] = ctype;
    return true;
}

static void find_types(struct drawing *d)
{
    const struct shape_graph *g = d->g;
    for (size_t i = 0; i < g->roots.count; i++) {
        const struct variable *v =
            g->roots.data[i].depth ? NULL : variable_of(d, g->roots.data[i].instruction);
        if (v)
            learn(d, &g->roots.data[i].value, pointed_to(d->p, v->ctype));
    }
    for (uint32_t i = 1; i <= g->objects.count; i++) {
        const struct variable *v = local_of(d, &g->objects.data[i - 1]);
        if (v)
            d->types[i] = v->ctype;
    }
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < g->cells.count; i++) {
            const struct shape_cell *c = &g->cells.data[i];
            const struct cmember *m = field_of(d, c->object, c->at);
            uint32_t type = 0;
            if (m)
                type = pointed_to(d->p, m->ctype);
            else if (!c->at)
                type = pointed_to(d->p, d->types[c->object]);
            more |= learn(d, &c->value, type);
        }
    }
}

/* --- rows --- */

static void put_rows(struct drawing *d, enum shape_row_kind kind, uint32_t object,
                     const char *before)
{
    for (size_t i = 0; i < d->g->rows.count; i++) {
        const struct shape_row *r = &d->g->rows.data[i];
        if (r->kind != kind || r->object != object)
            continue;
        text_put(d->t, before);
        condition_print(r->condition, d->numbers, d->g->numbers.count, d->t);
        before = " and ";
    }
}

/* --- values --- */

static void put_value(struct drawing *, const struct shape_value *);

static const struct shape_value *cell_value(const struct drawing *d, uint32_t object,
                                            uint32_t at)
{
    for (size_t i = 0; i < d->g->cells.count; i++)
        if (d->g->cells.data[i].object == object && d->g->cells.data[i].at == at)
            return &d->g->cells.data[i].value;
    return NULL;
}

static bool is_link(const struct shape_object *o, uint32_t at)
{
    return o->kind == SHAPE_LIST && (at == o->next[0] || (o->has_prev && at == o->prev));
}

static void put_bits(struct drawing *d, const struct shape_value *v)
{
    LAW(v->kind == SHAPE_BITS && v->width);
    unsigned unused = v->width < 64 ? 64 - v->width : 0;
    text_add(d->t, "%" PRId64, (int64_t)(v->bits << unused) >> unused);
}

static bool is_zero(const struct shape_value *v)
{
    return v->kind == SHAPE_BITS && !v->bits;
}

/* Fields in braces; numbers of which nothing is fixed get their names here. */
static void put_fields(struct drawing *d, uint32_t object)
{
    LAW(object && object <= d->g->objects.count);
    const struct shape_object *o = &d->g->objects.data[object - 1];
    const char *separator = " {";
    for (size_t i = 0; i < d->g->cells.count; i++) {
        const struct shape_cell *c = &d->g->cells.data[i];
        if (c->object != object || is_link(o, c->at) || c->value.kind == SHAPE_UNKNOWN)
            continue;
        bool number = c->value.kind == SHAPE_NUMBER;
        if (number && d->g->numbers.data[c->value.number - 1].owner == object)
            continue;
        text_put(d->t, separator);
        put_field(d, d->t, object, c->at);
        text_put(d->t, c->value.kind == SHAPE_POINTER ? " -> " : " = ");
        const struct cmember *m = field_of(d, object, c->at);
        bool pointer = m && d->p->ctypes.data[m->ctype].kind == CTYPE_POINTER;
        if (pointer && is_zero(&c->value))
            text_put(d->t, "null");
        else
            put_value(d, &c->value);
        separator = ", ";
    }
    if (separator[1] == ' ')
        text_put(d->t, "}");
}

static void put_list(struct drawing *d, uint32_t object)
{
    LAW(d->g->objects.data[object - 1].kind == SHAPE_LIST);
    const struct shape_object *o = &d->g->objects.data[object - 1];
    text_put(d->t, "list by ");
    put_field(d, d->t, object, o->next[0]);
    if (o->has_prev) {
        text_put(d->t, " and ");
        put_field(d, d->t, object, o->prev);
    }
    text_add(d->t, ", %u or more nodes", o->least);
    put_rows(d, SHAPE_EACH, object, ", each ");
    put_rows(d, SHAPE_FIRST, object, ", the first ");
    put_rows(d, SHAPE_LAST, object, ", the last ");
    put_rows(d, SHAPE_STEP, object, ", neighbours ");
    put_fields(d, object);
    const struct shape_value *after = cell_value(d, object, o->next[0]);
    if (!after)
        return;
    text_put(d->t, ", then ");
    if (is_zero(after))
        text_put(d->t, "null");
    else
        put_value(d, after);
}

static void put_object(struct drawing *d, uint32_t object)
{
    LAW(object && object <= d->g->objects.count);
    static const char *const words[] = {[SHAPE_REGION] = "node",
                                        [SHAPE_MAYBE] = "node or null",
                                        [SHAPE_LIST] = "list",
                                        [SHAPE_TREE] = "tree"};
    const struct shape_object *o = &d->g->objects.data[object - 1];
    const struct variable *local = local_of(d, o);
    if (local || o->storage != SHAPE_HEAP) {
        const char *unnamed = o->storage == SHAPE_STACK ? "a local" : "a global";
        text_put(d->t, local ? local->name : unnamed);
        return;
    }
    bool told = d->seen[object] == UINT32_MAX, often = d->seen[object] > 1;
    if (often || told)
        text_add(d->t, "#%u", object);
    d->seen[object] = UINT32_MAX;
    if (told)
        return;
    LAW(o->dead || (size_t)o->kind < sizeof words / sizeof *words);
    if (often)
        text_put(d->t, " ");
    if (o->dead)
        text_put(d->t, "freed memory");
    else if (o->kind == SHAPE_LIST)
        put_list(d, object);
    else
        text_put(d->t, words[o->kind]), put_fields(d, object);
}

static void put_pointer(struct drawing *d, const struct shape_value *v)
{
    static const char *const ends[] = {[SHAPE_AT_NODE] = "",
                                       [SHAPE_AT_FIRST] = "",
                                       [SHAPE_AT_LAST] = "the last of ",
                                       [SHAPE_AT_SOME] = "some of ",
                                       [SHAPE_AT_SELF] = ""};
    if (v->target == SHAPE_AT_SELF) {
        text_put(d->t, "itself");
        return;
    }
    text_put(d->t, ends[v->target]);
    put_object(d, v->object);
}

static void put_value(struct drawing *d, const struct shape_value *v)
{
    switch (v->kind) {
    case SHAPE_UNKNOWN:
        text_put(d->t, "anything");
        break;
    case SHAPE_NULL:
        text_put(d->t, "null");
        break;
    case SHAPE_DANGLING:
        text_put(d->t, "freed memory");
        break;
    case SHAPE_NUMBER:
        text_put(d->t, d->numbers[v->number][0] ? d->numbers[v->number] : "a number");
        break;
    case SHAPE_BITS:
        if (!v->bits && v->width == d->p->pointer_width)
            text_put(d->t, "null or 0");
        else
            put_bits(d, v);
        break;
    case SHAPE_FUNCTION:
        text_put(d->t, d->p->functions.data[v->object].name);
        break;
    case SHAPE_POINTER:
        put_pointer(d, v);
        break;
    case SHAPE_STATIC:
        text_put(d->t, "a function or variable");
        break;
    }
}

/* --- names of numbers --- */

static void name_number(struct drawing *d, const struct shape_value *v, const char *name)
{
    LAW(v->kind != SHAPE_NUMBER || v->number <= d->g->numbers.count);
    if (v->kind != SHAPE_NUMBER || d->numbers[v->number][0])
        return;
    snprintf(d->numbers[v->number], sizeof(condition_name), "%s", name);
}

static void name_numbers(struct drawing *d)
{
    const struct shape_graph *g = d->g;
    for (size_t i = 0; i < g->roots.count; i++) {
        const struct variable *v =
            g->roots.data[i].depth ? NULL : variable_of(d, g->roots.data[i].instruction);
        if (v)
            name_number(d, &g->roots.data[i].value, v->name);
    }
    for (size_t i = 0; i < g->cells.count; i++) {
        const struct shape_cell *c = &g->cells.data[i];
        const struct variable *local = local_of(d, &g->objects.data[c->object - 1]);
        struct text name = {0};
        if (local && d->p->ctypes.data[local->ctype].kind != CTYPE_STRUCT) {
            text_put(&name, local->name);
        } else {
            bool element =
                c->value.kind == SHAPE_NUMBER && g->numbers.data[c->value.number - 1].owner;
            if (!element)
                text_add(&name, "#%u.", c->object);
            put_field(d, &name, c->object, c->at);
        }
        name_number(d, &c->value, text_of(&name));
        text_release(&name);
    }
}

static void count_reference(struct drawing *d, const struct shape_value *v)
{
    if (v->kind == SHAPE_POINTER && v->target != SHAPE_AT_SELF && d->seen[v->object] < 2)
        d->seen[v->object]++;
}

/* --- the graph --- */

static void put_variable(struct drawing *d, const char *name, const struct shape_value *v,
                         bool *any)
{
    if (v->kind == SHAPE_NUMBER || v->kind == SHAPE_UNKNOWN)
        return;
    const struct shape_object *o =
        v->kind == SHAPE_POINTER ? &d->g->objects.data[v->object - 1] : NULL;
    if (o && local_of(d, o) && !strcmp(local_of(d, o)->name, name))
        return; /* where the variable is itself */
    text_add(d->t, "%s%s %s ", *any ? "; " : "", name, o ? "->" : "=");
    if (is_zero(v) && v->width == d->p->pointer_width)
        text_put(d->t, "null");
    else
        put_value(d, v);
    *any = true;
}

static void put_variables(struct drawing *d)
{
    bool any = false;
    for (size_t i = 0; i < d->g->roots.count; i++) {
        const struct shape_root *r = &d->g->roots.data[i];
        const struct variable *v = r->depth ? NULL : variable_of(d, r->instruction);
        if (v)
            put_variable(d, v->name, &r->value, &any);
    }
    for (size_t i = 0; i < d->g->cells.count; i++) {
        const struct shape_cell *c = &d->g->cells.data[i];
        const struct shape_object *o = &d->g->objects.data[c->object - 1];
        const struct variable *v = local_of(d, o);
        if (!v)
            continue;
        struct text name = {0};
        text_put(&name, v->name);
        if (d->p->ctypes.data[v->ctype].kind == CTYPE_STRUCT) {
            text_put(&name, ".");
            put_field(d, &name, c->object, c->at);
        }
        put_variable(d, text_of(&name), &c->value, &any);
        text_release(&name);
    }
    put_rows(d, SHAPE_FACT, 0, any ? ", where " : "where ");
    if (!any && !d->g->rows.count)
        text_put(d->t, "anything");
}

void shape_graph_print(const struct shape_graph *g, const struct program *p, uint64_t path,
                       uint32_t function, struct text *t)
{
    LAW(function < p->functions.count);
    struct drawing d = {
        .g = g, .p = p, .path = path, .f = &p->functions.data[function], .t = t};
    d.types = calloc(g->objects.count + 1, sizeof *d.types);
    d.seen = calloc(g->objects.count + 1, sizeof *d.seen);
    d.numbers = calloc(g->numbers.count + 1, sizeof *d.numbers);
    find_types(&d);
    name_numbers(&d);
    for (size_t i = 0; i < g->roots.count; i++)
        count_reference(&d, &g->roots.data[i].value);
    for (size_t i = 0; i < g->cells.count; i++)
        count_reference(&d, &g->cells.data[i].value);
    put_variables(&d);
    free(d.types);
    free(d.seen);
    free(d.numbers);
}
