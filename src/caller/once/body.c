/* The function `sooth_once`: one of the callees is called, with anything that calls give. */
#include "caller/once/once.h"

#include "base/text.h"

static const struct instruction *param_of(const struct function *f, uint32_t k, uint32_t *id)
{
    for (*id = 0; *id < f->instructions.count; ++*id)
        if (f->instructions.data[*id].op == OP_PARAM && f->instructions.data[*id].extra == k)
            return &f->instructions.data[*id];
    return NULL;
}

/* An object with any content; pointers in it, as the parameter's type has them, are far. */
static struct value put_object(const struct once *o, struct once_place *e, uint32_t callee,
                               uint32_t k, uint64_t room)
{
    struct type word = type_int(o->program->pointer_width),
                pointer = type_pointer(o->program);
    struct pointer_offsets found = {.count = 0};
    struct value none = VALUE_NONE;
    struct value made = once_put_call(e, "sooth_once_object", pointer,
                                      constant_int(o->program, word, room), none);
    uint32_t id;
    const struct instruction *i = param_of(&o->program->functions.data[callee], k, &id);
    if (!i || i->variable == UINT32_MAX)
        return made;
    const struct ctype *t =
        &o->program->ctypes.data[o->program->variables.data[i->variable].ctype];
    if (t->kind == CTYPE_POINTER)
        far_find_pointers(o->program, t->element, 0, &found);
    for (uint32_t n = 0; n < found.count; n++) {
        if (found.data[n] + o->program->pointer_width / 8 > room)
            continue;
        struct value at = once_put(e, OP_PTRADD, pointer, 0, made,
                                   constant_int(o->program, word, found.data[n]));
        once_put_store(e, at, once_put_call(e, "sooth_far_or_null", pointer, none, none));
    }
    return made;
}

static struct value put_any(const struct once *o, struct once_place *e, uint32_t callee,
                            uint32_t k)
{
    const struct function *to = &o->program->functions.data[callee];
    struct type t = to->params[k];
    struct value none = VALUE_NONE;
    if (t.kind == TYPE_POINTER) {
        bool tested = o->functions[callee].params[k].tested;
        return once_put_call(e, tested ? "sooth_far_or_null" : "sooth_far", t, none, none);
    }
    struct value v = once_put_input(e, t, "an argument");
    int rung = o->plan->callees.data[o->functions[callee].number].rung;
    if (t.kind == TYPE_INT && t.width >= 32 && rung)
        once_put(e, OP_ASSUME, type_void(), 0, once_put_in_range(e, t, v, rung), none);
    return v;
}

static struct value choose(struct once_place *e, struct value so_far, struct value other)
{
    return value_is_none(so_far) ? other : once_put_select(e, so_far, other);
}

static struct value put_argument(const struct once *o, struct once_place *e, uint32_t callee,
                                 uint32_t k)
{
    const struct once_param *p = &o->functions[callee].params[k];
    struct value v = VALUE_NONE;
    LAW(p->far || p->local || p->constant_count);
    if (p->far)
        v = put_any(o, e, callee, k);
    if (p->local)
        v = choose(e, v, put_object(o, e, callee, k, p->room));
    for (uint32_t n = 0; n < p->constant_count; n++)
        v = choose(e, v, (struct value){p->constants[n]});
    return v;
}

static void put_end(const struct once *o, uint32_t function, uint32_t block)
{
    function_add(&o->program->functions.data[function], block,
                 instruction_make(OP_RETURN, type_void()), NULL, 0);
}

static void put_call(const struct once *o, struct once_place *e, uint32_t callee)
{
    const struct function *to = &o->program->functions.data[callee];
    struct type t = to->result_count ? to->results[0] : type_void();
    uint32_t operands[1 + ONCE_MOST_PARAMS], count = to->param_count;
    operands[0] = constant_function(o->program, callee, 0).id;
    for (uint32_t k = 0; k < count; k++)
        operands[1 + k] = put_argument(o, e, callee, k).id;
    struct instruction call = instruction_make(OP_CALL, t);
    call.extra = t.kind != TYPE_VOID;
    struct value result = {function_insert(&o->program->functions.data[e->function], e->block,
                                           e->at++, call, operands, 1 + count)};
    int rung = once_result_rung(o, &o->functions[callee], t);
    if (rung)
        once_put_must(e, once_put_in_range(e, t, result, rung), o->functions[callee].number);
    put_end(o, e->function, e->block);
}

/* A branch: to the call, or on; the block where it goes on. */
static uint32_t put_choice(const struct once *o, struct once_place *e, uint32_t callee)
{
    struct program *p = o->program;
    struct instruction branch = instruction_make(OP_BRANCH, type_void());
    uint32_t which = once_put_input(e, type_int(1), "which of them").id;
    branch.target[0] = function_add_block(p, &p->functions.data[e->function], "once");
    branch.target[1] = function_add_block(p, &p->functions.data[e->function], "next");
    function_add(&p->functions.data[e->function], e->block, branch, &which, 1);
    struct once_place inside = {p, e->function, branch.target[0], 0, 0};
    put_call(o, &inside, callee);
    return branch.target[1];
}

static void clear(struct function *f)
{
    for (size_t i = 0; i < f->blocks.data[0].instructions.count; i++)
        f->instructions.data[f->blocks.data[0].instructions.data[i]].block = UINT32_MAX;
    VECTOR_CLEAR(&f->blocks.data[0].instructions);
}

/* Where variables start with their initial values: those that are changed hold anything. */
static void put_globals(const struct once *o, struct once_place *e)
{
    struct type word = type_int(o->program->pointer_width);
    for (uint32_t g = 0; o->plan->initial_globals && g < o->program->globals.count; g++)
        if (o->changed[g])
            once_put_call(e, "sooth_far_fill", type_void(), constant_global(o->program, g, 0),
                          constant_int(o->program, word, o->program->globals.data[g].size));
}

void once_write_body(struct once *o)
{
    uint32_t function = far_function(o->program, "sooth_once");
    LAW(function != UINT32_MAX && o->program->functions.data[function].blocks.count == 1);
    struct once_place e = {.program = o->program, .function = function};
    clear(&o->program->functions.data[function]);
    put_globals(o, &e);
    for (uint32_t f = 0; f < o->program->functions.count; f++) {
        if (!o->functions[f].good)
            continue;
        e.block = put_choice(o, &e, f);
        e.at = 0;
    }
    put_end(o, function, e.block);
}
