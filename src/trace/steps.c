#include "trace/steps.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"
#include "program/library.h"
#include "trace/expression.h"
#include "trace/source.h"
#include "trace/values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STEPS = 20000,
    MOST_BRANCHES = 10,
    MOST_SLICE = 200,
    FOLLOWED = 4,
};

struct collector {
    const struct program *program;
    struct steps *out;
    enum steps_detail detail;
    uint32_t depth;
    bool alone; /* a function verified alone: undefined memory is what it was given */
    struct variable_values values;
    struct map branches; /* (function, instruction, direction) to index of `taken` */
    VECTOR(struct step) taken;
    size_t time;
    struct map matters; /* (function, instruction) to 0 or 1 */
};

const char *value_text(struct arena *a, const struct program *p, const struct interp *t,
                       struct type type, uint32_t ctype, struct interp_value v)
{
    const struct ctype *c = &p->ctypes.data[ctype];
    uint64_t low = type.width < 64 ? v.low & ((1ull << type.width) - 1) : v.low;
    if (type.kind == TYPE_FLOAT && type.width == 64) {
        double d;
        memcpy(&d, &v.low, sizeof d);
        return arena_format(a, "%.17g", d);
    }
    if (type.kind == TYPE_FLOAT && type.width == 32) {
        float f;
        uint32_t bits = (uint32_t)v.low;
        memcpy(&f, &bits, sizeof f);
        return arena_format(a, "%.9g", (double)f);
    }
    if (type.kind == TYPE_POINTER)
        return pointer_text(a, t, v);
    if (type.kind == TYPE_FLOAT || type.width > 64)
        return arena_format(a, "0x%llx%016llx", (unsigned long long)v.high,
                            (unsigned long long)v.low);
    for (uint32_t i = 0; ctype && c->kind == CTYPE_ENUM && i < c->enumerator_count; i++)
        if ((uint64_t)c->enumerators[i].value == low)
            return c->enumerators[i].name;
    bool is_unsigned = c->kind == CTYPE_UNSIGNED || c->kind == CTYPE_BOOL ||
                       c->kind == CTYPE_POINTER || strstr(c->name, "unsigned");
    if (type.width == 1 || (ctype && is_unsigned))
        return arena_format(a, "%llu", (unsigned long long)low);
    unsigned shift = 64 - type.width;
    long long number = (long long)((int64_t)(low << shift) >> shift);
    if (ctype && c->kind == CTYPE_CHAR && number >= 32 && number < 127)
        return arena_format(a, "%lld /* '%c' */", number, (char)number);
    return arena_format(a, "%lld", number);
}

static bool in_model(const struct program *p, uint32_t function)
{
    return library_unit(p->functions.data[function].unit);
}

/* --- names --- */

/* The variable that gets the value of an instruction; looks through conversions. */
static uint32_t variable_of(const struct program *p, const struct function *f, uint32_t id,
                            unsigned left)
{
    for (size_t i = 0; i < f->instructions.count && left; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || !in->count)
            continue;
        uint32_t found = UINT32_MAX;
        if (in->op == OP_NOTE && instruction_operand(f, in, 0).id == id)
            found = in->variable;
        if (in->op == OP_STORE && instruction_operand(f, in, 1).id == id)
            found = variable_at(p, f, instruction_operand(f, in, 0));
        bool passes = in->op == OP_TRUNC || in->op == OP_ZEXT || in->op == OP_SEXT ||
                      in->op == OP_BITCAST;
        if (passes && instruction_operand(f, in, 0).id == id)
            found = variable_of(p, f, (uint32_t)i, left - 1);
        if (found != UINT32_MAX)
            return found;
    }
    return UINT32_MAX;
}

static const char *variable_name(const struct program *p, uint32_t variable)
{
    return variable < p->variables.count ? p->variables.data[variable].name : "";
}

/* --- branches that matter --- */

static bool depends(const struct function *f, struct value v, struct map *seen,
                    unsigned *left)
{
    if (value_is_constant(v) || value_is_none(v) || map_has(seen, v.id))
        return false;
    map_set(seen, v.id, 1);
    if (!*left)
        return true;
    --*left;
    const struct instruction *in = &f->instructions.data[v.id];
    if (in->op == OP_INPUT || in->op == OP_PARAM || in->op == OP_LOAD || in->op == OP_CALL ||
        in->op == OP_RESULT)
        return true;
    for (uint32_t k = 0; k < in->count; k++)
        if (!instruction_operand_is_block(in, k) &&
            depends(f, instruction_operand(f, in, k), seen, left))
            return true;
    return false;
}

static bool branch_matters(struct collector *c, uint32_t function, uint32_t instruction)
{
    uint64_t key = (uint64_t)function << 32 | instruction, known;
    if (map_get(&c->matters, key, &known))
        return known;
    const struct function *f = &c->program->functions.data[function];
    struct map seen = {0};
    unsigned left = MOST_SLICE;
    bool does = depends(f, instruction_operand(f, &f->instructions.data[instruction], 0),
                        &seen, &left);
    map_release(&seen);
    map_set(&c->matters, key, does);
    return does;
}

/* --- looking on --- */

static void add(struct collector *c, struct step s)
{
    LAW(s.function < c->program->functions.count);
    if (!s.time)
        s.time = ++c->time;
    if (c->out->list.count == MOST_STEPS)
        c->out->truncated = true;
    else
        VECTOR_PUSH(&c->out->list, s);
}

static struct step with_text(struct collector *c, const struct variable_value *v)
{
    const struct variable *var = &c->program->variables.data[v->variable];
    const char *text = v->pointer;
    if (!text)
        text = value_text(&c->out->arena, c->program, NULL, v->type, var->ctype, v->value);
    return (struct step){STEP_ASSIGN, v->function, v->instruction, v->depth,
                         1,           var->name,   text,           0};
}

static void see_assignment(struct collector *c, const struct interp *t, uint32_t function,
                           uint32_t id, uint32_t variable, struct value v)
{
    if (variable >= c->program->variables.count)
        return;
    if (c->detail == STEPS_SHORT || c->out->list.count == MOST_STEPS)
        return;
    const struct variable *var = &c->program->variables.data[variable];
    struct type type = value_type(c->program, &c->program->functions.data[function], v);
    const char *text =
        value_text(&c->out->arena, c->program, t, type, var->ctype, interp_value_of(t, v));
    add(c, (struct step){STEP_ASSIGN, function, id, interp_depth(t), 1, var->name, text, 0});
}

/* The instruction that made a value, without conversions. */
static uint32_t made_by(const struct function *f, struct value v)
{
    while (!value_is_constant(v)) {
        const struct instruction *in = &f->instructions.data[v.id];
        bool passes = in->op == OP_TRUNC || in->op == OP_ZEXT || in->op == OP_SEXT ||
                      in->op == OP_BITCAST;
        if (!passes)
            return v.id;
        v = instruction_operand(f, in, 0);
    }
    return UINT32_MAX;
}

/* The input that goes there is named after what it fills, if it had no name but that of the
 * function it came from. */
static void name_input(struct collector *c, const struct interp *t, uint32_t function,
                       const struct instruction *store)
{
    const struct function *f = &c->program->functions.data[function];
    struct value stored = instruction_operand(f, store, 1);
    uint32_t made = made_by(f, stored), ctype;
    for (size_t i = c->out->list.count; made != UINT32_MAX && i--;) {
        struct step *s = &c->out->list.data[i];
        if (s->function != function || s->instruction != made || s->depth != interp_depth(t))
            continue;
        if (s->kind != STEP_INPUT || !text_starts(s->what, "__VERIFIER_nondet_"))
            return;
        const char *what = expression_at(&c->out->arena, c->program, t, function,
                                         instruction_operand(f, store, 0), &ctype);
        if (!what[0])
            return;
        s->what = what;
        s->value =
            value_text(&c->out->arena, c->program, t, value_type(c->program, f, stored),
                       ctype, interp_value_of(t, stored));
        return;
    }
}

/* Into a variable, or through a pointer: `n->next = heap object 2`. */
static void see_store(struct collector *c, const struct interp *t, uint32_t function,
                      uint32_t id)
{
    const struct function *f = &c->program->functions.data[function];
    const struct instruction *in = &f->instructions.data[id];
    struct value address = instruction_operand(f, in, 0),
                 stored = instruction_operand(f, in, 1);
    uint32_t variable = variable_at(c->program, f, address), ctype;
    name_input(c, t, function, in);
    see_assignment(c, t, function, id, variable, stored);
    if (variable < c->program->variables.count || c->detail == STEPS_SHORT)
        return;
    const char *what =
        expression_at(&c->out->arena, c->program, t, function, address, &ctype);
    const char *value =
        value_text(&c->out->arena, c->program, t, value_type(c->program, f, stored), ctype,
                   interp_value_of(t, stored));
    if (what[0])
        add(c, (struct step){STEP_ASSIGN, function, id, interp_depth(t), 1, what, value, 0});
}

static void see_branch(struct collector *c, const struct interp *t, uint32_t function,
                       uint32_t id)
{
    const struct function *f = &c->program->functions.data[function];
    const struct instruction *in = &f->instructions.data[id];
    bool yes = interp_value_of(t, instruction_operand(f, in, 0)).low & 1;
    struct step s = {
        STEP_BRANCH, function, id, interp_depth(t), 1, "", yes ? "true" : "false", 0};
    if (c->detail == STEPS_FULL) {
        add(c, s);
        return;
    }
    if (!branch_matters(c, function, id))
        return;
    uint64_t key = hash_pair(hash_pair(function, id), yes), at;
    if (!map_get(&c->branches, key, &at)) {
        map_set(&c->branches, key, at = c->taken.count);
        s.times = 0;
        VECTOR_PUSH(&c->taken, s);
    }
    c->taken.data[at].times++;
    c->taken.data[at].time = ++c->time;
}

static void saw(void *context, const struct interp *t, uint32_t function, uint32_t id)
{
    struct collector *c = context;
    if (in_model(c->program, function))
        return;
    const struct function *f = &c->program->functions.data[function];
    const struct instruction *in = &f->instructions.data[id];
    c->depth = interp_depth(t);
    variable_values_saw(&c->values, t, function, id);
    if (in->op == OP_NOTE)
        see_assignment(c, t, function, id, in->variable, instruction_operand(f, in, 0));
    else if (in->op == OP_STORE)
        see_store(c, t, function, id);
    else if (in->op == OP_BRANCH)
        see_branch(c, t, function, id);
    else if (in->op == OP_CALL && c->detail == STEPS_FULL) {
        struct value callee = instruction_operand(f, in, 0);
        const struct constant *k =
            value_is_constant(callee) ? program_constant(c->program, callee) : NULL;
        if (k && k->kind == CONSTANT_FUNCTION)
            add(c, (struct step){STEP_CALL, function, id, c->depth, 1,
                                 c->program->functions.data[k->index].name, "", 0});
    }
}

static void chose(void *context, const struct interp *t, const struct interp_choice *choice,
                  const struct interp_value *v)
{
    struct collector *c = context;
    if (choice->kind == INTERP_CHOICE_MALLOC && !v->low)
        return;
    const struct program *p = c->program;
    const struct function *f = &p->functions.data[choice->function];
    uint32_t variable = in_model(p, choice->function)
                            ? UINT32_MAX
                            : variable_of(p, f, choice->instruction, FOLLOWED);
    struct step s = {STEP_INPUT,
                     choice->function,
                     choice->instruction,
                     c->depth,
                     1,
                     variable_name(p, variable),
                     NULL,
                     0};
    if (!s.what[0])
        s.what = choice->name ? choice->name : "";
    uint32_t ctype;
    const char *read = expression_text(&c->out->arena, p, choice->function,
                                       (struct value){choice->instruction}, &ctype);
    if (choice->kind == INTERP_CHOICE_UNINITIALISED && !choice->name[0])
        s.what = read[0] ? arena_format(&c->out->arena, "%s%s",
                                        c->alone ? "" : "uninitialised ", read)
                         : "an uninitialised value";
    if (choice->kind == INTERP_CHOICE_UNINITIALISED && c->alone)
        s.kind = STEP_MEMORY;
    if (choice->kind == INTERP_CHOICE_MALLOC)
        s.what = "malloc fails";
    if (!read[0])
        ctype = 0;
    if (variable < p->variables.count)
        ctype = p->variables.data[variable].ctype;
    s.value = value_text(&c->out->arena, p, t, choice->type, ctype, *v);
    if (choice->kind == INTERP_CHOICE_UNINITIALISED && c->detail == STEPS_SHORT && !v->low &&
        !c->alone)
        return;
    add(c, s);
}

/* --- putting it together --- */

static int earlier(const void *a, const void *b)
{
    const struct step *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

/* The branches that were taken last, each at its place in time among the inputs. */
static void keep_branches(struct collector *c)
{
    size_t n = c->taken.count;
    if (n)
        qsort(c->taken.data, n, sizeof *c->taken.data, earlier);
    for (size_t i = n > MOST_BRANCHES ? n - MOST_BRANCHES : 0; i < n; i++)
        add(c, c->taken.data[i]);
    if (c->out->list.count)
        qsort(c->out->list.data, c->out->list.count, sizeof *c->out->list.data, earlier);
}

/* The parts of a condition with && and || stand on one line: one of those that went the same
 * way is enough.
 */
static void drop_repetitions(struct steps *steps)
{
    size_t kept = 0;
    for (size_t i = 0; i < steps->list.count; i++) {
        const struct step *s = &steps->list.data[i],
                          *before = kept ? &steps->list.data[kept - 1] : NULL;
        if (before && s->kind == STEP_BRANCH && before->kind == STEP_BRANCH &&
            s->function == before->function && s->what == before->what &&
            text_same(s->value, before->value))
            continue;
        steps->list.data[kept++] = *s;
    }
    steps->list.count = kept;
}

/* What the source says of the condition, where clang turned it round. */
static const char *as_written(const struct collector *c, const struct step *s)
{
    const struct function *f = &c->program->functions.data[s->function];
    const struct instruction *in = &f->instructions.data[s->instruction];
    struct value v = instruction_operand(f, in, 0);
    if (value_is_constant(v) || value_is_none(v))
        return s->value;
    const struct place *place = instruction_place(c->program, &f->instructions.data[v.id]);
    if (!source_negates(c->program, instruction_place(c->program, in), place))
        return s->value;
    return text_same(s->value, "true") ? "false" : "true";
}

static void name_branches(struct collector *c)
{
    struct map lines = {0};
    for (size_t i = 0; i < c->out->list.count; i++) {
        struct step *s = &c->out->list.data[i];
        if (s->kind != STEP_BRANCH)
            continue;
        const struct place *place = instruction_place(
            c->program,
            &c->program->functions.data[s->function].instructions.data[s->instruction]);
        uint64_t key = (uint64_t)place->file << 32 | place->line, text;
        if (!map_get(&lines, key, &text))
            map_set(&lines, key,
                    text = (uintptr_t)source_line(&c->out->arena, c->program, place));
        s->what = (const char *)(uintptr_t)text;
        s->value = as_written(c, s);
    }
    map_release(&lines);
    if (c->detail == STEPS_SHORT)
        drop_repetitions(c->out);
}

static bool mentions(const char *line, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = line; n && (p = strstr(p, name)); p++) {
        bool before =
            p > line && (isalnum((unsigned char)p[-1]) || p[-1] == '_' || p[-1] == '.');
        bool after = isalnum((unsigned char)p[n]) || p[n] == '_';
        if (!before && !after)
            return true;
    }
    return false;
}

static void ended(void *context, const struct interp *t)
{
    struct collector *c = context;
    variable_values_end(&c->values, t);
}

/* Of the innermost call that is not of a library model, and of globals, what the failing line
 * names. */
static void keep_last_values(struct collector *c, const struct replay *r)
{
    if (!r->stack.count)
        return;
    size_t frame = 0;
    while (frame < r->stack.count && in_model(c->program, r->stack.data[frame].function))
        frame++;
    uint32_t function = frame < r->stack.count ? r->stack.data[frame].function : UINT32_MAX;
    uint32_t depth = (uint32_t)(r->stack.count - frame);
    c->out->line = source_line(&c->out->arena, c->program, &r->place);
    for (uint32_t v = 0; v < c->program->variables.count; v++) {
        const struct variable *var = &c->program->variables.data[v];
        bool global = var->function == UINT32_MAX;
        if ((var->function != function && !global) || !mentions(c->out->line, var->name))
            continue;
        const struct variable_value *last =
            variable_values_find(&c->values, v, global ? 0 : depth);
        if (!last)
            continue;
        if (last->type.kind != TYPE_POINTER ||
            !text_starts(last->pointer ? last->pointer : "0x",
                         "0x")) /* an address says nothing */
            VECTOR_PUSH(&c->out->last, with_text(c, last));
    }
}

void steps_of(const struct program *p, const struct trace *t, uint32_t entry,
              enum steps_detail detail, double seconds, struct steps *out)
{
    *out = (struct steps){.line = ""};
    arena_init(&out->arena);
    struct collector c = {
        .program = p, .out = out, .detail = detail, .alone = entry != p->entry};
    struct replay_watch watch = {&c, saw, chose, ended};
    variable_values_init(&c.values, p, &out->arena);
    struct replay r;
    trace_replay_watched(p, t, entry, seconds, &r, &watch);
    if (r.confirmed) {
        if (detail == STEPS_SHORT)
            keep_branches(&c);
        name_branches(&c);
        keep_last_values(&c, &r);
    } else { /* too long a run to be looked at: its first part would mislead */
        VECTOR_CLEAR(&out->list);
    }
    replay_release(&r);
    map_release(&c.branches);
    map_release(&c.matters);
    variable_values_release(&c.values);
    VECTOR_RELEASE(&c.taken);
}

void steps_release(struct steps *s)
{
    VECTOR_RELEASE(&s->list);
    VECTOR_RELEASE(&s->last);
    arena_release(&s->arena);
}
