/* Pointers in elements of callers' arrays: `v[i].base` beside `v[i].length`, `names[i]`.
 *
 * How many there are is not known, so no plan can make what all of them lead to. Instead the
 * memory is made when such a pointer is read: the program is made to hand the address that
 * was read, and what was found there, to a function of the harness, which returns
 * new memory of the right size if the address is in the array. So each reading gives other
 * memory, with any content; the plan says so. Nothing of this is done where the function
 * changes or frees such pointers. */
#include "caller/caller_internal.h"

#include <string.h>

static const struct ctype *ctype_of(const struct caller *c, uint32_t ctype)
{
    return &c->program->ctypes.data[ctype];
}

/* --- which pointers --- */

static bool is_array(const struct spot *s)
{
    return s->shape == SPOT_COUNTED || s->shape == SPOT_SPAN || s->shape == SPOT_ROOM ||
           (s->shape == SPOT_ARRAY && s->count > 1);
}

static uint32_t use_at(const struct caller *c, uint32_t function, struct value v)
{
    uint64_t use;
    if (value_is_constant(v) || value_is_none(v) ||
        !map_get(&c->usage.use_of, (uint64_t)function << 32 | v.id, &use))
        return USE_NONE;
    return (uint32_t)use;
}

/* The instruction writes pointers, or whole elements, to memory behind the use. */
static bool writes_pointers(const struct caller *c, uint32_t function,
                            const struct instruction *i, uint32_t use)
{
    const struct function *f = &c->program->functions.data[function];
    bool moves = i->op == OP_MEMCPY || i->op == OP_MEMMOVE || i->op == OP_MEMSET;
    if (!moves && i->op != OP_STORE)
        return false;
    if (use_at(c, function, instruction_operand(f, i, 0)) != use)
        return false;
    return moves || value_type(c->program, f, instruction_operand(f, i, 1)).kind != TYPE_INT;
}

bool caller_is_changed(const struct caller *c, uint32_t use)
{
    for (uint32_t n = 0; n < c->program->functions.count; n++) {
        const struct function *f = &c->program->functions.data[n];
        for (uint32_t k = 0; k < f->instructions.count; k++)
            if (writes_pointers(c, n, &f->instructions.data[k], use))
                return true;
    }
    return false;
}

/* What the pointers in the array are used for: all of them together. */
struct element_use {
    bool any, accessed, tested, freed, called, terminated;
};

static struct element_use use_of_elements(const struct caller *c, uint32_t use)
{
    struct element_use all = {0};
    for (size_t i = 0; i < c->usage.uses.count; i++) {
        const struct use *u = &c->usage.uses.data[i];
        if (u->parent != use)
            continue;
        all.any = true;
        all.accessed |= u->read || u->written || u->indexed;
        all.tested |= u->tested;
        all.freed |= u->freed;
        all.called |= u->called;
        all.terminated |= u->terminated;
    }
    return all;
}

static bool is_length(const struct caller *c, const struct cmember *m)
{
    const struct ctype *t = ctype_of(c, m->ctype);
    bool integer = t->kind == CTYPE_SIGNED || t->kind == CTYPE_UNSIGNED;
    return integer && t->bytes > 1 && m->bit_size % 8 == 0 && caller_names_length(m->name);
}

/* The only member that is called a length; null: there is none, or several. */
static const struct cmember *length_beside(const struct caller *c, const struct ctype *record)
{
    const struct cmember *found = NULL;
    for (uint32_t i = 0; record && i < record->member_count; i++) {
        if (!is_length(c, &record->members[i]))
            continue;
        if (found)
            return NULL;
        found = &record->members[i];
    }
    return found;
}

static uint32_t count_pointers(const struct caller *c, const struct ctype *record)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < record->member_count; i++)
        count += ctype_of(c, record->members[i].ctype)->kind == CTYPE_POINTER;
    return count;
}

/* Pointers in it would lead nowhere; far memory is better. */
static bool holds_pointers(const struct caller *c, const struct ctype *record)
{
    bool any = false;
    for (uint32_t i = 0; i < record->member_count; i++) {
        const struct ctype *t = ctype_of(c, record->members[i].ctype);
        any |= t->kind == CTYPE_POINTER || t->kind == CTYPE_UNION ||
               (t->kind == CTYPE_STRUCT && holds_pointers(c, t)) ||
               (t->kind == CTYPE_ARRAY && ctype_of(c, t->element)->kind == CTYPE_POINTER);
    }
    return any;
}

static void add_pointer(struct caller *c, uint32_t spot, const struct ctype *record,
                        const struct cmember *m, struct element_use used)
{
    const struct ctype *pointer = ctype_of(c, m->ctype), *to = ctype_of(c, pointer->element);
    struct element e = {.spot = spot,
                        .name = m->name,
                        .offset = m->bit_offset / 8,
                        .bytes = to->bytes ? to->bytes : 1,
                        .may_be_null = used.tested};
    const struct cmember *length = length_beside(c, record);
    bool plain = !pointer->element || to->kind == CTYPE_VOID || to->kind == CTYPE_CHAR;
    if (to->kind == CTYPE_FUNCTION || to->kind == CTYPE_POINTER)
        return;
    if (length && plain && !used.terminated && count_pointers(c, record) == 1) {
        e.kind = ELEMENT_COUNTED;
        e.length = length->name;
        e.length_offset = (int64_t)(length->bit_offset / 8) - (int64_t)e.offset;
        e.length_ctype = length->ctype;
    } else if (to->kind == CTYPE_CHAR && !strcmp(to->name, "char")) {
        e.kind = ELEMENT_STRING;
    } else if (to->kind == CTYPE_STRUCT && to->bytes && !(c->far && holds_pointers(c, to))) {
        e.kind = ELEMENT_OBJECT;
    } else {
        return;
    }
    VECTOR_PUSH(&c->elements, e);
}

static void find_in(struct caller *c, uint32_t spot)
{
    const struct spot *s = &c->spots.data[spot];
    const struct ctype *t = ctype_of(c, ctype_of(c, s->ctype)->element);
    if (!is_array(s) || s->use == USE_NONE || s->by_contract)
        return;
    struct element_use used = use_of_elements(c, s->use);
    if (!used.accessed || used.freed || used.called || caller_is_changed(c, s->use))
        return;
    if (t->kind == CTYPE_POINTER) {
        struct cmember whole = {.name = "", .ctype = ctype_of(c, s->ctype)->element};
        add_pointer(c, spot, NULL, &whole, used);
        return;
    }
    for (uint32_t i = 0; t->kind == CTYPE_STRUCT && i < t->member_count; i++)
        if (ctype_of(c, t->members[i].ctype)->kind == CTYPE_POINTER && *t->members[i].name)
            add_pointer(c, spot, t, &t->members[i], used);
}

void caller_find_elements(struct caller *c)
{
    VECTOR_CLEAR(&c->elements);
    for (uint32_t i = 0; i < c->spots.count; i++)
        find_in(c, i);
}

const char *caller_array_name(struct caller *c, const struct spot *s)
{
    return arena_format(&c->arena, "sooth_array_%u", (unsigned)(s - c->spots.data));
}

const char *caller_element_name(struct caller *c, const struct element *e)
{
    return arena_format(&c->arena, "sooth_element_%u_%llu", e->spot,
                        (unsigned long long)e->offset);
}

/* --- the program --- */

enum { MOST_STEPS = 12, NO_OFFSET = -1 };

/* A multiple of the bytes, whatever the rest of it is. */
static bool is_multiple(const struct program *p, const struct function *f, struct value v,
                        uint64_t bytes)
{
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        if (value_is_constant(v)) {
            const struct constant *k = program_constant(p, v);
            return k->kind == CONSTANT_BITS && constant_low_bits(k) % bytes == 0;
        }
        const struct instruction *i = &f->instructions.data[v.id];
        bool resized = i->op == OP_ZEXT || i->op == OP_SEXT;
        struct value by = i->count > 1 ? instruction_operand(f, i, 1) : VALUE_NONE;
        const struct constant *k =
            !value_is_none(by) && value_is_constant(by) ? program_constant(p, by) : NULL;
        uint64_t amount = k && k->kind == CONSTANT_BITS ? constant_low_bits(k) : 0;
        if (i->op == OP_MUL && amount && amount % bytes == 0)
            return true;
        if (i->op == OP_SHL && amount && amount < 32 && ((uint64_t)1 << amount) % bytes == 0)
            return true;
        if (!resized)
            return bytes == 1;
        v = instruction_operand(f, i, 0);
    }
    return false;
}

/* How far from the start of its element an address is; NO_OFFSET: that is not known. */
static int64_t offset_in_element(const struct program *p, const struct function *f,
                                 struct value v, uint64_t bytes, int depth)
{
    int64_t sum = 0;
    for (int steps = 0; steps < MOST_STEPS && !value_is_constant(v); steps++) {
        const struct instruction *i = &f->instructions.data[v.id];
        if (i->op == OP_PHI && depth < 3) {
            int64_t first =
                offset_in_element(p, f, instruction_operand(f, i, 0), bytes, depth + 1);
            return first == NO_OFFSET ? NO_OFFSET
                                      : (int64_t)((uint64_t)(first + sum) % bytes);
        }
        if (i->op != OP_PTRADD)
            return (int64_t)((uint64_t)sum % bytes);
        struct value by = instruction_operand(f, i, 1);
        const struct constant *k = value_is_constant(by) ? program_constant(p, by) : NULL;
        if (k && k->kind == CONSTANT_BITS)
            sum += (int64_t)constant_low_bits(k) % (int64_t)bytes + (int64_t)bytes;
        else if (!is_multiple(p, f, by, bytes))
            return NO_OFFSET;
        v = instruction_operand(f, i, 0);
    }
    return NO_OFFSET;
}

static void replace_value(struct function *f, uint32_t from, uint32_t to)
{
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        for (uint32_t n = 0; n < i->count && k != to; n++)
            if (!instruction_operand_is_block(i, n) &&
                f->operands.data[i->operand + n] == from)
                f->operands.data[i->operand + n] = to;
    }
}

struct marking {
    struct program *program;
    const struct usage *usage;
    uint32_t function, maker;
    const struct spot *array;
    const struct element *element;
    uint64_t bytes; /* of an element */
};

/* The instruction reads the pointer of some element. */
static bool reads_element(const struct marking *m, const struct instruction *i)
{
    const struct function *f = &m->program->functions.data[m->function];
    uint64_t use;
    if (i->op != OP_LOAD || i->type.kind != TYPE_POINTER)
        return false;
    struct value at = instruction_operand(f, i, 0);
    if (value_is_constant(at) ||
        !map_get(&m->usage->use_of, (uint64_t)m->function << 32 | at.id, &use) ||
        use != m->array->use)
        return false;
    return offset_in_element(m->program, f, at, m->bytes, 0) == (int64_t)m->element->offset;
}

static bool mark_block(struct marking *m, uint32_t block)
{
    struct function *f = &m->program->functions.data[m->function];
    bool any = false;
    for (size_t at = 0; at < f->blocks.data[block].instructions.count; at++) {
        uint32_t id = f->blocks.data[block].instructions.data[at];
        struct instruction i = f->instructions.data[id];
        if (!reads_element(m, &i))
            continue;
        struct instruction call = instruction_make(OP_CALL, type_pointer(m->program));
        uint32_t operands[3] = {constant_function(m->program, m->maker, 0).id,
                                instruction_operand(f, &i, 0).id, id};
        call.extra = 1;
        call.place = i.place;
        replace_value(f, id, function_insert(f, block, ++at, call, operands, 3));
        any = true;
    }
    return any;
}

void caller_mark_elements(struct caller *c, struct program *p, const struct usage *usage,
                          uint32_t harness)
{
    LAW(harness < p->functions.count);
    bool any = false;
    for (size_t k = 0; k < c->elements.count; k++) {
        const struct element *e = &c->elements.data[k];
        struct marking m = {.program = p,
                            .usage = usage,
                            .array = &c->spots.data[e->spot],
                            .element = e,
                            .maker = program_find_function(p, caller_element_name(c, e))};
        m.bytes = caller_element_bytes(c, m.array);
        for (uint32_t f = 0; m.maker != UINT32_MAX && f < p->functions.count; f++) {
            m.function = f;
            if (f == harness || f == m.maker || !p->functions.data[f].has_body)
                continue;
            for (uint32_t b = 0; b < p->functions.data[f].blocks.count; b++)
                any |= mark_block(&m, b);
        }
    }
    if (any)
        program_link(p);
}

void caller_tell_elements(const struct caller *c, struct text *out)
{
    for (size_t k = 0; k < c->elements.count; k++) {
        const struct element *e = &c->elements.data[k];
        const char *array = c->spots.data[e->spot].name, *dot = *e->name ? "." : "";
        text_add(out, "%s[i]%s%s ", array, dot, e->name);
        if (e->kind == ELEMENT_COUNTED)
            text_add(out, "points to %s[i].%s bytes", array, e->length);
        else if (e->kind == ELEMENT_STRING)
            text_put(out, "is a string");
        else
            text_put(out, "points to one object");
        text_add(out, "%s; each time it is read to new memory, with any content\n",
                 e->may_be_null ? " or is null" : "");
    }
}
