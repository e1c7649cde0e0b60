/* The first guess. */
#include "caller/caller.h"
#include "caller/caller_internal.h"

#include "base/failure.h"

#include <string.h>

enum { MOST_MEMBERS = 200, FIRST_DEPTH = 3, MOST_DEPTH = 7, MOST_ELEMENTS = 8 };

static const struct ctype *ctype_of(const struct caller *p, uint32_t ctype)
{
    return &p->program->ctypes.data[ctype];
}

static bool is_record(const struct ctype *t)
{
    return t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION;
}

static bool is_integer(const struct ctype *t)
{
    return t->kind == CTYPE_BOOL || t->kind == CTYPE_SIGNED || t->kind == CTYPE_UNSIGNED ||
           t->kind == CTYPE_CHAR || t->kind == CTYPE_ENUM;
}

static uint32_t add_spot(struct caller *p, struct spot s)
{
    s.below = SPOT_NONE;
    s.length = SPOT_NONE;
    s.beside = SPOT_NONE;
    VECTOR_PUSH(&p->spots, s);
    return (uint32_t)p->spots.count - 1;
}

/* --- what a pointer leads to --- */

static bool leads_back(const struct caller *, uint32_t pointer, uint32_t parent);
static void add_elements(struct caller *, const char *name, uint32_t ctype, uint32_t parent,
                         uint32_t use, uint64_t offset);
static void add_records(struct caller *, const char *name, uint32_t ctype, uint32_t parent,
                        uint32_t use, uint64_t offset, uint32_t depth);
static void add_value(struct caller *, const char *name, uint32_t ctype, uint32_t parent,
                      uint32_t use, uint64_t offset, uint32_t depth);

static void add_link(struct caller *p, const char *name, const struct cmember *m,
                     uint32_t parent, uint32_t use)
{
    uint32_t found =
        use == USE_NONE ? USE_NONE : usage_use(&p->usage, use, m->bit_offset / 8);
    if (found == USE_NONE)
        return;
    add_spot(p, (struct spot){.shape = SPOT_LIST,
                              .name = name,
                              .ctype = m->ctype,
                              .parent = parent,
                              .use = found,
                              .number = USE_NONE,
                              .member = m->name});
}

static void add_members(struct caller *p, const char *prefix, uint32_t record,
                        uint32_t parent, uint32_t use, uint64_t base, uint32_t depth)
{
    const struct ctype *t = ctype_of(p, record);
    for (uint32_t i = 0; is_record(t) && i < t->member_count && i < MOST_MEMBERS; i++) {
        const struct cmember *m = &t->members[i];
        if (!*m->name &&
            is_record(ctype_of(p, m->ctype))) { /* its members are the record's */
            add_members(p, prefix, m->ctype, parent, use, base + m->bit_offset / 8, depth);
            t = ctype_of(p, record);
        }
        if (m->bit_size % 8 || !*m->name)
            continue;
        const char *name = arena_format(&p->arena, "%s%s", prefix, m->name);
        if (caller_is_link(p, record, m) && caller_main_link(p, record, use) == m)
            continue; /* the object itself begins that list */
        if (caller_main_link(p, record, use) && caller_back_link(p, record) == m)
            continue;
        if (caller_is_link(p, record, m))
            add_link(p, name, m, parent, use);
        else
            add_value(p, name, m->ctype, parent, use, base + m->bit_offset / 8, depth);
        t = ctype_of(p, record);
    }
}

/* What stands before the name of a member. */
static const char *member_prefix(struct caller *p, const struct spot *s)
{
    if (s->is_cast && s->parent != SPOT_NONE)
        return arena_format(&p->arena, "((%s *)%s)->",
                            ctype_of(p, ctype_of(p, s->ctype)->element)->name, s->name);
    return arena_format(&p->arena, s->name[0] == '*' ? "(%s)->" : "%s->", s->name);
}

static void add_pointee(struct caller *p, uint32_t spot, uint32_t depth)
{
    const struct spot s = p->spots.data[spot];
    const struct ctype *element = ctype_of(p, ctype_of(p, s.ctype)->element);
    uint32_t record = ctype_of(p, s.ctype)->element;
    if ((s.shape != SPOT_ONE && s.shape != SPOT_LIST))
        return;
    bool plain = s.name[0] != '*';
    if (is_record(element))
        add_members(p, member_prefix(p, &s), record, spot, s.use, 0, depth + 1);
    else if (element->kind == CTYPE_POINTER)
        add_value(p, arena_format(&p->arena, plain ? "*%s" : "*(%s)", s.name), record, spot,
                  s.use, 0, depth + 1);
}

/* --- shapes --- */

static bool is_text(const struct caller *p, uint32_t element)
{
    const struct ctype *t = ctype_of(p, element);
    return t->kind == CTYPE_CHAR && !strcmp(t->name, "char");
}

uint64_t caller_element_bytes(const struct caller *p, const struct spot *s)
{
    uint64_t bytes = ctype_of(p, ctype_of(p, s->ctype)->element)->bytes;
    return bytes ? bytes : 1;
}

uint64_t caller_last_element_bytes(const struct caller *p, const struct spot *s)
{
    const struct ctype *t = ctype_of(p, ctype_of(p, s->ctype)->element);
    if (t->kind != CTYPE_STRUCT || !t->member_count)
        return 1;
    const struct ctype *last = ctype_of(p, t->members[t->member_count - 1].ctype);
    if (last->kind != CTYPE_ARRAY || last->count > 1 || !ctype_of(p, last->element)->bytes)
        return 1;
    return ctype_of(p, last->element)->bytes;
}

void caller_make_array(struct caller *p, struct spot *s)
{
    LAW(s->shape != SPOT_NUMBER);
    uint64_t bytes = caller_element_bytes(p, s), extent = 0;
    if (s->use != USE_NONE)
        extent = p->usage.uses.data[s->use].extent;
    s->count = (extent + bytes - 1) / bytes;
    if (!s->count)
        s->count = 1;
    s->shape = SPOT_ARRAY;
}

/* A record is often the first part of a larger one, which the function takes it for. */
static void use_derived(struct caller *p, struct spot *s)
{
    uint32_t derived = p->usage.uses.data[s->use].derived;
    if (!derived || ctype_of(p, s->ctype)->kind != CTYPE_POINTER)
        return;
    uint32_t record = ctype_of(p, derived)->element,
             declared = ctype_of(p, s->ctype)->element;
    if (!*ctype_of(p, record)->name || !ctype_begins_with(p->program, record, declared))
        return;
    s->ctype = derived;
    s->is_cast = true;
}

/* A pointer to anything is what the function takes it for. */
static void use_cast(struct caller *p, struct spot *s)
{
    if (s->use == USE_NONE)
        return;
    if (ctype_of(p, s->ctype)->element) {
        use_derived(p, s);
        return;
    }
    uint32_t taken = p->usage.uses.data[s->use].ctype;
    if (!taken || !*ctype_of(p, ctype_of(p, taken)->element)->name)
        return;
    s->ctype = taken;
    s->is_cast = true;
}

/* `struct { ...; char data[]; }` */
static bool ends_in_elements(const struct caller *p, const struct ctype *t)
{
    if (t->kind != CTYPE_STRUCT || !t->member_count)
        return false;
    const struct ctype *last = ctype_of(p, t->members[t->member_count - 1].ctype);
    return last->kind == CTYPE_ARRAY && !last->count;
}

/* It is walked to a 0 and not written, and nothing but its name says that the number beside
 * it is its length. */
static bool is_only_walked(const struct caller *p, const struct spot *s, const struct use *u)
{
    uint32_t number = p->spots.data[s->length].number;
    bool named = caller_contains(s->name, "name") || caller_contains(s->name, "path");
    if (!u->terminated || u->written || (s->parent == SPOT_NONE && !named))
        return false;
    return number == USE_NONE || !usage_weight(&p->usage, s->use, number);
}

static void shape_pointer(struct caller *p, uint32_t spot)
{
    use_cast(p, &p->spots.data[spot]);
    struct spot *s = &p->spots.data[spot];
    uint32_t element = ctype_of(p, s->ctype)->element;
    const struct ctype *t = ctype_of(p, element);
    struct use none = {0};
    const struct use *u = s->use == USE_NONE ? &none : &p->usage.uses.data[s->use];
    s->may_be_null = u->tested;
    if (t->kind == CTYPE_FUNCTION) {
        s->shape = SPOT_FUNCTION;
        return;
    }
    if (u->stream || ctype_is_stream(p->program, s->ctype)) {
        s->shape = SPOT_STREAM;
        return;
    }
    s->flexible = ends_in_elements(p, t);
    s->length = caller_best_length(p, spot);
    bool scattered = is_record(t) || t->kind == CTYPE_POINTER;
    bool strides = u->indexed && t->bytes && u->stride && u->stride % t->bytes == 0;
    if (s->length != SPOT_NONE && is_text(p, element) && is_only_walked(p, s, u))
        s->length = SPOT_NONE; /* a name is all that speaks for it */
    if (s->length != SPOT_NONE && (!scattered || strides))
        s->shape = SPOT_COUNTED;
    else if (scattered && t->bytes && caller_main_link(p, element, s->use))
        caller_make_list(p, s);
    else if (scattered && t->bytes)
        s->shape = SPOT_ONE;
    else if (is_text(p, element) && (u->terminated || !u->written || (u->read && u->indexed)))
        s->shape = SPOT_STRING;
    else if (u->terminated && t->kind == CTYPE_CHAR)
        s->shape = SPOT_STRING;
    else
        caller_make_array(p, s);
}

/* --- records by value --- */

static const struct instruction *parameter_of(const struct program *p,
                                              const struct function *f, const char *name)
{
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op == OP_PARAM && in->variable != UINT32_MAX &&
            !strcmp(p->variables.data[in->variable].name, name))
            return in;
    }
    return NULL;
}

/* The memory that a record by value lies in: callers pass its address, or the function stores
 * its parts there; USE_NONE: its parts are in registers. */
static uint32_t use_of_record(const struct caller *p, const char *name)
{
    const struct function *f = &p->program->functions.data[p->function];
    const struct instruction *passed = parameter_of(p->program, f, name);
    if (passed && passed->type.kind == TYPE_POINTER)
        return usage_use(&p->usage, USE_NONE, passed->extra);
    for (uint32_t k = 0; k < f->signature_count; k++)
        if (!strcmp(f->signature[k].name, name))
            return usage_use(&p->usage, USE_NONE, USE_RECORD + k);
    return USE_NONE;
}

/* The parameter that is the member of a record by value: the note of that name says so. */
static uint64_t part_number(const struct caller *p, const char *name)
{
    const struct function *f = &p->program->functions.data[p->function];
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op != OP_NOTE || in->variable == UINT32_MAX ||
            strcmp(p->program->variables.data[in->variable].name, name))
            continue;
        struct value v = instruction_operand(f, in, 0);
        if (!value_is_constant(v) && f->instructions.data[v.id].op == OP_PARAM)
            return f->instructions.data[v.id].extra;
    }
    return UINT64_MAX;
}

/* --- spots --- */

/* Another member of a union has said it. */
static bool is_there(const struct caller *p, const struct spot *s)
{
    for (size_t i = 0; i < p->spots.count; i++) {
        const struct spot *other = &p->spots.data[i];
        if (s->use != USE_NONE && other->use == s->use && other->parent == s->parent)
            return true;
        if (s->number != USE_NONE && other->number == s->number && other->shape == s->shape)
            return true;
    }
    return false;
}

static void add_value(struct caller *p, const char *name, uint32_t ctype, uint32_t parent,
                      uint32_t use, uint64_t offset, uint32_t depth)
{
    const struct ctype *t = ctype_of(p, ctype);
    bool outer = parent == SPOT_NONE || use != USE_NONE;
    if (!outer && parent != SPOT_GLOBAL && p->spots.data[parent].shape == SPOT_RECORD) {
        offset = part_number(p, name);
        outer = offset != UINT64_MAX;
    }
    struct spot s = {
        .name = name, .ctype = ctype, .parent = parent, .use = USE_NONE, .number = USE_NONE};
    if (is_integer(t)) {
        s.shape = SPOT_NUMBER;
        if (outer)
            s.number = usage_number(&p->usage, use, offset);
        if (!is_there(p, &s) &&
            (s.number != USE_NONE || parent == SPOT_NONE || caller_names_length(name)))
            add_spot(p, s);
    } else if (t->kind == CTYPE_FLOAT) {
        s.shape = SPOT_FLOAT;
        add_spot(p, s);
    } else if (t->kind == CTYPE_POINTER) {
        s.shape = SPOT_ARRAY; /* settled when all siblings are there */
        s.count = 0;
        if (outer)
            s.use = usage_use(&p->usage, use, offset);
        if (s.use == USE_NONE && leads_back(p, ctype, parent))
            s.shape = SPOT_NULL;
        /* members that are not used hold anything */
        if (!is_there(p, &s) &&
            (s.use != USE_NONE || parent == SPOT_NONE || s.shape == SPOT_NULL))
            add_spot(p, s);
    } else if (t->kind == CTYPE_ARRAY && parent != SPOT_NONE) {
        add_elements(p, name, ctype, parent, use, offset);
        add_records(p, name, ctype, parent, use, offset, depth);
    } else if (is_record(t)) {
        s.shape = SPOT_RECORD;
        uint32_t made = add_spot(p, s);
        if (parent == SPOT_NONE) {
            parent = made;
            use = use_of_record(p, name);
            offset = 0;
        }
        add_members(p, arena_format(&p->arena, "%s.", name), ctype, parent, use, offset,
                    depth);
    }
}

/* Points to what one of those points to that lead here: a structure that is cut off here. */
static bool leads_back(const struct caller *p, uint32_t pointer, uint32_t parent)
{
    uint32_t element = ctype_of(p, pointer)->element;
    for (; element && parent != SPOT_NONE; parent = p->spots.data[parent].parent)
        if (ctype_of(p, p->spots.data[parent].ctype)->element == element)
            return true;
    return false;
}

/* Pointers in a small array of a record: each is null or leads to one object. */
static void add_elements(struct caller *p, const char *name, uint32_t ctype, uint32_t parent,
                         uint32_t use, uint64_t offset)
{
    const struct ctype *t = ctype_of(p, ctype);
    uint64_t bytes = p->program->pointer_width / 8, count = t->count;
    if (ctype_of(p, t->element)->kind != CTYPE_POINTER || use == USE_NONE ||
        count > MOST_ELEMENTS)
        return;
    uint32_t any = usage_use(&p->usage, use, UINT64_MAX), element = t->element;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t own = usage_use(&p->usage, use, offset + i * bytes);
        if (own == USE_NONE)
            own = any;
        bool null = own == USE_NONE && leads_back(p, element, parent);
        if (own == USE_NONE && !null)
            continue;
        add_spot(p, (struct spot){.shape = null ? SPOT_NULL : SPOT_ARRAY,
                                  .name = arena_format(&p->arena, "%s[%llu]", name,
                                                       (unsigned long long)i),
                                  .ctype = element,
                                  .parent = parent,
                                  .use = own,
                                  .number = USE_NONE});
    }
}

/* Something is found at an offset between the two, that are known. */
static bool is_used_between(const struct caller *p, uint32_t use, uint64_t from, uint64_t to)
{
    for (size_t i = 0; i < p->usage.uses.count; i++) {
        const struct use *u = &p->usage.uses.data[i];
        if (u->parent == use && u->offset >= from && u->offset < to)
            return true;
    }
    return false;
}

/* Records in an array of a record: those that pointers are taken from at constant places. */
static void add_records(struct caller *p, const char *name, uint32_t ctype, uint32_t parent,
                        uint32_t use, uint64_t offset, uint32_t depth)
{
    const struct ctype *t = ctype_of(p, ctype);
    uint32_t element = t->element;
    uint64_t bytes = ctype_of(p, element)->bytes, count = t->count;
    if (use == USE_NONE || !bytes || !is_record(ctype_of(p, element)))
        return;
    for (uint64_t i = 0; i < count && i < MOST_ELEMENTS; i++) {
        uint64_t at = offset + i * bytes;
        if (is_used_between(p, use, at, at + bytes))
            add_members(p, arena_format(&p->arena, "%s[%llu].", name, (unsigned long long)i),
                        element, parent, use, at, depth);
    }
}

/* A pointer to one integer: *p is a number, too. */
static void add_number_behind(struct caller *p, uint32_t spot)
{
    const struct spot s = p->spots.data[spot];
    uint32_t element = ctype_of(p, s.ctype)->element;
    if (s.shape != SPOT_ARRAY || s.count != 1 || s.use == USE_NONE ||
        !is_integer(ctype_of(p, element)))
        return;
    uint32_t number = usage_number(&p->usage, s.use, 0);
    if (number == USE_NONE)
        return;
    add_spot(p, (struct spot){.shape = SPOT_NUMBER,
                              .name = arena_format(&p->arena, "*%s", s.name),
                              .ctype = element,
                              .parent = spot,
                              .use = USE_NONE,
                              .number = number});
}

/* `nonnull` and `[static n]` in the source. */
static void keep_promise(struct caller *p, uint32_t spot)
{
    const struct function *f = &p->program->functions.data[p->function];
    struct spot *s = &p->spots.data[spot];
    if (s->parent != SPOT_NONE || s->use == USE_NONE || !f->promises)
        return;
    const struct parameter_promise *promise = &f->promises[p->usage.uses.data[s->use].offset];
    uint64_t bytes = caller_element_bytes(p, s);
    if (promise->non_null || promise->bytes)
        s->may_be_null = false;
    if (promise->bytes < bytes || s->shape == SPOT_ONE || s->shape == SPOT_LIST)
        return;
    s->shape = SPOT_ARRAY;
    s->count = promise->bytes / bytes;
    s->by_contract = true;
}

/* Pointers are settled one after the other; what they lead to is added at the end of the
 * list. */
static void settle(struct caller *p)
{
    for (uint32_t i = 0; i < p->spots.count; i++) {
        struct spot *s = &p->spots.data[i];
        if (s->shape != SPOT_ARRAY || s->count)
            continue;
        uint32_t depth = 0;
        for (uint32_t up = s->parent; up != SPOT_NONE; up = p->spots.data[up].parent)
            depth++;
        if (depth >= p->depth) {
            s->shape = SPOT_NULL;
            s->cut_off = !leads_back(p, s->ctype, s->parent);
            continue;
        }
        shape_pointer(p, i);
        keep_promise(p, i);
        add_pointee(p, i, depth);
        add_number_behind(p, i);
    }
}

bool caller_look_deeper(struct caller *p, uint32_t use)
{
    bool any = false;
    for (size_t i = 0; i < p->spots.count && p->depth < MOST_DEPTH; i++) {
        struct spot *s = &p->spots.data[i];
        if (!s->cut_off || (use != USE_NONE && s->use != use))
            continue;
        LAW(s->shape == SPOT_NULL);
        s->shape = SPOT_ARRAY;
        s->count = 0;
        s->cut_off = false;
        any = true;
    }
    if (!any)
        return false;
    p->depth++;
    settle(p);
    return true;
}

/* The number of the PARAM that has the C parameter's name; its own number if none has. */
static uint64_t parameter_number(const struct program *program, const struct function *f,
                                 uint32_t k)
{
    const struct instruction *in = parameter_of(program, f, f->signature[k].name);
    return in ? in->extra : k;
}

bool caller_make(struct caller *p, const struct program *program, uint32_t function,
                 struct failure *failure)
{
    LAW(function < program->functions.count);
    const struct function *f = &program->functions.data[function];
    *p = (struct caller){.program = program, .function = function, .depth = FIRST_DEPTH};
    arena_init(&p->arena);
    usage_find(&p->usage, program, function);
    LAW(usage_is_lawful(&p->usage));
    if (f->variadic)
        return failure_set(failure, FAILURE_UNSUPPORTED, "a variadic function");
    for (uint32_t k = 0; k < f->signature_count; k++) {
        struct cparameter c = f->signature[k];
        const char *name = *c.name ? c.name : arena_format(&p->arena, "parameter_%u", k + 1);
        size_t before = p->spots.count;
        add_value(p, name, c.ctype, SPOT_NONE, USE_NONE, parameter_number(program, f, k), 0);
        if (p->spots.count == before)
            return failure_set(failure, FAILURE_UNSUPPORTED, "the type of the parameter %s",
                               name);
    }
    settle(p);
    caller_find_ends(p);
    caller_find_externs(p);
    p->initial_globals = p->usage.reads_global_pointers;
    LAW(caller_is_lawful(p));
    return true;
}

void caller_release(struct caller *p)
{
    usage_release(&p->usage);
    VECTOR_RELEASE(&p->spots);
    VECTOR_RELEASE(&p->extra);
    VECTOR_RELEASE(&p->apart);
    VECTOR_RELEASE(&p->ensured);
    VECTOR_RELEASE(&p->conditions);
    VECTOR_RELEASE(&p->externs);
    VECTOR_RELEASE(&p->returned);
    VECTOR_RELEASE(&p->results);
    VECTOR_RELEASE(&p->elements);
    VECTOR_RELEASE(&p->far_names);
    arena_release(&p->arena);
}
