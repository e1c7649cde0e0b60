/* A plan as C text. Numbers come first, then memory, then what is assumed of both, then pointers that may be
 * null, then the call. */
#include "caller/caller.h"
#include "caller/caller_internal.h"

#include <string.h>

/* --- C types --- */

static bool declare_function(const struct program *p, const struct ctype *t, const char *name,
                             struct text *out)
{
    struct text inner = {0};
    text_add(&inner, "%s(", name);
    bool good = true;
    for (uint32_t i = 0; good && i < t->member_count; i++) {
        if (i) text_put(&inner, ", ");
        if (!t->members[i].ctype && i + 1 == t->member_count && i)
            text_put(&inner, "...");
        else
            good = caller_declare(p, t->members[i].ctype, "", &inner);
    }
    text_put(&inner, t->member_count ? ")" : "void)");
    good = good && caller_declare(p, t->element, text_of(&inner), out);
    text_release(&inner);
    return good;
}

static bool is_unnamed(const struct ctype *t)
{
    return !*t->name || !strcmp(t->name, "struct") || !strcmp(t->name, "union");
}

bool caller_declare(const struct program *p, uint32_t ctype, const char *name, struct text *out)
{
    const struct ctype *t = &p->ctypes.data[ctype];
    char around[300];
    if (!ctype || t->kind == CTYPE_VOID) return text_add(out, "void %s", name), true;
    switch (t->kind) {
    case CTYPE_POINTER: {
        uint8_t to = p->ctypes.data[t->element].kind;
        bool wrap = t->element && (to == CTYPE_FUNCTION || to == CTYPE_ARRAY);
        snprintf(around, sizeof around, wrap ? "(*%s)" : "*%s", name);
        return caller_declare(p, t->element, around, out);
    }
    case CTYPE_ARRAY:
        snprintf(around, sizeof around, "%s[%llu]", name, (unsigned long long)t->count);
        return caller_declare(p, t->element, around, out);
    case CTYPE_FUNCTION:
        return declare_function(p, t, name, out);
    case CTYPE_ENUM:
        text_add(out, "%s %s", is_unnamed(t) || !strcmp(t->name, "enum") ? "int" : t->name, name);
        return true;
    case CTYPE_STRUCT:
    case CTYPE_UNION:
        if (is_unnamed(t)) return false;
        text_add(out, "%s %s", t->name, name);
        return true;
    case CTYPE_OTHER:
        return false;
    default:
        text_add(out, "%s %s", t->name, name);
        return true;
    }
}

/* --- pieces --- */

struct writer {
    struct caller *plan;
    struct text *out;
    uint32_t line;
    bool inside; /* of the function: lines are indented */
};

#define LINE(w, ...) (text_add((w)->out, __VA_ARGS__), (void)(w)->line++)

static const struct ctype *ctype_of(const struct writer *w, uint32_t ctype)
{
    return &w->plan->program->ctypes.data[ctype];
}

/* "p->buf" as the stem of a variable's name. */
static const char *stem_of(struct writer *w, const struct spot *s)
{
    char *name = arena_text(&w->plan->arena, s->name);
    char *to = name;
    for (char *from = name; *from; from++) {
        if (*from == '*' || *from == '(' || *from == ')' || *from == '>') continue;
        *to++ = *from == '-' || *from == '.' ? '_' : *from;
    }
    *to = 0;
    return name;
}

const char *caller_size_name(struct caller *p, const struct spot *s)
{
    struct writer w = {.plan = p};
    return arena_format(&p->arena, "%s_size", stem_of(&w, s));
}

const char *caller_room_name(struct caller *p, const struct spot *s)
{
    struct writer w = {.plan = p};
    return arena_format(&p->arena, "sooth_room_%s", stem_of(&w, s));
}

static const char *any_of(const struct writer *w, const struct ctype *t)
{
    if (t->kind == CTYPE_FLOAT) {
        if (t->bytes == 4) return "__VERIFIER_nondet_float()";
        return "__VERIFIER_nondet_double()";
    }
    if (t->kind == CTYPE_BOOL) return "__VERIFIER_nondet_ulong() & 1";
    if (t->bytes * 8 > w->plan->program->pointer_width) return "__VERIFIER_nondet_ulonglong()";
    return "__VERIFIER_nondet_ulong()";
}

static void put_declaration(struct writer *w, const struct spot *s)
{
    struct text type = {0};
    if (s->parent != SPOT_NONE)
        text_add(w->out, "    *(void **)&%s", s->name); /* it may be const */
    else if (caller_declare(w->plan->program, s->ctype, s->name, &type))
        text_add(w->out, "    %s", text_of(&type));
    else
        text_add(w->out, "    void *%s", s->name);
    text_release(&type);
}

static void put_number(struct writer *w, const struct spot *s)
{
    if (s->parent != SPOT_NONE) return; /* what is in memory that was just made is any value */
    put_declaration(w, s);
    LINE(w, " = %s;\n", any_of(w, ctype_of(w, s->ctype)));
}

static void put_record(struct writer *w, const struct spot *s)
{
    if (s->parent != SPOT_NONE) return;
    put_declaration(w, s);
    LINE(w, ";\n");
}

static void put_size(struct writer *w, const struct spot *s, uint64_t least)
{
    const char *size = caller_size_name(w->plan, s);
    LINE(w, "    unsigned long %s = __VERIFIER_nondet_ulong();\n", size);
    LINE(w, "    __VERIFIER_assume(%llu <= %s && %s <= %llu);\n", (unsigned long long)least, size, size,
         (unsigned long long)(CALLER_MOST_BYTES / caller_element_bytes(w->plan, s)));
}

static void put_allocation(struct writer *w, struct spot *s, const char *count)
{
    uint64_t bytes = caller_element_bytes(w->plan, s);
    put_declaration(w, s);
    s->line = w->line;
    if (bytes == 1)
        LINE(w, " = __builtin_malloc(%s);\n", count);
    else
        LINE(w, " = __builtin_malloc(%s * %lluul);\n", count, (unsigned long long)bytes);
}

static void put_expression(struct writer *w, struct spot *s)
{
    const char *size = caller_size_name(w->plan, s);
    LINE(w, "    unsigned long %s = (%s);\n", size, s->expression);
    LINE(w, "    __VERIFIER_assume(%s <= %llu);\n", size,
         (unsigned long long)(CALLER_MOST_BYTES / caller_element_bytes(w->plan, s)));
    put_allocation(w, s, size);
}

static void put_counted(struct writer *w, struct spot *s)
{
    if (s->expression) {
        put_expression(w, s);
        return;
    }
    const struct spot *n = &w->plan->spots.data[s->length];
    const struct ctype *t = ctype_of(w, n->ctype);
    LINE(w, "    __VERIFIER_assume(%s%s%s <= %llu);\n", t->kind == CTYPE_SIGNED ? "0 <= " : "",
         t->kind == CTYPE_SIGNED ? arena_format(&w->plan->arena, "%s && ", n->name) : "", n->name,
         (unsigned long long)(CALLER_MOST_BYTES / caller_element_bytes(w->plan, s)));
    put_allocation(w, s, n->name);
}

static void put_node(struct writer *w, struct spot *s, const char *indent, const char *name, const char *next)
{
    const struct ctype *node = ctype_of(w, ctype_of(w, s->ctype)->element);
    for (uint32_t i = 0; i < node->member_count; i++) {
        const struct cmember *m = &node->members[i];
        if (ctype_of(w, m->ctype)->kind != CTYPE_POINTER || !*m->name || !strcmp(m->name, s->member)) continue;
        LINE(w, "%s%s->%s = 0;\n", indent, name, m->name);
    }
    LINE(w, "%s%s->%s = %s;\n", indent, name, s->member, next);
}

/* Where the pointer may be null the list may be empty. */
static void put_list(struct writer *w, struct spot *s)
{
    const char *list = arena_format(&w->plan->arena, "%s_list", stem_of(w, s));
    const struct ctype *node = ctype_of(w, ctype_of(w, s->ctype)->element);
    unsigned long long bytes = node->bytes;
    if (s->may_be_null) {
        LINE(w, "    %s *%s = 0;\n", node->name, list);
    } else {
        LINE(w, "    %s *%s = __builtin_malloc(%llu);\n", node->name, list, bytes);
        put_node(w, s, "    ", list, "0");
    }
    LINE(w, "    while (__VERIFIER_nondet_ulong() & 1) {\n");
    s->line = w->line;
    LINE(w, "        %s *node = __builtin_malloc(%llu);\n", node->name, bytes);
    put_node(w, s, "        ", "node", list);
    LINE(w, "        %s = node;\n", list);
    LINE(w, "    }\n");
    put_declaration(w, s);
    LINE(w, " = %s;\n", list);
}

static const char *count_of(struct writer *w, const struct spot *s)
{
    if (s->shape == SPOT_COUNTED && !s->expression) return w->plan->spots.data[s->length].name;
    return caller_size_name(w->plan, s);
}

static void put_spot(struct writer *w, struct spot *s)
{
    char count[24];
    switch (s->shape) {
    case SPOT_NUMBER:
    case SPOT_FLOAT:
        put_number(w, s);
        break;
    case SPOT_RECORD:
        put_record(w, s);
        break;
    case SPOT_ONE:
        put_allocation(w, s, "1");
        break;
    case SPOT_ARRAY:
        snprintf(count, sizeof count, "%llu", (unsigned long long)s->count);
        put_allocation(w, s, count);
        break;
    case SPOT_COUNTED:
        put_counted(w, s);
        break;
    case SPOT_SPAN:
        put_size(w, s, 0);
        put_allocation(w, s, caller_size_name(w->plan, s));
        break;
    case SPOT_ROOM:
        put_size(w, s, 0);
        put_allocation(w, s, caller_size_name(w->plan, s));
        LINE(w, "    %s = %s;\n", caller_room_name(w->plan, s), s->name);
        LINE(w, "    __VERIFIER_assume(__sooth_object_offset(%s) <= __sooth_object_size(%s));\n", s->name, s->name);
        break;
    case SPOT_STRING:
        put_size(w, s, 1);
        put_allocation(w, s, caller_size_name(w->plan, s));
        LINE(w, "    ((char *)%s)[%s - 1] = 0;\n", s->name, caller_size_name(w->plan, s));
        break;
    case SPOT_END: {
        struct spot *begin = &w->plan->spots.data[s->length];
        put_declaration(w, s);
        LINE(w, " = (void *)(%s + %s);\n", begin->name, count_of(w, begin));
        break;
    }
    case SPOT_INSIDE: {
        struct spot *begin = &w->plan->spots.data[s->length];
        const char *at = arena_format(&w->plan->arena, "%s_at", stem_of(w, s));
        LINE(w, "    unsigned long %s = __VERIFIER_nondet_ulong();\n", at);
        LINE(w, "    __VERIFIER_assume(%s <= %s);\n", at, count_of(w, begin));
        put_declaration(w, s);
        LINE(w, " = (void *)(%s + %s);\n", begin->name, at);
        break;
    }
    case SPOT_LIST:
        put_list(w, s);
        break;
    case SPOT_FUNCTION:
        put_declaration(w, s);
        LINE(w, " = (void *)sooth_callback_%s;\n", stem_of(w, s));
        break;
    case SPOT_NULL:
        put_declaration(w, s);
        LINE(w, " = 0;\n");
        break;
    }
}

/* --- what is assumed of numbers --- */

static void put_wide(struct text *out, __int128 v)
{
    if (v < 0 && v == (__int128)INT64_MIN)
        text_add(out, "(-0x7fffffffffffffff - 1)");
    else if (v < 0)
        text_add(out, "%lld", (long long)v);
    else
        text_add(out, "%llu", (unsigned long long)v);
}

void caller_put_condition(struct caller *p, const struct spot *s, bool words, struct text *out)
{
    const char *and = words ? ", " : " && ", *before = "";
    if (s->has_range) {
        const char *name = s->name;
        put_wide(out, s->least);
        text_add(out, " <= %s%s%s <= ", name, words ? "" : " && ", words ? "" : name);
        put_wide(out, s->most);
        before = and;
    }
    if (s->not_zero) {
        text_add(out, words ? "%s%s is not 0" : "%s%s != 0", before, s->name);
        before = and;
    }
    if (s->below == SPOT_NONE) return;
    const struct spot *limit = &p->spots.data[s->below];
    const char *size = limit->shape == SPOT_NUMBER ? limit->name : caller_size_name(p, limit);
    if (words && limit->shape != SPOT_NUMBER) size = arena_format(&p->arena, "the size of %s", limit->name);
    bool is_signed = p->program->ctypes.data[s->ctype].kind == CTYPE_SIGNED;
    text_put(out, before);
    if (words)
        text_add(out, "%s%s %s %s", is_signed ? "0 <= " : "", s->name, s->or_equal ? "<=" : "<", size);
    else
        text_add(out, "%s%s%s(unsigned long)%s %s (unsigned long)%s", is_signed ? "0 <= " : "",
                 is_signed ? s->name : "", is_signed ? " && " : "", s->name, s->or_equal ? "<=" : "<", size);
}

static void put_conditions(struct writer *w)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const struct spot *s = &w->plan->spots.data[i];
        if (!s->has_range && !s->not_zero && s->below == SPOT_NONE) continue;
        text_put(w->out, "    __VERIFIER_assume(");
        caller_put_condition(w->plan, s, false, w->out);
        LINE(w, ");\n");
    }
    for (size_t i = 0; i < w->plan->extra.count; i++)
        LINE(w, "    __VERIFIER_assume(!!(%s));\n", w->plan->extra.data[i]);
}

/* --- the whole --- */

/* One that changes nothing gets a body where its result is a number. */
static void put_callback(struct writer *w, uint32_t ctype, const char *declaration)
{
    const struct ctype *result = ctype_of(w, ctype_of(w, ctype)->element);
    bool nothing = !ctype_of(w, ctype)->element || result->kind == CTYPE_VOID;
    if (w->plan->quiet_callbacks && nothing)
        LINE(w, "static %s {}\n", declaration);
    else if (w->plan->quiet_callbacks && (result->kind == CTYPE_FLOAT || result->kind == CTYPE_BOOL ||
                                          result->kind == CTYPE_SIGNED || result->kind == CTYPE_UNSIGNED ||
                                          result->kind == CTYPE_CHAR || result->kind == CTYPE_ENUM))
        LINE(w, "static %s { return %s; }\n", declaration, any_of(w, result));
    else
        LINE(w, "extern %s;\n", declaration);
}

static void put_callbacks(struct writer *w)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const struct spot *s = &w->plan->spots.data[i];
        if (s->shape != SPOT_FUNCTION) continue;
        struct text declaration = {0};
        const char *name = arena_format(&w->plan->arena, "sooth_callback_%s", stem_of(w, s));
        if (caller_declare(w->plan->program, ctype_of(w, s->ctype)->element, name, &declaration))
            put_callback(w, ctype_of(w, s->ctype)->element, text_of(&declaration));
        else
            LINE(w, "extern void %s(void);\n", name);
        text_release(&declaration);
    }
}

static void put_rooms(struct writer *w)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const struct spot *s = &w->plan->spots.data[i];
        if (s->shape != SPOT_ROOM) continue;
        LINE(w, "static const void *%s; /* accesses outside this buffer are assumed away */\n",
             caller_room_name(w->plan, s));
    }
}

static void put_nulls(struct writer *w)
{
    for (size_t i = w->plan->spots.count; i-- > 0;) {
        const struct spot *s = &w->plan->spots.data[i];
        if (s->may_be_null && s->shape != SPOT_NULL && s->shape != SPOT_LIST)
            LINE(w, "    if (__VERIFIER_nondet_ulong() & 1) %s%s = 0;\n",
                 s->parent == SPOT_NONE ? "" : "*(void **)&", s->name);
    }
}

/* --- what the contract ensures --- */

static bool makes_memory(const struct spot *s)
{
    return s->shape >= SPOT_ONE && s->shape <= SPOT_STRING && s->shape != SPOT_END && s->shape != SPOT_INSIDE &&
           s->parent == SPOT_NONE && !s->may_be_null;
}

static bool is_named(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += n) {
        bool begins = at == list || strchr(" ,*", at[-1]);
        if (begins && (!at[n] || strchr(" ,[", at[n]))) return true;
    }
    return false;
}

/* Memory that the contract does not let it write: a witness byte keeps its value. */
static void put_witnesses(struct writer *w, const char *assigns, bool after)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const struct spot *s = &w->plan->spots.data[i];
        const char *stem = stem_of(w, s);
        if (!makes_memory(s) || is_named(assigns, s->name)) continue;
        if (after) {
            LINE(w, "    if (%s_kept) sooth_must(\"assigns %s, not\", ((const unsigned char *)%s)[%s_at] == %s_was);\n",
                 stem, assigns, s->name, stem, stem);
            continue;
        }
        LINE(w, "    unsigned long %s_at = __VERIFIER_nondet_ulong();\n", stem);
        LINE(w, "    int %s_kept = %s_at < __sooth_object_size(%s);\n", stem, stem, s->name);
        LINE(w, "    unsigned char %s_was = 0;\n", stem);
        LINE(w, "    if (%s_kept) %s_was = ((const unsigned char *)%s)[%s_at];\n", stem, stem, s->name, stem);
    }
}

static void put_before(struct writer *w)
{
    int count = 0;
    struct text declarations = {0};
    for (size_t i = 0; i < w->plan->ensured.count; i++) {
        struct clause *c = &w->plan->ensured.data[i];
        if (c->kind == CLAUSE_ASSIGNS) put_witnesses(w, c->text, false);
        if (c->kind == CLAUSE_ENSURES)
            clause_without_old(&w->plan->arena, c->text, &declarations, &count);
    }
    for (int i = 0; i < count; i++)
        w->line++;
    text_put(w->out, text_of(&declarations));
    text_release(&declarations);
}

static void put_after(struct writer *w)
{
    int count = 0;
    struct text ignored = {0};
    for (size_t i = 0; i < w->plan->ensured.count; i++) {
        const struct clause *c = &w->plan->ensured.data[i];
        if (c->kind == CLAUSE_ASSIGNS) put_witnesses(w, c->text, true);
        if (c->kind == CLAUSE_ENSURES)
            LINE(w, "    sooth_must(\"ensures\", %s);\n",
                 clause_without_old(&w->plan->arena, c->text, &ignored, &count));
    }
    text_release(&ignored);
}

static void put_call(struct writer *w)
{
    const struct function *f = &w->plan->program->functions.data[w->plan->function];
    const char *before = "";
    LINE(w, "#ifdef SOOTH_REACHED\n");
    LINE(w, "    reach_error();\n");
    LINE(w, "#endif\n");
    const struct ctype *result = ctype_of(w, f->ctype_result);
    bool nothing = !f->ctype_result || result->kind == CTYPE_VOID;
    put_before(w);
    text_add(w->out, nothing || !w->plan->ensured.count ? "    %s(" : "    __auto_type result = %s(", f->name);
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        if (w->plan->spots.data[i].parent != SPOT_NONE) continue;
        text_add(w->out, "%s%s", before, w->plan->spots.data[i].name);
        before = ", ";
    }
    LINE(w, ");\n");
    put_after(w);
}

/* A pass over the spots that come before memory that depends on them, parents before what is in them. */
static void put_spots(struct writer *w)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        struct spot *s = &w->plan->spots.data[i];
        if (s->shape <= SPOT_RECORD) put_spot(w, s);
    }
    for (int ends = 0; ends < 2; ends++) /* pointers into buffers come after the buffers */
        for (size_t i = 0; i < w->plan->spots.count; i++) {
            struct spot *s = &w->plan->spots.data[i];
            bool into = s->shape == SPOT_END || s->shape == SPOT_INSIDE;
            if (s->shape > SPOT_RECORD && into == ends) put_spot(w, s);
        }
}

void caller_write(struct caller *p, const char *include, const char *words, struct text *out)
{
    struct writer w = {.plan = p, .out = out, .line = 1};
    const struct function *f = &p->program->functions.data[p->function];
    LINE(&w, "/* What `%s` is verified under; sooth verify --function sooth_harness --any-caller FILE */\n",
         f->name);
    LINE(&w, "#include \"%s\"\n", include);
    for (const char *c = words; *c; c++)
        w.line += *c == '\n';
    text_put(out, words);
    LINE(&w, "extern unsigned long __VERIFIER_nondet_ulong(void);\n");
    LINE(&w, "extern unsigned long long __VERIFIER_nondet_ulonglong(void);\n");
    LINE(&w, "extern float __VERIFIER_nondet_float(void);\n");
    LINE(&w, "extern double __VERIFIER_nondet_double(void);\n");
    LINE(&w, "extern void __VERIFIER_assume(int);\n");
    LINE(&w, "extern void reach_error(void);\n");
    LINE(&w, "extern unsigned long __sooth_object_size(const void *);\n");
    LINE(&w, "extern unsigned long __sooth_object_offset(const void *);\n");
    put_callbacks(&w);
    put_rooms(&w);
    LINE(&w, "void sooth_harness(void)\n");
    LINE(&w, "{\n");
    put_spots(&w);
    put_conditions(&w);
    put_nulls(&w);
    put_call(&w);
    LINE(&w, "}\n");
}
