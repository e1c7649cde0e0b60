/* Functions without body that the function calls: other files of the project. Where not
 * knowing what they do leaves the answer open, they are taken to change nothing, and to
 * return a number, a new object, a new string, or null. The harness defines one function
 * without parameters for each of them, and calls go there. */
#include "caller/far/far.h"
#include "caller/write/write_internal.h"

#include "program/library.h"

#include <stdlib.h>
#include <string.h>

#define STAND_IN "sooth_result_of_"

static const struct ctype *ctype_of(const struct program *p, uint32_t ctype)
{
    return &p->ctypes.data[ctype];
}

static bool is_number(const struct ctype *t)
{
    return t->kind == CTYPE_FLOAT || t->kind == CTYPE_BOOL || t->kind == CTYPE_SIGNED ||
           t->kind == CTYPE_UNSIGNED || t->kind == CTYPE_CHAR || t->kind == CTYPE_ENUM;
}

static bool returns_nothing(const struct function *f)
{
    return !f->result_count;
}

static bool returns_string(const struct program *p, const struct function *f)
{
    const struct ctype *to = ctype_of(p, ctype_of(p, f->ctype_result)->element);
    return to->kind == CTYPE_CHAR && !strcmp(to->name, "char");
}

static bool returns_object(const struct program *p, const struct function *f)
{
    const struct ctype *t = ctype_of(p, f->ctype_result);
    return t->kind == CTYPE_POINTER && t->element && ctype_of(p, t->element)->bytes;
}

static bool is_word(const struct program *p, struct type t)
{
    return t.kind == TYPE_INT && t.width == p->pointer_width;
}

static const char *word_of(const struct function *f, uint32_t parameter)
{
    struct type t = f->params[parameter - 1];
    if (t.kind != TYPE_INT || (t.width != 32 && t.width != 64))
        return NULL;
    return t.width == 32 ? "unsigned int" : "unsigned long long";
}

/* Its attribute says how much memory it returns. */
static bool is_sized(const struct function *f)
{
    if (!f->size_parameter || !word_of(f, f->size_parameter))
        return false;
    return !f->count_parameter || word_of(f, f->count_parameter);
}

/* By its attributes, its name and its parameters. */
static enum extern_memory memory_of(const struct program *p, const struct function *f)
{
    if (f->result_count != 1 || f->results[0].kind != TYPE_POINTER || f->variadic)
        return EXTERN_NO_MEMORY;
    enum extern_memory other = is_sized(f) ? EXTERN_SIZED : EXTERN_NO_MEMORY;
    if (!caller_contains(f->name, "alloc") || caller_contains(f->name, "dealloc"))
        return other;
    bool two = f->param_count == 2 && is_word(p, f->params[1]);
    if (two && f->params[0].kind == TYPE_POINTER && caller_contains(f->name, "realloc"))
        return EXTERN_REALLOC;
    if (two && is_word(p, f->params[0]) && caller_contains(f->name, "calloc"))
        return EXTERN_CALLOC;
    bool array = f->param_count == 3 && f->params[0].kind == TYPE_POINTER &&
                 is_word(p, f->params[1]) && is_word(p, f->params[2]);
    if (array && caller_contains(f->name, "realloc") && caller_contains(f->name, "array"))
        return EXTERN_REALLOCARRAY;
    bool one = f->param_count == 1 && is_word(p, f->params[0]);
    return one ? EXTERN_MALLOC : other;
}

/* It returns a pointer to something of which nothing is known: only far memory will do. */
static bool needs_far(const struct program *p, const struct function *f)
{
    if (returns_nothing(f) || memory_of(p, f))
        return false;
    return !is_number(ctype_of(p, f->ctype_result)) && !returns_object(p, f);
}

static bool returns_pointer(const struct function *f)
{
    return f->result_count == 1 && f->results[0].kind == TYPE_POINTER;
}

/* A pointer to no record and no text: how much there is behind it nothing tells. */
static bool returns_far(const struct caller *c, const struct extern_result *e)
{
    const struct function *f = &c->program->functions.data[e->function];
    if (!c->far || e->memory || !returns_pointer(f))
        return false;
    const struct ctype *t = ctype_of(c->program, f->ctype_result);
    const struct ctype *to = ctype_of(c->program, t->element);
    bool known =
        !e->many && to->bytes && (to->kind == CTYPE_STRUCT || to->kind == CTYPE_UNION);
    return !known && !(to->kind == CTYPE_CHAR && !strcmp(to->name, "char"));
}

/* What it returns can be made. */
static bool can_be_quiet(const struct program *p, const struct function *f)
{
    if (f->has_body || f->builtin != BUILTIN_NONE || f->no_return ||
        library_function(f->name))
        return false;
    if (text_starts(f->name, "sooth_") || text_starts(f->name, "__"))
        return false;
    if (returns_nothing(f) || memory_of(p, f))
        return true;
    if (f->result_count != 1 || !f->ctype_result)
        return false;
    return is_number(ctype_of(p, f->ctype_result)) || returns_pointer(f);
}

static const struct function *callee_of(const struct program *p, const struct function *f,
                                        const struct instruction *i)
{
    if (i->op != OP_CALL || i->block == UINT32_MAX)
        return NULL;
    struct value v = instruction_operand(f, i, 0);
    if (!value_is_constant(v))
        return NULL;
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_FUNCTION ? &p->functions.data[c->index] : NULL;
}

static void mark_called(const struct program *p, uint32_t function, bool *called)
{
    LAW(function < p->functions.count);
    if (called[function])
        return;
    called[function] = true;
    const struct function *f = &p->functions.data[function];
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct function *callee = callee_of(p, f, &f->instructions.data[k]);
        if (callee)
            mark_called(p, (uint32_t)(callee - p->functions.data), called);
    }
}

static bool is_integer(const struct ctype *t)
{
    return t->kind == CTYPE_SIGNED || t->kind == CTYPE_UNSIGNED;
}

static struct extern_result result_of(const struct program *p, uint32_t function)
{
    struct extern_result r = {.function = function,
                              .memory = memory_of(p, &p->functions.data[function]),
                              .needs_far = needs_far(p, &p->functions.data[function]),
                              .never_null = p->functions.data[function].returns_non_null};
    uint32_t ctype = p->functions.data[function].ctype_result;
    bool number =
        !returns_nothing(&p->functions.data[function]) && is_integer(ctype_of(p, ctype));
    r.number = (struct spot){.shape = number ? SPOT_NUMBER : SPOT_NULL,
                             .name = "result",
                             .ctype = ctype,
                             .parent = SPOT_NONE,
                             .use = USE_NONE,
                             .number = USE_NONE,
                             .length = SPOT_NONE,
                             .beside = SPOT_NONE,
                             .below = SPOT_NONE};
    return r;
}

void caller_find_externs(struct caller *p)
{
    bool *called = calloc(p->program->functions.count, sizeof *called);
    mark_called(p->program, p->function, called);
    for (uint32_t i = 0; i < p->program->functions.count; i++)
        if (called[i] && can_be_quiet(p->program, &p->program->functions.data[i]))
            VECTOR_PUSH(&p->externs, result_of(p->program, i));
    free(called);
}

struct extern_result *caller_extern(struct caller *p, const char *stand_in)
{
    for (size_t i = 0; text_starts(stand_in, STAND_IN) && i < p->externs.count; i++) {
        const char *name = p->program->functions.data[p->externs.data[i].function].name;
        if (!strcmp(name, stand_in + strlen(STAND_IN)))
            return &p->externs.data[i];
    }
    return NULL;
}

/* A record whose pointers are far. */
static void put_record(struct writer *w, uint32_t record, const char *head, bool always)
{
    struct pointer_offsets found = {.count = 0};
    const struct ctype *t = ctype_of(w->plan->program, record);
    far_find_pointers(w->plan->program, record, 0, &found);
    LINE(w, "void *%s {\n", head);
    VECTOR_PUSH(&w->plan->results, w->line);
    LINE(w, "    char *made = __builtin_malloc(%llu);\n", (unsigned long long)t->bytes);
    for (uint32_t i = 0; i < found.count; i++)
        LINE(w, "    *(void **)(made + %llu) = sooth_far_or_null();\n",
             (unsigned long long)found.data[i]);
    LINE(w, "    return %s;\n", always ? "made" : "__VERIFIER_nondet_ulong() & 1 ? made : 0");
    LINE(w, "}\n");
}

static void put_object(struct writer *w, const struct ctype *to, const char *head,
                       bool always)
{
    VECTOR_PUSH(&w->plan->results, w->line);
    LINE(w, "void *%s { return %s__builtin_malloc(%llu)%s; }\n", head,
         always ? "" : "__VERIFIER_nondet_ulong() & 1 ? ", (unsigned long long)to->bytes,
         always ? "" : " : 0");
}

void write_number(struct writer *w, const struct spot *number, const struct ctype *t,
                  const char *declaration)
{
    struct text condition = {0}, local = {0};
    if (spot_is_limited(number) &&
        caller_declare(w->plan->program, number->ctype, number->name, &local)) {
        caller_put_condition(w->plan, number, false, &condition);
        LINE(w, "%s { %s = %s; __VERIFIER_assume(%s); return %s; }\n", declaration,
             text_of(&local), write_any(w, t), text_of(&condition), number->name);
    } else {
        LINE(w, "%s { return %s; }\n", declaration, write_any(w, t));
    }
    text_release(&condition);
    text_release(&local);
}

/* It is only given the sizes. */
static void put_sized(struct writer *w, const struct function *f, bool always)
{
    LAW(f->size_parameter);
    bool two = f->count_parameter;
    text_add(w->out, "(%s n", word_of(f, f->size_parameter));
    if (two)
        text_add(w->out, ", %s m", word_of(f, f->count_parameter));
    LINE(w, ") {\n");
    if (two)
        LINE(w, "    if (m && n > ~0ul / m) return 0;\n");
    LINE(w, "    void *made = __builtin_malloc(%s);\n", two ? "(unsigned long)n * m" : "n");
    if (always)
        LINE(w, "    __VERIFIER_assume(made != 0);\n");
    LINE(w, "    return made;\n");
    LINE(w, "}\n");
}

/* What is called calloc clears the memory. */
static void put_allocator(struct writer *w, const struct extern_result *e)
{
    const char *name = w->plan->program->functions.data[e->function].name;
    bool clears = caller_contains(name, "calloc");
    text_add(w->out, "void *" STAND_IN "%s", name);
    switch (e->memory) {
    case EXTERN_NO_MEMORY:
        BUG("no allocator");
    case EXTERN_MALLOC:
        LINE(w, "(unsigned long n) { return %s; }\n",
             clears ? "__builtin_calloc(1, n)" : "__builtin_malloc(n)");
        break;
    case EXTERN_CALLOC:
        LINE(w, "(unsigned long n, unsigned long m) { return __builtin_calloc(n, m); }\n");
        break;
    case EXTERN_SIZED:
        put_sized(w, &w->plan->program->functions.data[e->function], e->never_null);
        break;
    case EXTERN_REALLOC:
        LINE(w, "(void *p, unsigned long n) { return __builtin_realloc(p, n); }\n");
        break;
    case EXTERN_REALLOCARRAY:
        LINE(w,
             "(void *p, unsigned long n, unsigned long m) { return m && n > ~0ul / m ? 0 : "
             "__builtin_realloc(p, n * m); }\n");
        break;
    }
}

static bool is_replaced(const struct caller *c, const struct extern_result *e)
{
    return (c->quiet_externs || e->memory) && (c->far || !e->needs_far);
}

static void put_extern(struct writer *w, struct extern_result *e)
{
    LAW(is_replaced(w->plan, e));
    size_t results = w->plan->results.count;
    const struct program *p = w->plan->program;
    const struct function *f = &p->functions.data[e->function];
    const struct ctype *t = ctype_of(p, f->ctype_result);
    struct text declaration = {0};
    const char *head = arena_format(&w->plan->arena, STAND_IN "%s(void)", f->name);
    if (e->memory)
        put_allocator(w, e);
    else if (returns_nothing(f))
        LINE(w, "void %s {}\n", head);
    else if (returns_far(w->plan, e))
        LINE(w, "void *%s { return %s(); }\n", head,
             e->never_null ? "sooth_far" : "sooth_far_or_null");
    else if (!is_number(t) && returns_string(p, f))
        write_new_string(w, arena_format(&w->plan->arena, "void *%s", head), e->never_null);
    else if (!is_number(t) && w->plan->far)
        put_record(w, t->element, head, e->never_null);
    else if (!is_number(t))
        put_object(w, ctype_of(p, t->element), head, e->never_null);
    else if (caller_declare(p, f->ctype_result, head, &declaration))
        write_number(w, &e->number, t, text_of(&declaration));
    e->line = w->plan->results.count > results ? w->plan->results.data[results] : 0;
    text_release(&declaration);
}

void write_externs(struct writer *w)
{
    for (size_t i = 0; i < w->plan->externs.count; i++)
        if (is_replaced(w->plan, &w->plan->externs.data[i]))
            put_extern(w, &w->plan->externs.data[i]);
}

bool caller_extern_gives_pointer(const struct caller *c, const struct extern_result *e)
{
    return !e->memory && returns_pointer(&c->program->functions.data[e->function]);
}

static uint32_t stand_in(const struct program *p, const struct function *f)
{
    char name[300];
    snprintf(name, sizeof name, STAND_IN "%s", f->name);
    return program_find_function(p, name);
}

static void give_sizes(struct function *f, struct instruction *i,
                       const struct function *callee)
{
    LAW(callee->size_parameter);
    uint32_t *operands = &f->operands.data[i->operand];
    uint32_t size = operands[callee->size_parameter];
    uint32_t count = operands[callee->count_parameter]; /* the function: there is none */
    LAW(callee->size_parameter < i->count && callee->count_parameter < i->count);
    operands[1] = size;
    i->count = 2;
    if (!callee->count_parameter)
        return;
    operands[2] = count;
    i->count = 3;
}

/* Functions that allocate get what they were given, others nothing. */
static bool replace_call(struct program *p, uint32_t function, struct instruction *i)
{
    struct function *f = &p->functions.data[function];
    const struct function *callee = callee_of(p, f, i);
    uint32_t other = callee && !callee->has_body ? stand_in(p, callee) : UINT32_MAX;
    if (other == UINT32_MAX || caller_hands_function(p, function, i))
        return false;
    f->operands.data[i->operand] = constant_function(p, other, 0).id;
    if (memory_of(p, callee) == EXTERN_SIZED)
        give_sizes(f, i, callee);
    if (i->count != 1 + p->functions.data[other].param_count)
        i->count = 1;
    return true;
}

void caller_replace_externs(const struct caller *c, struct program *p)
{
    bool any = caller_mark_handed(c, p);
    for (uint32_t n = 0; c->externs.count && n < p->functions.count; n++) {
        struct function *f = &p->functions.data[n];
        if (text_starts(f->name, "sooth_contract_"))
            continue;
        for (uint32_t k = 0; k < f->instructions.count; k++)
            any |= replace_call(p, n, &f->instructions.data[k]);
    }
    if (any)
        program_link(p);
}

static const char *words_of_result(const struct caller *c, const struct extern_result *e)
{
    const struct function *f = &c->program->functions.data[e->function];
    if (e->memory)
        return "new memory of the size that it is asked for";
    if (returns_far(c, e))
        return e->never_null ? "a pointer to as much memory as is used, with any content,"
                             : "null or a pointer to as much memory as is used, with any "
                               "content,";
    bool string = returns_object(c->program, f) && returns_string(c->program, f);
    if (returns_object(c->program, f) && e->never_null)
        return string ? "a new string" : "a new object";
    if (returns_object(c->program, f))
        return string ? "a new string or null" : "a new object or null";
    if (returns_nothing(f))
        return "nothing";
    return spot_is_limited(&e->number) ? "some number" : "any number";
}

static void tell_range(const struct caller *c, const struct extern_result *e,
                       struct text *out)
{
    text_add(out, "what %s returns: ", c->program->functions.data[e->function].name);
    caller_put_condition((struct caller *)c, &e->number, true, out);
    text_put(out, "\n");
}

void caller_tell_externs(const struct caller *c, struct text *out)
{
    for (size_t i = 0; i < c->externs.count; i++) {
        const struct extern_result *e = &c->externs.data[i];
        if (!is_replaced(c, e))
            continue;
        text_add(
            out, "%s, which has no body, returns %s and changes %s%s\n",
            c->program->functions.data[e->function].name, words_of_result(c, e),
            !e->memory
                ? "only locals, and members but the first, that it is given the address of"
                : "nothing",
            e->memory >= EXTERN_REALLOC ? " else" : "");
        if (spot_is_limited(&e->number))
            tell_range(c, e, out);
    }
}
