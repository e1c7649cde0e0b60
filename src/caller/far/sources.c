/* Where far pointers come from: memory of callers that the plan says nothing about, globals
 * that hold pointers, numbers that are taken for pointers, tables of unknown size. */
#include "caller/far/far.h"

#include "base/text.h"
#include "program/library.h"

#include <string.h>

uint32_t far_function(const struct program *p, const char *name)
{
    return program_find_function(p, name);
}

void far_replace(struct function *f, uint32_t from, uint32_t to)
{
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        for (uint32_t n = 0; n < i->count && k != to; n++)
            if (!instruction_operand_is_block(i, n) &&
                f->operands.data[i->operand + n] == from)
                f->operands.data[i->operand + n] = to;
    }
}

void far_note(struct caller *c, const char *what)
{
    for (size_t i = 0; i < c->far_names.count; i++)
        if (!strcmp(c->far_names.data[i], what))
            return;
    VECTOR_PUSH(&c->far_names, arena_text(&c->arena, what));
}

static bool is_asked(const struct function *f, uint32_t id, int depth)
{
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        bool chooses = i->op == OP_PHI || i->op == OP_SELECT;
        if (i->block == UINT32_MAX || (i->op != OP_ICMP && !chooses))
            continue;
        for (uint32_t n = 0; n < i->count; n++) {
            if (instruction_operand_is_block(i, n) || instruction_operand(f, i, n).id != id)
                continue;
            if (!chooses || (depth < 3 && is_asked(f, k, depth + 1)))
                return true;
        }
    }
    return false;
}

bool far_is_tested(const struct function *f, uint32_t id)
{
    return is_asked(f, id, 0);
}

/* --- memory of callers --- */

static const struct spot *spot_of_use(const struct caller *c, uint32_t use)
{
    for (size_t i = 0; use != USE_NONE && i < c->spots.count; i++)
        if (c->spots.data[i].use == use && c->spots.data[i].shape != SPOT_GONE)
            return &c->spots.data[i];
    return NULL;
}

static uint32_t use_at(const struct far_marking *m, struct value v)
{
    uint64_t use;
    if (value_is_constant(v) || value_is_none(v) ||
        !map_get(&m->usage->use_of, (uint64_t)m->function << 32 | v.id, &use))
        return USE_NONE;
    return (uint32_t)use;
}

static bool has_elements(const struct caller *c, uint32_t use)
{
    for (size_t i = 0; i < c->elements.count; i++)
        if (c->spots.data[c->elements.data[i].spot].use == use)
            return true;
    return false;
}

/* A pointer in memory of callers that nobody has put there. */
static bool is_unplanned(const struct far_marking *m, const struct function *f, uint32_t id)
{
    const struct instruction *i = &f->instructions.data[id];
    uint32_t use = use_at(m, instruction_operand(f, i, 0));
    uint32_t found = use_at(m, (struct value){id});
    const struct spot *holder = spot_of_use(m->plan, use);
    if (use == USE_NONE || !holder || holder->shape == SPOT_LIST ||
        holder->shape == SPOT_FAR || has_elements(m->plan, use))
        return false;
    if (found != USE_NONE && spot_of_use(m->plan, found))
        return false;
    return !caller_is_changed(m->plan, use);
}

/* --- globals --- */

static struct value root_of(const struct function *f, struct value v)
{
    for (int steps = 0; steps < 8 && !value_is_constant(v) && !value_is_none(v); steps++) {
        const struct instruction *i = &f->instructions.data[v.id];
        if (i->op != OP_PTRADD)
            return v;
        v = instruction_operand(f, i, 0);
    }
    return v;
}

static uint32_t global_of(const struct program *p, const struct function *f, struct value v)
{
    v = root_of(f, v);
    if (value_is_none(v) || !value_is_constant(v))
        return UINT32_MAX;
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_GLOBAL ? c->index : UINT32_MAX;
}

/* Something else than reading happens with it, or with what lies in it. */
static bool is_handled_by(const struct program *p, const struct function *f, uint32_t global)
{
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->block == UINT32_MAX || i->op == OP_LOAD || i->op == OP_PTRADD ||
            i->op == OP_ICMP || i->op == OP_NOTE)
            continue;
        for (uint32_t n = 0; n < i->count; n++)
            if (!instruction_operand_is_block(i, n) &&
                global_of(p, f, instruction_operand(f, i, n)) == global)
                return true;
    }
    return false;
}

bool far_is_handled(const struct program *p, const bool *reached, uint32_t global)
{
    for (uint32_t f = 0; f < p->functions.count; f++)
        if (reached[f] && is_handled_by(p, &p->functions.data[f], global))
            return true;
    return false;
}

/* It is the program's own, what it holds is not known, and nobody here writes to it. */
static bool holds_anything(const struct far_marking *m, uint32_t global)
{
    const struct global *g = &m->program->globals.data[global];
    if (library_unit(g->unit) || text_starts(g->name, "sooth_") || text_starts(g->name, "__"))
        return false;
    if (text_same(g->name, "stdin") || text_same(g->name, "stdout") ||
        text_same(g->name, "stderr"))
        return false;
    return (!g->read_only || g->external) && !far_is_handled(m->program, m->reached, global);
}

/* --- the program --- */

static uint32_t put_call(struct far_marking *m, uint32_t block, size_t at, uint32_t place,
                         const char *name, struct value argument)
{
    struct function *f = &m->program->functions.data[m->function];
    struct instruction call = instruction_make(OP_CALL, type_pointer(m->program));
    uint32_t operands[2] = {
        constant_function(m->program, far_function(m->program, name), 0).id, argument.id};
    call.extra = 1;
    call.place = place;
    return function_insert(f, block, at, call, operands, value_is_none(argument) ? 1 : 2);
}

static const char *maker(const struct function *f, uint32_t id)
{
    return far_is_tested(f, id) ? "sooth_far_or_null" : "sooth_far";
}

static bool comes_from_address(const struct program *, const struct function *, struct value,
                               int depth);

/* The number that a function of the program returns. */
static bool returns_address(const struct program *p, const struct function *f,
                            const struct instruction *call, int depth)
{
    struct value to = instruction_operand(f, call, 0);
    const struct constant *c = value_is_constant(to) ? program_constant(p, to) : NULL;
    if (!c || c->kind != CONSTANT_FUNCTION || !p->functions.data[c->index].has_body)
        return false;
    const struct function *callee = &p->functions.data[c->index];
    for (uint32_t k = 0; k < callee->instructions.count; k++) {
        const struct instruction *i = &callee->instructions.data[k];
        if (i->op == OP_RETURN && i->block != UINT32_MAX && i->count &&
            comes_from_address(p, callee, instruction_operand(callee, i, 0), depth + 1))
            return true;
    }
    return false;
}

static bool comes_from_address(const struct program *p, const struct function *f,
                               struct value v, int depth)
{
    if (value_is_constant(v) || depth > 6)
        return false;
    const struct instruction *i = &f->instructions.data[v.id];
    if (i->op == OP_PTRTOINT)
        return true;
    if (i->op == OP_CALL)
        return returns_address(p, f, i, depth);
    bool computes = op_class(i->op) == CLASS_INTEGER || i->op == OP_PHI || i->op == OP_SELECT;
    for (uint32_t k = 0; computes && k < i->count; k++)
        if (!instruction_operand_is_block(i, k) &&
            comes_from_address(p, f, instruction_operand(f, i, k), depth + 1))
            return true;
    return false;
}

static void note_place(struct far_marking *m, const char *what, const struct instruction *i)
{
    const struct place *at = instruction_place(m->program, i);
    far_note(m->plan, arena_format(&m->plan->arena, "%s (%s:%u)", what,
                                   m->program->files.data[at->file], at->line));
}

/* What the instruction gives is far from now on, if it is such a source. */
static void mark_result(struct far_marking *m, uint32_t block, size_t *at, uint32_t id)
{
    struct function *f = &m->program->functions.data[m->function];
    struct instruction i = f->instructions.data[id];
    struct value none = VALUE_NONE, from = i.count ? instruction_operand(f, &i, 0) : none;
    if (i.op == OP_INTTOPTR && !value_is_constant(from) &&
        !comes_from_address(m->program, f, from, 0)) {
        if (value_type(m->program, f, from).width != m->program->pointer_width)
            return;
        note_place(m, "numbers that are taken for pointers", &i);
        bool tested = far_is_tested(f, id);
        far_replace(f, id,
                    put_call(m, block, ++*at, i.place, tested ? "sooth_far_of" : "sooth_far",
                             tested ? from : none));
    }
    if (i.op != OP_LOAD || i.type.kind != TYPE_POINTER)
        return;
    uint32_t global = global_of(m->program, f, from);
    if (global != UINT32_MAX && holds_anything(m, global)) {
        far_note(m->plan, arena_format(&m->plan->arena, "pointers in %s",
                                       m->program->globals.data[global].name));
        far_replace(f, id, put_call(m, block, ++*at, i.place, maker(f, id), none));
    } else if (is_unplanned(m, f, id)) {
        note_place(m, "pointers in memory of callers", &i);
        far_replace(f, id, put_call(m, block, ++*at, i.place, maker(f, id), none));
    }
}

/* Addresses of tables of unknown size. */
static void mark_tables(struct far_marking *m, uint32_t block, size_t *at, uint32_t id)
{
    struct function *f = &m->program->functions.data[m->function];
    struct instruction i = f->instructions.data[id];
    for (uint32_t k = 0; i.op != OP_PHI && k < i.count; k++) {
        if (instruction_operand_is_block(&i, k))
            continue;
        struct value v = instruction_operand(f, &i, k);
        const struct constant *c =
            value_is_constant(v) ? program_constant(m->program, v) : NULL;
        if (!c || c->kind != CONSTANT_GLOBAL)
            continue;
        const struct global *g = &m->program->globals.data[c->index];
        if (!g->external || g->size)
            continue;
        far_note(m->plan, arena_format(&m->plan->arena, "the table %s", g->name));
        uint32_t made = put_call(m, block, (*at)++, i.place, "sooth_far", VALUE_NONE);
        f = &m->program->functions.data[m->function];
        f->operands.data[f->instructions.data[id].operand + k] = made;
    }
}

static void mark_block(struct far_marking *m, uint32_t block)
{
    struct function *f = &m->program->functions.data[m->function];
    for (size_t at = 0; at < f->blocks.data[block].instructions.count; at++) {
        uint32_t id = f->blocks.data[block].instructions.data[at];
        mark_tables(m, block, &at, id);
        mark_result(m, block, &at, id);
    }
}

void far_mark_sources(struct far_marking *m)
{
    struct function *f = &m->program->functions.data[m->function];
    for (uint32_t b = 0; b < f->blocks.count; b++)
        mark_block(m, b);
}
