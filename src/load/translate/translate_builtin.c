/* Calls of functions whose name carries their meaning: inputs, assumptions, errors, ends of
 * the run, and the mathematical functions that are one instruction. malloc and free stay
 * calls. */
#include "load/translate/translate.h"

#include "base/text.h"

#include <string.h>

bool call_stops(struct translator *t, const struct ir_instruction *call)
{
    uint32_t index = function_index_of(resolve_alias(call->callee));
    if (index == UINT32_MAX)
        return false;
    switch (t->program->functions.data[index].builtin) {
    case BUILTIN_ERROR:
    case BUILTIN_ASSERT_FAIL:
    case BUILTIN_ABORT:
    case BUILTIN_EXIT:
    case BUILTIN_QUIT:
        return true;
    default:
        return false;
    }
}

static void make_input(struct translator *t, const struct ir_instruction *call,
                       const struct function *callee)
{
    const struct shape *shape = shape_of(t, call->value.type);
    uint32_t few[FEW], *ids = room_for(t, few, shape->count);
    bool truth_value = text_ends(callee->name, "_bool") || text_ends(callee->name, "_Bool");
    for (uint32_t i = 0; i < shape->count; i++) {
        struct type type = shape->leaves[i].type;
        struct value v = emit_input(t, type, callee->name);
        if (truth_value && type.kind == TYPE_INT && type.width > 1)
            v = emit_binary(t, OP_AND, type, v, constant_int(t->program, type, 1));
        ids[i] = v.id;
    }
    bind_parts(t, &call->value, ids, shape->count);
}

/* argument 0 != 0 */
static struct value argument_holds(struct translator *t, const struct ir_instruction *call)
{
    if (!call->count)
        return truth(t, false);
    struct value v = value_of(t, call->operands[0]);
    struct type type = type_of(t, v);
    if (type.kind == TYPE_INT && type.width == 1)
        return v;
    if (type.kind == TYPE_POINTER)
        return emit_compare(t, COMPARE_NE, v, constant_null(t->program));
    if (type.kind == TYPE_INT)
        return emit_compare(t, COMPARE_NE, v, constant_int(t->program, type, 0));
    struct instruction made = instruction_make(OP_FCMP, type_int(1));
    made.sub = FCOMPARE_UNE;
    return (struct value){
        emit(t, made, (uint32_t[]){v.id, constant_int(t->program, type, 0).id}, 2)};
}

/* The asserted expression, as the assert macro passes it. */
static const char *asserted_text(struct translator *t, const struct ir_instruction *call)
{
    if (!call->count || call->operands[0]->kind != IR_GLOBAL)
        return NULL;
    const struct ir_value *text = ((const struct ir_global *)call->operands[0])->initializer;
    if (!text || text->kind != IR_DATA || text->type->kind != IR_ARRAY ||
        text->type->parts[0]->bits != 8)
        return NULL;
    const struct ir_data *data = (const struct ir_data *)text;
    return arena_text_range(&t->body_arena, (const char *)data->data, data->bytes);
}

static void make_exit(struct translator *t, const struct ir_instruction *call,
                      enum stop_kind kind)
{
    struct instruction made = instruction_make(OP_STOP, type_void());
    made.sub = (uint8_t)kind;
    struct value status = call->count ? value_of(t, call->operands[0])
                                      : constant_int(t->program, type_int(32), 0);
    emit(t, made, &status.id, 1);
    t->ended = true;
}

/* --- functions that are one instruction --- */

struct math_function {
    const char *name;
    enum op op;
    uint8_t sub, arguments;
};
static const struct math_function math_functions[] = {
    {"sqrt", OP_FMATH, FMATH_SQRT, 1},
    {"fma", OP_FMATH, FMATH_FMA, 3},
    {"fmod", OP_FREM, 0, 2},
    {"remainder", OP_FMATH, FMATH_REMAINDER, 2},
    {"fabs", OP_FMATH, FMATH_FABS, 1},
    {"floor", OP_FMATH, FMATH_FLOOR, 1},
    {"ceil", OP_FMATH, FMATH_CEIL, 1},
    {"trunc", OP_FMATH, FMATH_TRUNC, 1},
    {"rint", OP_FMATH, FMATH_RINT, 1},
    {"nearbyint", OP_FMATH, FMATH_RINT, 1},
    {"round", OP_FMATH, FMATH_ROUND, 1},
    {"roundeven", OP_FMATH, FMATH_ROUNDEVEN, 1},
    {"fmin", OP_FMATH, FMATH_MIN, 2},
    {"fmax", OP_FMATH, FMATH_MAX, 2},
    {"copysign", OP_FMATH, FMATH_COPYSIGN, 2},
};

/* `sqrt`, `sqrtf` or `sqrtl`. */
static bool is_variant(const char *name, const char *base)
{
    size_t n = strlen(base);
    return !strncmp(name, base, n) &&
           (!name[n] || ((name[n] == 'f' || name[n] == 'l') && !name[n + 1]));
}

static bool make_math(struct translator *t, const struct ir_instruction *call,
                      const struct function *callee)
{
    if (callee->result_count != 1 || callee->results[0].kind != TYPE_FLOAT)
        return false;
    for (size_t i = 0; i < sizeof math_functions / sizeof *math_functions; i++) {
        const struct math_function *m = &math_functions[i];
        if (!is_variant(callee->name, m->name) || call->count != m->arguments)
            continue;
        struct instruction made = instruction_make(m->op, callee->results[0]);
        made.sub = m->sub;
        uint32_t operands[3];
        for (unsigned k = 0; k < m->arguments; k++) {
            struct value v = value_of(t, call->operands[k]);
            if (!type_same(type_of(t, v), made.type))
                return false;
            operands[k] = v.id;
        }
        bind(t, &call->value, (struct value){emit(t, made, operands, m->arguments)});
        return true;
    }
    return false;
}

/* --- functions that leave our meaning --- */

static const char *unsupported_function(const char *name)
{
    static const char *const table[][2] = {
        {"longjmp", "longjmp"},
        {"_longjmp", "longjmp"},
        {"siglongjmp", "longjmp"},
        {"__longjmp_chk", "longjmp"},
        {"pthread_create", "threads"},
        {"thrd_create", "threads"},
        {"fork", "processes"},
        {"vfork", "processes"},
        {"signal", "signal handlers"},
        {"sigaction", "signal handlers"},
        {"atexit", "functions run at exit"},
        {"on_exit", "functions run at exit"},
        {"dlopen", "dynamic loading"},
        {"makecontext", "contexts"},
        {"swapcontext", "contexts"},
        {"setcontext", "contexts"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (text_same(name, table[i][0]))
            return table[i][1];
    return NULL;
}

static bool is_setjmp(const char *name)
{
    return text_same(name, "setjmp") || text_same(name, "_setjmp") ||
           text_same(name, "sigsetjmp") || text_same(name, "__sigsetjmp");
}

/* alloca called as a function: memory that lives until the caller returns. */
static bool make_alloca(struct translator *t, const struct ir_instruction *call,
                        const struct function *callee)
{
    if (strcmp(callee->name, "alloca") && strcmp(callee->name, "__builtin_alloca"))
        return false;
    if (callee->param_count != 1 || callee->result_count != 1)
        return false;
    struct value size = emit_resize(t, value_of(t, call->operands[0]), word_type(t), OP_ZEXT);
    struct instruction made = instruction_make(OP_ALLOCA, type_pointer(t->program));
    made.extra = 16;
    bind(t, &call->value, (struct value){emit(t, made, &size.id, 1)});
    return true;
}

/* setjmp's first return gives 0; the second never comes, as reaching longjmp is unsupported.
 */
static bool translate_known(struct translator *t, const struct ir_instruction *call,
                            const struct function *callee)
{
    struct type type = callee->result_count ? callee->results[0] : type_void();
    if (is_setjmp(callee->name) && type.kind == TYPE_INT) {
        bind(t, &call->value, constant_int(t->program, type, 0));
        return true;
    }
    if (make_alloca(t, call, callee))
        return true;
    const char *what = unsupported_function(callee->name);
    if (!what)
        return make_math(t, call, callee);
    struct value v = emit_unsupported(t, type, "%s", what);
    if (callee->result_count)
        bind(t, &call->value, v);
    return true;
}

bool translate_builtin(struct translator *t, const struct ir_instruction *call,
                       const struct function *callee)
{
    const char *text;
    switch ((enum builtin)callee->builtin) {
    case BUILTIN_INPUT:
        make_input(t, call, callee);
        return true;
    case BUILTIN_ASSUME:
        emit_assume(t, argument_holds(t, call));
        return true;
    case BUILTIN_ASSERT:
        emit_check(t, CHECK_ASSERTION, argument_holds(t, call), callee->name);
        return true;
    case BUILTIN_ERROR:
        emit_check(t, CHECK_ASSERTION, truth(t, false), callee->name);
        emit_stop(t, STOP_ERROR);
        return true;
    case BUILTIN_ASSERT_FAIL:
        text = asserted_text(t, call);
        emit_check(t, CHECK_ASSERTION, truth(t, false), text ? text : callee->name);
        emit_stop(t, STOP_ABORT);
        return true;
    case BUILTIN_ABORT:
        emit_stop(t, STOP_ABORT);
        return true;
    case BUILTIN_EXIT:
        make_exit(t, call, STOP_EXIT);
        return true;
    case BUILTIN_QUIT:
        make_exit(t, call, STOP_QUIT);
        return true;
    case BUILTIN_NONE:
        return !callee->has_body && translate_known(t, call, callee);
    case BUILTIN_MALLOC:
    case BUILTIN_FREE:
    case BUILTIN_OBJECT_SIZE:
    case BUILTIN_OBJECT_OFFSET:
    case BUILTIN_IS_HEAP:
    case BUILTIN_PUTCHAR:
    case BUILTIN_COUNT:
        break;
    }
    return false;
}
