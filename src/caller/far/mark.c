/* The program with far memory: accesses that may be through far pointers go to windows, calls
 * through them give anything, and what a loop carries on is far whatever the loop does. */
#include "caller/far/far.h"
#include "caller/once/once.h"

#include "base/text.h"
#include "program/passes.h"

#include <stdlib.h>
#include <string.h>

struct marking {
    struct caller *plan;
    struct program *program;
    const struct flow *flow;
    uint32_t function, block;
    size_t at; /* in the block: what is put there comes before it */
    uint32_t place;
    uint32_t known;  /* so many instructions were there before; others are put in here */
    bool *far_loads; /* by instruction: it reads far memory, and no other */
};

static struct function *function_of(const struct marking *m)
{
    return &m->program->functions.data[m->function];
}

static struct value put(struct marking *m, struct instruction i, const uint32_t *operands,
                        uint32_t count)
{
    i.place = m->place;
    return (struct value){
        function_insert(function_of(m), m->block, m->at++, i, operands, count)};
}

static struct value put_call(struct marking *m, const char *name, struct value a,
                             struct value b)
{
    struct instruction call = instruction_make(OP_CALL, type_pointer(m->program));
    uint32_t operands[3] = {
        constant_function(m->program, far_function(m->program, name), 0).id, a.id, b.id};
    call.extra = 1;
    return put(m, call, operands, 1 + !value_is_none(a) + !value_is_none(b));
}

/* --- windows --- */

/* What stands behind the names of the window for a type; null: there is none. */
static const char *window_of(struct type t)
{
    if (t.kind == TYPE_POINTER)
        return "pointer";
    if (t.kind == TYPE_FLOAT)
        return t.width == 32 ? "float" : t.width == 64 ? "double" : NULL;
    switch (t.width) {
    case 8:
        return "8";
    case 16:
        return "16";
    case 32:
        return "32";
    case 64:
        return "64";
    default:
        return NULL;
    }
}

static uint32_t find_global(const struct program *p, const char *name)
{
    for (uint32_t i = 0; i < p->globals.count; i++)
        if (!strcmp(p->globals.data[i].name, name))
            return i;
    return UINT32_MAX;
}

/* So far the range of numbers in far memory was narrowed. */
static void assume_range(struct marking *m, struct type t, struct value v)
{
    if (!m->plan->far_rung || t.kind != TYPE_INT || t.width < 32)
        return;
    uint32_t shift = m->plan->far_rung == 3 ? t.width / 2 - 1 : t.width - 2;
    uint64_t half = (uint64_t)1 << shift, low = m->plan->far_rung == 1 ? half : 0;
    uint32_t add[2] = {v.id, constant_int(m->program, t, low).id};
    struct value moved = put(m, instruction_make(OP_ADD, t), add, 2);
    struct instruction compare = instruction_make(OP_ICMP, type_int(1));
    compare.sub = COMPARE_ULE;
    uint32_t compared[2] = {moved.id, constant_int(m->program, t, half + low).id};
    uint32_t small = put(m, compare, compared, 2).id;
    put(m, instruction_make(OP_ASSUME, type_void()), &small, 1);
}

/* The same of what the call before gives. */
static void assume_range_of_result(struct marking *m, uint32_t call)
{
    struct type t = function_of(m)->instructions.data[call].type;
    if (!m->plan->far_rung || t.kind != TYPE_INT || t.width < 32)
        return;
    m->at++;
    assume_range(m, t, (struct value){call});
    m->at--;
    m->plan->far_returns = true;
}

/* The window holds anything. */
static void fill_window(struct marking *m, struct type t, uint32_t global, bool tested)
{
    struct value none = VALUE_NONE, any;
    if (t.kind == TYPE_POINTER && m->flow->keeps) {
        any = put_call(m, tested ? "sooth_far_or_kept_or_null" : "sooth_far_or_kept", none,
                       none);
    } else if (t.kind == TYPE_POINTER) {
        any = put_call(m, tested ? "sooth_far_or_null" : "sooth_far", none, none);
    } else {
        struct instruction input = instruction_make(OP_INPUT, t);
        input.text = "memory that is far";
        any = put(m, input, NULL, 0);
        assume_range(m, t, any);
    }
    uint32_t operands[2] = {constant_global(m->program, global, 0).id, any.id};
    put(m, instruction_make(OP_STORE, type_void()), operands, 2);
}

static void mark_access(struct marking *m, uint32_t id)
{
    struct instruction i = function_of(m)->instructions.data[id];
    struct value pointer = instruction_operand(function_of(m), &i, 0);
    struct type t = i.op == OP_LOAD ? i.type
                                    : value_type(m->program, function_of(m),
                                                 instruction_operand(function_of(m), &i, 1));
    const char *window = window_of(t);
    if (!window)
        return;
    char name[48];
    snprintf(name, sizeof name, "sooth_window_%s", window);
    uint32_t global = find_global(m->program, name);
    LAW(global != UINT32_MAX);
    if (i.op == OP_LOAD)
        fill_window(m, t, global, far_is_tested(function_of(m), id));
    if (i.op == OP_STORE && id < m->known && m->flow->keeps &&
        flow_keeps(m->flow, m->function, &i))
        put_call(m, "sooth_far_keep", pointer, instruction_operand(function_of(m), &i, 1));
    snprintf(name, sizeof name, "sooth_far_at_%s", window);
    struct value at = put_call(m, name, pointer, VALUE_NONE);
    struct function *f = function_of(m);
    f->operands.data[f->instructions.data[id].operand] = at.id;
}

/* A copy from, or to, far memory goes to new memory of its size. */
static void mark_copy(struct marking *m, uint32_t id, uint32_t which)
{
    struct instruction i = function_of(m)->instructions.data[id];
    struct value pointer = instruction_operand(function_of(m), &i, which);
    struct value size = instruction_operand(function_of(m), &i, 2);
    struct value at = put_call(m, "sooth_far_room", pointer, size);
    struct function *f = function_of(m);
    f->operands.data[f->instructions.data[id].operand + which] = at.id;
}

/* --- calls --- */

static bool frees(const struct program *p, const struct function *f,
                  const struct instruction *i)
{
    struct value v = instruction_operand(f, i, 0);
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    return c && c->kind == CONSTANT_FUNCTION && i->count > 1 &&
           p->functions.data[c->index].builtin == BUILTIN_FREE;
}

static void mark_free(struct marking *m, uint32_t id)
{
    struct instruction i = function_of(m)->instructions.data[id];
    struct value at =
        put_call(m, "sooth_far_kept", instruction_operand(function_of(m), &i, 1), VALUE_NONE);
    struct function *f = function_of(m);
    f->operands.data[f->instructions.data[id].operand + 1] = at.id;
}

static bool has_results(const struct function *f, uint32_t call)
{
    for (uint32_t k = 0; k < f->instructions.count; k++)
        if (f->instructions.data[k].op == OP_RESULT &&
            f->instructions.data[k].block != UINT32_MAX &&
            instruction_operand(f, &f->instructions.data[k], 0).id == call)
            return true;
    return false;
}

static bool takes_address(const struct program *p, const struct function *f, uint32_t of)
{
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        for (uint32_t n = i->op == OP_CALL; i->block != UINT32_MAX && n < i->count; n++) {
            if (instruction_operand_is_block(i, n))
                continue;
            struct value v = instruction_operand(f, i, n);
            const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
            if (c && c->kind == CONSTANT_FUNCTION && c->index == of)
                return true;
        }
    }
    return false;
}

/* Something that is run takes the function's address. One that only other functions of the
 * file hand on, or a table, may be meant as well: that the pointer is far is checked. */
static bool is_taken(const struct marking *m, uint32_t function)
{
    for (uint32_t n = 0; n < m->program->functions.count; n++)
        if (m->flow->reached[n] &&
            takes_address(m->program, &m->program->functions.data[n], function))
            return true;
    return false;
}

/* Some function of the program may be meant. */
static bool has_target(const struct marking *m, const struct instruction *i)
{
    for (uint32_t n = 0; n < m->program->functions.count; n++) {
        const struct function *to = &m->program->functions.data[n];
        if (to->address_taken && to->has_body && to->param_count == i->count - 1 &&
            call_matches(m->program, function_of(m), i, to) && is_taken(m, n))
            return true;
    }
    return false;
}

static bool may_be_called(const struct marking *m, const struct instruction *call,
                          uint32_t function)
{
    const struct function *to = &m->program->functions.data[function];
    return to->has_body && to->param_count == call->count - 1 &&
           call_matches(m->program, function_of(m), call, to);
}

/* The constant is a function that may be meant, or a table of such. */
static bool leads_to_target(const struct marking *m, const struct instruction *call,
                            const struct constant *c)
{
    if (c->kind == CONSTANT_FUNCTION)
        return may_be_called(m, call, c->index);
    if (c->kind != CONSTANT_GLOBAL)
        return false;
    const struct global *g = &m->program->globals.data[c->index];
    for (uint32_t k = 0; k < g->relocation_count; k++) {
        const struct constant *to =
            value_is_constant(g->relocations[k].value)
                ? program_constant(m->program, g->relocations[k].value)
                : NULL;
        if (to && to->kind == CONSTANT_FUNCTION && may_be_called(m, call, to->index))
            return true;
    }
    return false;
}

/* The store puts a function that may be meant, or a table of such, into far memory. */
static bool keeps_function(const struct marking *m, const struct instruction *call,
                           uint32_t function, const struct instruction *store)
{
    const struct function *f = &m->program->functions.data[function];
    if (store->block == UINT32_MAX || store->op != OP_STORE)
        return false;
    struct value to = instruction_operand(f, store, 0), v = instruction_operand(f, store, 1);
    if (value_type(m->program, f, v).kind != TYPE_POINTER || value_is_constant(to))
        return false;
    /* addresses that were put in are those of windows */
    uint32_t known = m->flow->counts[function];
    if (to.id < known && !(flow_of(m->flow, function, to) & FLOW_FAR))
        return false;
    if (value_is_constant(v))
        return leads_to_target(m, call, program_constant(m->program, v));
    enum op from = f->instructions.data[v.id].op;
    return (from == OP_PARAM || from == OP_PHI || from == OP_SELECT) && v.id < known &&
           flow_of(m->flow, function, v) & FLOW_OTHER && has_target(m, call);
}

/* What is called may be what the program itself has put into far memory. */
static bool calls_kept(const struct marking *m, const struct instruction *call)
{
    for (uint32_t n = 0; n < m->program->functions.count; n++) {
        const struct function *f = &m->program->functions.data[n];
        if (!m->flow->reached[n] || text_starts(f->name, "sooth_"))
            continue;
        for (uint32_t k = 0; k < f->instructions.count; k++)
            if (keeps_function(m, call, n, &f->instructions.data[k]))
                return true;
    }
    return false;
}

static bool may_be_far(const struct marking *m, struct value v)
{
    return !value_is_constant(v) && v.id < m->known &&
           flow_of(m->flow, m->function, v) & FLOW_FAR;
}

/* What effects write to far memory goes to windows, too. `end`: of what was put in after the
 * call. */
static void mark_effects(struct marking *m, size_t end)
{
    size_t call = m->at, left = end - m->at;
    for (m->at++; left; left--, m->at++) {
        struct function *f = function_of(m);
        uint32_t id = f->blocks.data[m->block].instructions.data[m->at];
        const struct instruction *i = &f->instructions.data[id];
        LAW(id >= m->known);
        if (i->op == OP_STORE && may_be_far(m, instruction_operand(f, i, 0)))
            mark_access(m, id);
    }
    m->at = call;
}

/* A call of a far function gives anything and changes what far_put_effects says. Where it may
 * be another one, but there is none, that it is far is checked. */
static void mark_call(struct marking *m, uint32_t id)
{
    struct function *f = function_of(m);
    struct instruction *i = &f->instructions.data[id];
    struct value callee = instruction_operand(f, i, 0);
    uint8_t flow = flow_of(m->flow, m->function, callee);
    bool may_be_other = flow & FLOW_OTHER;
    if (!(flow & FLOW_FAR) || has_results(f, id) || (may_be_other && has_target(m, i)) ||
        calls_kept(m, i) || caller_hands_function(m->program, m->function, i))
        return;
    if (may_be_other)
        put_call(m, "sooth_far_function", callee, VALUE_NONE);
    f = function_of(m);
    i = &f->instructions.data[id];
    const struct place *at = instruction_place(m->program, i);
    far_note(m->plan, arena_format(&m->plan->arena, "a function that is called (%s:%u)",
                                   m->program->files.data[at->file], at->line));
    size_t end = m->at;
    far_put_effects(m->program, m->function, m->block, &end, id);
    mark_effects(m, end);
    bool tested = far_is_tested(function_of(m), id);
    far_put_result(m->program, m->function, id, tested ? "sooth_far_or_null" : "sooth_far",
                   "what a far function returns");
    assume_range_of_result(m, id);
}

/* --- the whole --- */

static bool is_only_far(const struct marking *m, struct value v)
{
    return may_be_far(m, v) && flow_of(m->flow, m->function, v) == FLOW_FAR;
}

/* Far memory holds anything: how many bytes are copied within it makes no difference, but
 * that there are some. */
static void mark_size(struct marking *m, uint32_t id, struct value size)
{
    struct type t = value_type(m->program, function_of(m), size);
    struct instruction compare = instruction_make(OP_ICMP, type_int(1));
    compare.sub = COMPARE_NE;
    uint32_t operands[2] = {size.id, constant_int(m->program, t, 0).id};
    uint32_t some = put(m, compare, operands, 2).id;
    uint32_t one = put(m, instruction_make(OP_ZEXT, t), &some, 1).id;
    struct function *f = function_of(m);
    f->operands.data[f->instructions.data[id].operand + 2] = one;
}

/* Far memory keeps the addresses in a local that is copied there. */
static void mark_kept_record(struct marking *m, struct instruction copy)
{
    struct value to = instruction_operand(function_of(m), &copy, 0);
    struct pointer_offsets found;
    uint64_t ignored;
    uint32_t local = once_local(m->program, function_of(m),
                                instruction_operand(function_of(m), &copy, 1), &ignored);
    const struct instruction made = function_of(m)->instructions.data[local];
    struct type word = type_int(m->program->pointer_width),
                pointer = type_pointer(m->program);
    once_local_pointers(m->program, &made, &found);
    for (uint32_t n = 0; n < found.count; n++) {
        uint32_t by[2] = {local, constant_int(m->program, word, found.data[n]).id};
        uint32_t at = put(m, instruction_make(OP_PTRADD, pointer), by, 2).id;
        struct value p = put(m, instruction_make(OP_LOAD, pointer), &at, 1);
        put_call(m, "sooth_far_keep", to, p);
    }
}

/* A copy, or what fills: each of its ends. */
static void mark_copies(struct marking *m, uint32_t id, struct instruction i)
{
    bool fills = i.op == OP_MEMSET;
    if (!fills && m->flow->keeps && flow_keeps(m->flow, m->function, &i))
        mark_kept_record(m, i);
    struct value size = instruction_operand(function_of(m), &i, 2);
    if (!value_is_constant(size) &&
        is_only_far(m, instruction_operand(function_of(m), &i, 0)) &&
        (fills || is_only_far(m, instruction_operand(function_of(m), &i, 1))))
        mark_size(m, id, size);
    bool filled = !fills && flow_of(m->flow, m->function,
                                    instruction_operand(function_of(m), &i, 1)) == FLOW_FAR;
    for (uint32_t k = 0; k < (fills ? 1u : 2u); k++)
        if (may_be_far(m, instruction_operand(function_of(m), &i, k)))
            mark_copy(m, id, k);
    if (filled)
        far_put_pointers(m->program, m->function, m->block, &m->at, id);
}

/* A number that is read from far memory, perhaps converted. */
static bool is_far_number(const struct marking *m, struct value v)
{
    const struct function *f = function_of(m);
    for (int steps = 0; steps < 4 && !value_is_constant(v); steps++) {
        const struct instruction *i = &f->instructions.data[v.id];
        if (i->op == OP_LOAD)
            return v.id < m->known && m->far_loads[v.id];
        if (i->op != OP_ZEXT && i->op != OP_SEXT && i->op != OP_TRUNC)
            return false;
        v = instruction_operand(f, i, 0);
    }
    return false;
}

/* Such a number, or another constant than 0 where a branch chooses. */
static bool is_far_divisor(const struct marking *m, struct value v)
{
    const struct function *f = function_of(m);
    if (value_is_constant(v) || v.id >= m->known)
        return false;
    const struct instruction *i = &f->instructions.data[v.id];
    if (i->op != OP_PHI && i->op != OP_SELECT)
        return is_far_number(m, v);
    bool any = false;
    for (uint32_t k = i->op == OP_SELECT; k < i->count; k += i->op == OP_PHI ? 2 : 1) {
        struct value one = instruction_operand(f, i, k);
        const struct constant *c =
            value_is_constant(one) ? program_constant(m->program, one) : NULL;
        bool some = c && c->kind == CONSTANT_BITS && constant_low_bits(c);
        if (!some && !is_far_number(m, one))
            return false;
        any |= !some;
    }
    return any;
}

static void mark_divisor(struct marking *m, struct instruction check)
{
    const struct function *f = function_of(m);
    struct value good = instruction_operand(f, &check, 0);
    if (!m->plan->far_divides || value_is_constant(good))
        return;
    const struct instruction *i = &f->instructions.data[good.id];
    if (i->op == OP_ICMP && i->sub == COMPARE_NE &&
        is_far_divisor(m, instruction_operand(f, i, 0)))
        put(m, instruction_make(OP_ASSUME, type_void()), &good.id, 1);
}

/* --- indices --- */

static bool constant_of(const struct marking *m, struct value v, uint64_t *out)
{
    const struct constant *c = value_is_constant(v) ? program_constant(m->program, v) : NULL;
    if (!c || c->kind != CONSTANT_BITS || c->type.width > 64)
        return false;
    *out = constant_low_bits(c);
    return true;
}

/* Bytes of a variable of the program, or of a local; 0: it is neither, or its size is open.
 */
static uint64_t table_bytes(const struct marking *m, struct value v)
{
    const struct function *f = function_of(m);
    if (!value_is_constant(v)) {
        const struct instruction *i = &f->instructions.data[v.id];
        return i->op == OP_ALLOCA ? once_local_size(m->program, f, i) : 0;
    }
    const struct constant *c = program_constant(m->program, v);
    return c->kind == CONSTANT_GLOBAL && !c->offset ? m->program->globals.data[c->index].size
                                                    : 0;
}

/* A step into a table: by so many bytes for each one that the index goes on. */
struct table_index {
    struct value base, index;
    uint64_t offset, stride;
};

/* The index that a step is computed from. */
static bool find_index(const struct marking *m, struct value by, struct table_index *x)
{
    const struct function *f = function_of(m);
    x->stride = 1;
    for (int steps = 0; steps < 4 && !value_is_constant(by); steps++) {
        const struct instruction *i = &f->instructions.data[by.id];
        uint64_t factor;
        if (i->op != OP_MUL && i->op != OP_SHL)
            break;
        if (!constant_of(m, instruction_operand(f, i, 1), &factor) || factor > 1 << 20)
            return false;
        x->stride = i->op == OP_MUL ? x->stride * factor : x->stride << (factor & 31);
        by = instruction_operand(f, i, 0);
    }
    x->index = by;
    return x->stride && !value_is_constant(by);
}

/* Constant steps, and one that is no constant, into a variable. */
static bool find_step(const struct marking *m, struct value p, struct table_index *x)
{
    const struct function *f = function_of(m);
    bool any = false;
    x->offset = 0;
    for (int steps = 0; steps < 8 && !value_is_constant(p); steps++) {
        const struct instruction *i = &f->instructions.data[p.id];
        uint64_t constant;
        if (i->op != OP_PTRADD)
            break;
        if (constant_of(m, instruction_operand(f, i, 1), &constant))
            x->offset += constant;
        else if (any || !find_index(m, instruction_operand(f, i, 1), x))
            return false;
        else
            any = true;
        p = instruction_operand(f, i, 0);
    }
    x->base = p;
    return any;
}

static struct value without_casts(const struct function *f, struct value v)
{
    while (!value_is_constant(v)) {
        const struct instruction *i = &f->instructions.data[v.id];
        if (i->op != OP_ZEXT && i->op != OP_SEXT && i->op != OP_TRUNC)
            break;
        v = instruction_operand(f, i, 0);
    }
    return v;
}

/* How far behind a pointer the access is; UINT64_MAX: nobody knows. */
static uint64_t member_of(const struct marking *m, const struct function *f,
                          const struct instruction *access)
{
    struct value p = instruction_operand(f, access, 0);
    uint64_t offset = 0, constant;
    if (!value_is_constant(p) && f->instructions.data[p.id].op == OP_CALL &&
        f->instructions.data[p.id].count == 2) /* a window: where it was before */
        p = instruction_operand(f, &f->instructions.data[p.id], 1);
    while (!value_is_constant(p) && f->instructions.data[p.id].op == OP_PTRADD) {
        const struct instruction *i = &f->instructions.data[p.id];
        if (!constant_of(m, instruction_operand(f, i, 1), &constant))
            return UINT64_MAX;
        offset += constant;
        p = instruction_operand(f, i, 0);
    }
    return offset;
}

static bool may_be_same_member(uint64_t one, uint64_t other)
{
    return one == other || one == UINT64_MAX || other == UINT64_MAX;
}

/* Something that is run writes a number of that width to such a place of some record: what is
 * read there is not only for callers to get right. */
static bool is_written(const struct marking *m, const struct instruction *load)
{
    uint64_t member = member_of(m, function_of(m), load);
    for (uint32_t n = 0; n < m->program->functions.count; n++) {
        const struct function *f = &m->program->functions.data[n];
        if (!m->flow->reached[n] || !f->has_body || text_starts(f->name, "sooth_"))
            continue;
        for (uint32_t k = 0; k < m->flow->counts[n]; k++) {
            const struct instruction *i = &f->instructions.data[k];
            if (i->op != OP_STORE || i->block == UINT32_MAX ||
                value_is_constant(instruction_operand(f, i, 0)))
                continue;
            struct type t = value_type(m->program, f, instruction_operand(f, i, 1));
            if (t.kind == TYPE_INT && t.width == load->type.width &&
                may_be_same_member(member, member_of(m, f, i)))
                return true;
        }
    }
    return false;
}

/* The function compares by order what is read at the same place of some record: then its own
 * test says what is inside. */
static bool is_weighed(const struct marking *m, const struct instruction *load)
{
    const struct function *f = function_of(m);
    uint64_t member = member_of(m, f, load);
    for (uint32_t k = 0; k < m->known; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->op != OP_ICMP || i->sub == COMPARE_EQ || i->sub == COMPARE_NE)
            continue;
        for (uint32_t n = 0; n < 2; n++) {
            struct value v = without_casts(f, instruction_operand(f, i, n));
            const struct instruction *by =
                value_is_constant(v) ? NULL : &f->instructions.data[v.id];
            if (by && by->op == OP_LOAD && by->type.width == load->type.width &&
                may_be_same_member(member, member_of(m, f, by)))
                return true;
        }
    }
    return false;
}

/* A number of far memory that is an index of a table is inside. */
static void mark_index(struct marking *m, uint32_t id)
{
    const struct function *f = function_of(m);
    const struct instruction *i = &f->instructions.data[id];
    struct table_index x;
    if (!m->plan->far_indexes || !find_step(m, instruction_operand(f, i, 0), &x) ||
        !is_far_number(m, x.index))
        return;
    struct value stored = i->op == OP_STORE ? instruction_operand(f, i, 1) : VALUE_NONE;
    uint64_t table = table_bytes(m, x.base);
    uint64_t bytes =
        type_bytes(i->op == OP_STORE ? value_type(m->program, f, stored) : i->type);
    if (x.offset + bytes > table || x.offset + bytes < bytes)
        return;
    struct value number = without_casts(f, x.index);
    if (is_weighed(m, &f->instructions.data[number.id]) ||
        is_written(m, &f->instructions.data[number.id]))
        return;
    struct type t = value_type(m->program, f, x.index);
    uint64_t last = (table - x.offset - bytes) / x.stride;
    if (t.width < 64 && last >> t.width)
        return;
    struct instruction compare = instruction_make(OP_ICMP, type_int(1));
    compare.sub = COMPARE_ULE;
    uint32_t compared[2] = {x.index.id, constant_int(m->program, t, last).id};
    uint32_t inside = put(m, compare, compared, 2).id;
    put(m, instruction_make(OP_ASSUME, type_void()), &inside, 1);
}

static void mark_instruction(struct marking *m, uint32_t id)
{
    struct function *f = function_of(m);
    struct instruction i = f->instructions.data[id];
    m->place = i.place;
    if (i.op == OP_LOAD || i.op == OP_STORE) {
        mark_index(m, id);
        f = function_of(m);
        if (may_be_far(m, instruction_operand(f, &i, 0)))
            mark_access(m, id);
    } else if (i.op == OP_MEMCPY || i.op == OP_MEMMOVE || i.op == OP_MEMSET) {
        mark_copies(m, id, i);
    } else if (i.op == OP_CHECK && i.sub == CHECK_DIVISION) {
        mark_divisor(m, i);
    } else if (i.op == OP_CALL && frees(m->program, f, &i)) {
        if (may_be_far(m, instruction_operand(f, &i, 1)))
            mark_free(m, id);
    } else if (i.op == OP_CALL && !value_is_constant(instruction_operand(f, &i, 0))) {
        mark_call(m, id);
    }
}

/* Pointers that are chosen among far ones: whatever a loop forgets, they stay far. */
static void mark_choices(struct marking *m)
{
    struct function *f = function_of(m);
    size_t first = 0, count = f->blocks.data[m->block].instructions.count;
    while (first < count &&
           f->instructions.data[f->blocks.data[m->block].instructions.data[first]].op ==
               OP_PHI)
        first++;
    m->at = first;
    for (size_t k = 0; k < first; k++) {
        uint32_t id = function_of(m)->blocks.data[m->block].instructions.data[k];
        if (flow_of(m->flow, m->function, (struct value){id}) != FLOW_FAR)
            continue;
        m->place = function_of(m)->instructions.data[id].place;
        uint32_t same = put_call(m, "sooth_far_same", (struct value){id}, VALUE_NONE).id;
        far_replace(function_of(m), id, same);
    }
}

/* Before anything is changed. */
static void find_far_loads(struct marking *m)
{
    const struct function *f = function_of(m);
    m->far_loads = calloc(m->known + 1, sizeof *m->far_loads);
    for (uint32_t k = 0; k < m->known; k++) {
        const struct instruction *i = &f->instructions.data[k];
        m->far_loads[k] = i->op == OP_LOAD && i->block != UINT32_MAX &&
                          is_only_far(m, instruction_operand(f, i, 0));
    }
}

static void mark_function(struct marking *m)
{
    m->known = (uint32_t)function_of(m)->instructions.count;
    find_far_loads(m);
    for (m->block = 0; m->block < function_of(m)->blocks.count; m->block++) {
        for (m->at = 0; m->at < function_of(m)->blocks.data[m->block].instructions.count;
             m->at++) {
            uint32_t id = function_of(m)->blocks.data[m->block].instructions.data[m->at];
            if (id < m->known)
                mark_instruction(m, id);
        }
    }
    for (m->block = 0; m->block < function_of(m)->blocks.count; m->block++)
        mark_choices(m);
    free(m->far_loads);
}

/* What the harness leads to, but for its own functions. */
static bool *reached_by(const struct program *p, uint32_t harness, struct arena *arena)
{
    struct call_graph calls;
    call_graph_find(p, arena, &calls);
    bool *seen = ARENA_ARRAY(arena, bool, p->functions.count);
    VECTOR(uint32_t) todo = {0};
    VECTOR_PUSH(&todo, harness);
    while (todo.count) {
        uint32_t f = VECTOR_POP(&todo);
        if (seen[f])
            continue;
        seen[f] = true;
        for (uint32_t i = 0; i < calls.callee_count[f]; i++)
            VECTOR_PUSH(&todo, calls.callees[f][i]);
    }
    VECTOR_RELEASE(&todo);
    return seen;
}

static bool is_marked(const struct program *p, const bool *reached, uint32_t f)
{
    return reached[f] && p->functions.data[f].has_body &&
           !text_starts(p->functions.data[f].name, "sooth_");
}

void caller_mark_far(struct caller *c, struct program *p, const struct usage *usage,
                     uint32_t harness)
{
    LAW(harness < p->functions.count);
    if (!c->far)
        return;
    struct arena arena;
    arena_init(&arena);
    const bool *reached = reached_by(p, harness, &arena);
    struct far_marking sources = {c, p, usage, reached, 0};
    VECTOR_CLEAR(&c->far_names);
    for (uint32_t f = 0; f < p->functions.count; f++) {
        sources.function = f;
        if (!is_marked(p, reached, f))
            continue;
        far_mark_printers(c, p, f);
        far_mark_sources(&sources);
    }
    if (c->once) {
        once_apply(c, p, usage, reached, &arena);
        reached = reached_by(p, harness, &arena);
    }
    struct flow flow = {.plan = c, .usage = usage, .program = p, .reached = reached};
    flow_init(&flow, &arena);
    flow_find(&flow);
    struct marking m = {.plan = c, .program = p, .flow = &flow};
    for (m.function = 0; m.function < p->functions.count; m.function++)
        if (is_marked(p, reached, m.function))
            mark_function(&m);
    program_link(p);
    arena_release(&arena);
}
