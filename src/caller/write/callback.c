/* Functions that stand for those behind pointers of callers. Nothing is known of one that is
 * only declared. One that changes nothing gets a body: any number, new memory of the size
 * that it is asked for, or an object that may be missing; so does one whose name says that it
 * frees. */
#include "caller/write/write_internal.h"

#include <string.h>

static const struct ctype *ctype_of(const struct caller *p, uint32_t ctype)
{
    LAW(ctype < p->program->ctypes.count);
    return &p->program->ctypes.data[ctype];
}

static bool is_number(const struct ctype *t)
{
    return t->kind == CTYPE_FLOAT || t->kind == CTYPE_BOOL || t->kind == CTYPE_SIGNED ||
           t->kind == CTYPE_UNSIGNED || t->kind == CTYPE_CHAR || t->kind == CTYPE_ENUM;
}

static bool is_size(const struct caller *p, const struct ctype *t)
{
    return t->kind == CTYPE_UNSIGNED && t->bytes * 8 == p->program->pointer_width;
}

/* `free_func(p)`, unless it was found that this cannot be assumed. */
static bool frees(const struct caller *p, const struct spot *s, const struct ctype *t)
{
    if (p->keeping_callbacks || t->member_count != 1 || !t->members[0].ctype)
        return false;
    return ctype_of(p, t->members[0].ctype)->kind == CTYPE_POINTER &&
           caller_contains(caller_last_name(s->name), "free");
}

enum callback_kind caller_callback_kind(const struct caller *p, const struct spot *s)
{
    LAW(s->shape == SPOT_FUNCTION);
    const struct ctype *t = ctype_of(p, ctype_of(p, s->ctype)->element);
    const struct ctype *result = ctype_of(p, t->element);
    bool nothing = !t->element || result->kind == CTYPE_VOID;
    if (nothing && frees(p, s, t))
        return CALLBACK_FREES;
    if (nothing)
        return CALLBACK_NOTHING;
    if (is_number(result))
        return CALLBACK_NUMBER;
    if (result->kind != CTYPE_POINTER)
        return CALLBACK_OTHER;
    const struct ctype *to = ctype_of(p, result->element);
    bool untyped = !result->element || to->kind == CTYPE_VOID;
    for (uint32_t i = 0; untyped && i < t->member_count; i++)
        if (t->members[i].ctype && is_size(p, ctype_of(p, t->members[i].ctype)))
            return CALLBACK_ALLOCATES;
    if (to->kind == CTYPE_CHAR && !strcmp(to->name, "char"))
        return CALLBACK_STRING;
    if (to->kind == CTYPE_FUNCTION)
        return CALLBACK_OTHER;
    return untyped || to->bytes ? CALLBACK_OBJECT : CALLBACK_OTHER;
}

static bool is_integer(const struct ctype *t)
{
    return t->kind == CTYPE_SIGNED || t->kind == CTYPE_UNSIGNED || t->kind == CTYPE_CHAR ||
           t->kind == CTYPE_ENUM;
}

static const struct spot *spot_of_use(const struct caller *p, uint32_t use)
{
    for (size_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].use == use && use != USE_NONE)
            return &p->spots.data[i];
    return NULL;
}

/* A pointer of callers that was handed on or found in their memory, and leads to something
 * of which nothing is known. */
static bool is_thing(const struct caller *p, uint64_t function, struct value v)
{
    uint64_t use;
    if (value_is_constant(v) || !map_get(&p->usage.use_of, function << 32 | v.id, &use))
        return false;
    const struct spot *s = spot_of_use(p, (uint32_t)use);
    if (!s)
        return true;
    uint32_t element = ctype_of(p, s->ctype)->element;
    return s->shape != SPOT_COUNTED && (!element || !ctype_of(p, element)->bytes);
}

/* What the function, or what it calls, hands to the function of callers there are such things
 * alone, never memory for bytes. */
static bool only_gets_things(const struct caller *p, const struct spot *s, uint32_t parameter)
{
    LAW(s->shape == SPOT_FUNCTION);
    bool any = false;
    for (uint32_t f = 0; f < p->program->functions.count; f++)
        for (uint32_t k = 0; k < p->program->functions.data[f].instructions.count; k++) {
            const struct function *in = &p->program->functions.data[f];
            const struct instruction *i = &in->instructions.data[k];
            uint64_t use;
            if (i->op != OP_CALL || i->block == UINT32_MAX || parameter + 1 >= i->count)
                continue;
            struct value callee = instruction_operand(in, i, 0);
            if (value_is_constant(callee) ||
                !map_get(&p->usage.use_of, (uint64_t)f << 32 | callee.id, &use) ||
                use != s->use)
                continue;
            if (!is_thing(p, f, instruction_operand(in, i, parameter + 1)))
                return false;
            any = true;
        }
    return any;
}

enum callback_effect caller_callback_effect(const struct caller *p, const struct spot *s,
                                            uint32_t parameter)
{
    LAW(s->shape == SPOT_FUNCTION);
    const struct ctype *t = ctype_of(p, ctype_of(p, s->ctype)->element);
    LAW(parameter < t->member_count);
    const struct cmember *m = &t->members[parameter];
    const struct ctype *pointer = ctype_of(p, m->ctype), *to = ctype_of(p, pointer->element);
    if (!m->ctype || pointer->kind != CTYPE_POINTER || m->reads)
        return EFFECT_NONE;
    bool bytes =
        !pointer->element || to->kind == CTYPE_VOID || (is_integer(to) && to->bytes == 1);
    if (!bytes)
        return is_integer(to) ? EFFECT_SETS : EFFECT_NONE;
    if (!is_integer(to) && (p->shy_callbacks || only_gets_things(p, s, parameter)))
        return EFFECT_NONE;
    if (parameter + 1 >= t->member_count || !t->members[parameter + 1].ctype)
        return EFFECT_NONE;
    const struct ctype *next = ctype_of(p, t->members[parameter + 1].ctype);
    return is_integer(next) && next->bytes > 1 ? EFFECT_FILLS : EFFECT_NONE;
}

bool caller_callback_writes(const struct caller *p, const struct spot *s)
{
    const struct ctype *t = ctype_of(p, ctype_of(p, s->ctype)->element);
    enum callback_kind kind = caller_callback_kind(p, s);
    for (uint32_t i = 0;
         i < t->member_count && (kind == CALLBACK_NOTHING || kind == CALLBACK_NUMBER); i++)
        if (caller_callback_effect(p, s, i) != EFFECT_NONE)
            return true;
    return false;
}

static bool is_size_parameter(const struct writer *w, const struct cmember *m)
{
    return m->ctype && is_size(w->plan, ctype_of(w->plan, m->ctype));
}

/* As many bytes as the product of all sizes; what is called calloc clears them. */
static void put_allocator(struct writer *w, const struct spot *s, const struct ctype *t,
                          const char *declaration)
{
    bool clears = caller_contains(caller_last_name(s->name), "calloc");
    const char *bytes = NULL;
    LINE(w, "static %s {\n", declaration);
    for (uint32_t i = 0; i < t->member_count; i++) {
        if (!is_size_parameter(w, &t->members[i]))
            continue;
        const char *size = arena_format(&w->plan->arena, "parameter_%u", i + 1);
        if (bytes)
            LINE(w, "    if (%s && %s > ~0ul / %s) return 0;\n", bytes, size, bytes);
        if (bytes)
            LINE(w, "    %s *= %s;\n", bytes, size);
        if (!bytes)
            bytes = size;
    }
    LINE(w,
         clears ? "    void *made = __builtin_calloc(1, %s);\n"
                : "    void *made = __builtin_malloc(%s);\n",
         bytes);
    if (s->sure_result)
        LINE(w, "    __VERIFIER_assume(made != 0);\n");
    LINE(w, "    return made;\n");
    LINE(w, "}\n");
}

void write_new_string(struct writer *w, const char *declaration, bool always)
{
    LINE(w, "%s {\n", declaration);
    LINE(w, "    unsigned long size = __VERIFIER_nondet_ulong();\n");
    LINE(w, "    __VERIFIER_assume(1 <= size && size <= %llu);\n",
         (unsigned long long)CALLER_MOST_BYTES);
    VECTOR_PUSH(&w->plan->results, w->line);
    LINE(w, "    char *text = __builtin_malloc(size);\n");
    LINE(w, "    text[size - 1] = 0;\n");
    LINE(w, "    return %s;\n", always ? "text" : "__VERIFIER_nondet_ulong() & 1 ? text : 0");
    LINE(w, "}\n");
}

static void put_object(struct writer *w, const struct ctype *result, const char *declaration,
                       bool always)
{
    LAW(result->kind == CTYPE_POINTER);
    uint64_t bytes = ctype_of(w->plan, result->element)->bytes;
    VECTOR_PUSH(&w->plan->results, w->line);
    LINE(w, "static %s { return %s__builtin_malloc(%llu)%s; }\n", declaration,
         always ? "" : "__VERIFIER_nondet_ulong() & 1 ? ",
         (unsigned long long)(bytes ? bytes : 1), always ? "" : " : 0");
}

/* Any bytes come from memory that was never written. */
static void put_effects(struct writer *w, const struct spot *s, const struct ctype *t)
{
    LAW(s->shape == SPOT_FUNCTION);
    for (uint32_t i = 0; i < t->member_count; i++)
        switch (caller_callback_effect(w->plan, s, i)) {
        case EFFECT_NONE:
            break;
        case EFFECT_FILLS:
            LINE(w, "    if (parameter_%u && parameter_%u > 0) {\n", i + 1, i + 2);
            LINE(w, "        void *any = __builtin_malloc(parameter_%u);\n", i + 2);
            LINE(w, "        __builtin_memcpy((void *)parameter_%u, any, parameter_%u);\n",
                 i + 1, i + 2);
            LINE(w, "        __builtin_free(any);\n");
            LINE(w, "    }\n");
            break;
        case EFFECT_SETS:
            LINE(w, "    if (parameter_%u) *parameter_%u = __VERIFIER_nondet_ulonglong();\n",
                 i + 1, i + 1);
            break;
        }
}

const struct spot *caller_returned(const struct caller *p, const struct spot *function)
{
    LAW(function->shape == SPOT_FUNCTION);
    for (size_t i = 0; i < p->returned.count; i++)
        if (&p->spots.data[p->returned.data[i].spot] == function)
            return &p->returned.data[i].number;
    return NULL;
}

static void put_number(struct writer *w, const struct spot *s, const struct ctype *result,
                       const char *declaration)
{
    const struct spot *number = caller_returned(w->plan, s);
    if (number)
        write_number(w, number, result,
                     arena_format(&w->plan->arena, "static %s", declaration));
    else
        LINE(w, "static %s { return %s; }\n", declaration, write_any(w, result));
}

static void put_writing(struct writer *w, const struct spot *s, const char *declaration)
{
    const struct ctype *t = ctype_of(w->plan, ctype_of(w->plan, s->ctype)->element);
    LINE(w, "static %s {\n", declaration);
    put_effects(w, s, t);
    const struct spot *number = caller_returned(w->plan, s);
    struct text local = {0}, condition = {0};
    if (number && caller_declare(w->plan->program, number->ctype, number->name, &local)) {
        caller_put_condition(w->plan, number, false, &condition);
        LINE(w, "    %s = %s;\n", text_of(&local),
             write_any(w, ctype_of(w->plan, t->element)));
        LINE(w, "    __VERIFIER_assume(%s);\n", text_of(&condition));
        LINE(w, "    return %s;\n", number->name);
    } else if (caller_callback_kind(w->plan, s) == CALLBACK_NUMBER) {
        LINE(w, "    return %s;\n", write_any(w, ctype_of(w->plan, t->element)));
    }
    LINE(w, "}\n");
    text_release(&local);
    text_release(&condition);
}

static void put_quiet(struct writer *w, const struct spot *s, const char *declaration)
{
    const struct ctype *t = ctype_of(w->plan, ctype_of(w->plan, s->ctype)->element);
    const struct ctype *result = ctype_of(w->plan, t->element);
    if (caller_callback_writes(w->plan, s)) {
        put_writing(w, s, declaration);
        return;
    }
    switch (caller_callback_kind(w->plan, s)) {
    case CALLBACK_NOTHING:
        LINE(w, "static %s {}\n", declaration);
        break;
    case CALLBACK_FREES:
        LINE(w, "static %s { __builtin_free((void *)parameter_1); }\n", declaration);
        break;
    case CALLBACK_NUMBER:
        put_number(w, s, result, declaration);
        break;
    case CALLBACK_ALLOCATES:
        put_allocator(w, s, t, declaration);
        break;
    case CALLBACK_STRING:
        write_new_string(w, arena_format(&w->plan->arena, "static %s", declaration),
                         s->sure_result);
        break;
    case CALLBACK_OBJECT:
        put_object(w, result, declaration, s->sure_result);
        break;
    case CALLBACK_OTHER:
        LINE(w, "extern %s;\n", declaration);
        break;
    }
}

void write_callbacks(struct writer *w)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const struct spot *s = &w->plan->spots.data[i];
        if (s->shape != SPOT_FUNCTION)
            continue;
        struct text declaration = {0};
        const char *name =
            arena_format(&w->plan->arena, "sooth_callback_%s", write_stem(w, s));
        if (!caller_declare(w->plan->program, ctype_of(w->plan, s->ctype)->element, name,
                            &declaration))
            LINE(w, "extern void %s(void);\n", name);
        else if (w->plan->quiet_callbacks ||
                 caller_callback_kind(w->plan, s) == CALLBACK_FREES)
            put_quiet(w, s, text_of(&declaration));
        else
            LINE(w, "extern %s;\n", text_of(&declaration));
        text_release(&declaration);
    }
}
