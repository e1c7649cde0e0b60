/* A plan as C text. Numbers come first, then memory, then what is assumed of both, then
 * pointers that may be null, then the call. */
#include "caller/write/write_internal.h"

#include <string.h>

/* --- pieces --- */

static const struct ctype *ctype_of(const struct writer *w, uint32_t ctype)
{
    return &w->plan->program->ctypes.data[ctype];
}

/* "p->buf" as the stem of a variable's name. */
const char *write_stem(struct writer *w, const struct spot *s)
{
    char *name = arena_text(&w->plan->arena, s->name);
    char *to = name;
    for (char *from = name; *from; from++) {
        if (strchr("()>]", *from))
            continue;
        *to++ = strchr("*-.[ ", *from) ? '_' : *from;
    }
    *to = 0;
    return name;
}

const char *caller_size_name(struct caller *p, const struct spot *s)
{
    struct writer w = {.plan = p};
    return arena_format(&p->arena, "%s_size", write_stem(&w, s));
}

const char *caller_room_name(struct caller *p, const struct spot *s)
{
    struct writer w = {.plan = p};
    return arena_format(&p->arena, "sooth_room_%s", write_stem(&w, s));
}

const char *write_any(const struct writer *w, const struct ctype *t)
{
    if (t->kind == CTYPE_FLOAT) {
        if (t->bytes == 4)
            return "__VERIFIER_nondet_float()";
        return "__VERIFIER_nondet_double()";
    }
    if (t->kind == CTYPE_BOOL)
        return "__VERIFIER_nondet_ulong() & 1";
    if (t->bytes * 8 > w->plan->program->pointer_width)
        return "__VERIFIER_nondet_ulonglong()";
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
    if (s->parent != SPOT_NONE)
        return; /* what is in memory that was just made is any value */
    put_declaration(w, s);
    LINE(w, " = %s;\n", write_any(w, ctype_of(w, s->ctype)));
}

static void put_record(struct writer *w, const struct spot *s)
{
    if (s->parent != SPOT_NONE)
        return;
    put_declaration(w, s);
    LINE(w, ";\n");
}

static void put_size(struct writer *w, const struct spot *s, uint64_t least)
{
    const char *size = caller_size_name(w->plan, s);
    LINE(w, "    unsigned long %s = __VERIFIER_nondet_ulong();\n", size);
    LINE(w, "    __VERIFIER_assume(%llu <= %s && %s <= %llu);\n", (unsigned long long)least,
         size, size,
         (unsigned long long)(CALLER_MOST_BYTES / caller_element_bytes(w->plan, s)));
}

static void put_allocation(struct writer *w, struct spot *s, const char *count)
{
    uint64_t bytes = caller_element_bytes(w->plan, s);
    put_declaration(w, s);
    s->line = w->line;
    text_put(w->out,
             s->before ? " = (void *)((char *)__builtin_malloc(" : " = __builtin_malloc(");
    if (s->before)
        text_add(w->out, "%u + ", s->before);
    if (bytes == 1)
        text_put(w->out, count);
    else
        text_add(w->out, "%s * %lluul", count, (unsigned long long)bytes);
    if (s->before)
        LINE(w, ") + %u);\n", s->before);
    else
        LINE(w, ");\n");
}

/* One record, with elements at its end where it is flexible. */
static void put_one(struct writer *w, struct spot *s)
{
    if (!s->flexible) {
        put_allocation(w, s, "1");
        return;
    }
    const char *size = caller_size_name(w->plan, s);
    unsigned long long element = caller_last_element_bytes(w->plan, s);
    LINE(w, "    unsigned long %s = __VERIFIER_nondet_ulong();\n", size);
    LINE(w, "    __VERIFIER_assume(%s <= %llu);\n", size,
         (unsigned long long)CALLER_MOST_BYTES / 2 / element);
    put_declaration(w, s);
    s->line = w->line;
    LINE(w, " = __builtin_malloc(%lluul + %s * %lluul);\n",
         (unsigned long long)caller_element_bytes(w->plan, s), size, element);
}

/* The string's own size, and that of the string that is put behind it. */
static const char *size_with_room(struct writer *w, const struct spot *s, const char *size)
{
    if (s->beside == SPOT_NONE)
        return size;
    const char *other = caller_size_name(w->plan, &w->plan->spots.data[s->beside]);
    return arena_format(&w->plan->arena, "(%s + %s)", size, other);
}

static void put_string(struct writer *w, struct spot *s)
{
    const char *size = caller_size_name(w->plan, s);
    put_size(w, s, s->characters + 1);
    put_allocation(w, s, size_with_room(w, s, size));
    LINE(w, "    ((char *)%s)[%s - 1] = 0;\n", s->name, size);
    for (uint32_t i = 0; i < s->characters; i++)
        LINE(w, "    __VERIFIER_assume(((char *)%s)[%u] != 0);\n", s->name, i);
}

static void put_expression(struct writer *w, struct spot *s)
{
    const char *size = caller_size_name(w->plan, s);
    LINE(w, "    unsigned long %s = (%s);\n", size, s->expression);
    LINE(w, "    __VERIFIER_assume(%s <= %llu);\n", size,
         (unsigned long long)(CALLER_MOST_BYTES / caller_element_bytes(w->plan, s)));
    put_allocation(w, s, size);
}

static const char *count_of(struct writer *w, const struct spot *s)
{
    if (s->shape != SPOT_COUNTED || s->expression)
        return caller_size_name(w->plan, s);
    const char *length = w->plan->spots.data[s->length].name;
    return s->factor ? arena_format(&w->plan->arena, "%uul * %s", s->factor, length) : length;
}

/* Where the 0 is: a global, since loops have rows about what lies in memory beside them. */
static const char *end_name(struct writer *w, const struct spot *s)
{
    return arena_format(&w->plan->arena, "sooth_end_%s", write_stem(w, s));
}

static void put_counted(struct writer *w, struct spot *s)
{
    if (s->expression) {
        put_expression(w, s);
        return;
    }
    const struct spot *n = &w->plan->spots.data[s->length];
    const struct ctype *t = ctype_of(w, n->ctype);
    uint64_t bytes = caller_element_bytes(w->plan, s) * (s->factor ? s->factor : 1);
    LINE(w, "    __VERIFIER_assume(%s%s%s <= %llu);\n",
         t->kind == CTYPE_SIGNED ? "0 <= " : "",
         t->kind == CTYPE_SIGNED ? arena_format(&w->plan->arena, "%s && ", n->name) : "",
         n->name, (unsigned long long)(CALLER_MOST_BYTES / bytes));
    put_allocation(w, s, count_of(w, s));
    if (!s->holds_zero)
        return;
    const char *at = end_name(w, s);
    LINE(w, "    %s = __VERIFIER_nondet_ulong();\n", at);
    LINE(w, "    __VERIFIER_assume(%s < (unsigned long)%s);\n", at, n->name);
    LINE(w, "    ((char *)%s)[%s] = 0;\n", s->name, at);
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
        put_one(w, s);
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
        put_size(w, s, ctype_of(w, ctype_of(w, s->ctype)->element)->kind == CTYPE_STRUCT);
        put_allocation(w, s, caller_size_name(w->plan, s));
        LINE(w, "    %s = %s;\n", caller_room_name(w->plan, s), s->name);
        LINE(w,
             "    __VERIFIER_assume(__sooth_object_offset(%s) <= __sooth_object_size(%s));\n",
             s->name, s->name);
        break;
    case SPOT_STRING:
        put_string(w, s);
        break;
    case SPOT_END: {
        struct spot *begin = &w->plan->spots.data[s->length];
        put_declaration(w, s);
        LINE(w, " = (void *)(%s + %s);\n", begin->name, count_of(w, begin));
        break;
    }
    case SPOT_INSIDE: {
        struct spot *begin = &w->plan->spots.data[s->length];
        const char *at = arena_format(&w->plan->arena, "%s_at", write_stem(w, s));
        LINE(w, "    unsigned long %s = __VERIFIER_nondet_ulong();\n", at);
        LINE(w, "    __VERIFIER_assume(%s <= %s);\n", at, count_of(w, begin));
        put_declaration(w, s);
        LINE(w, " = (void *)(%s + %s);\n", begin->name, at);
        break;
    }
    case SPOT_STREAM:
        put_declaration(w, s);
        LINE(w, " = __sooth_open_stream();\n");
        break;
    case SPOT_LIST:
        write_list(w, s);
        put_declaration(w, s);
        LINE(w, " = %s;\n", write_list_name(w, s));
        break;
    case SPOT_FUNCTION:
        put_declaration(w, s);
        LINE(w, " = (void *)sooth_callback_%s;\n", write_stem(w, s));
        break;
    case SPOT_NULL:
        put_declaration(w, s);
        LINE(w, " = 0;\n");
        break;
    case SPOT_FAR:
        put_declaration(w, s);
        LINE(w, " = sooth_far();\n");
        break;
    case SPOT_GONE:
        break;
    }
}

static void put_conditions(struct writer *w)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const struct spot *s = &w->plan->spots.data[i];
        if (!spot_is_limited(s))
            continue;
        text_put(w->out, "    __VERIFIER_assume(");
        caller_put_condition(w->plan, s, false, w->out);
        LINE(w, ");\n");
    }
    for (size_t i = 0; w->plan->high_addresses && i < w->plan->spots.count; i++)
        if (w->plan->spots.data[i].line && w->plan->spots.data[i].shape != SPOT_LIST)
            LINE(w,
                 "    __VERIFIER_assume((unsigned long)%s >= %d && (unsigned long)%s <= "
                 "-%dl - __sooth_object_size(%s));\n",
                 w->plan->spots.data[i].name, CALLER_END_BYTES, w->plan->spots.data[i].name,
                 CALLER_END_BYTES, w->plan->spots.data[i].name);
    for (size_t i = 0; i < w->plan->extra.count; i++)
        LINE(w, "    __VERIFIER_assume(!!(%s));\n", w->plan->extra.data[i]);
}

/* --- the whole --- */

static void put_rooms(struct writer *w)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const struct spot *s = &w->plan->spots.data[i];
        if (s->shape == SPOT_COUNTED && s->holds_zero)
            LINE(w, "static unsigned long %s;\n", end_name(w, s));
        if (s->shape != SPOT_ROOM)
            continue;
        LINE(w,
             "static const void *%s; /* accesses outside this buffer are assumed away */\n",
             caller_room_name(w->plan, s));
    }
}

static bool are_apart(const struct caller *p, uint32_t one, uint32_t other)
{
    for (size_t i = 0; i < p->apart.count; i++) {
        const struct apart *a = &p->apart.data[i];
        if ((a->one == one && a->other == other) || (a->one == other && a->other == one))
            return true;
    }
    return false;
}

/* It leads to memory of which nothing but the size matters. */
static bool is_plain(const struct spot *s)
{
    return (s->shape == SPOT_ONE || s->shape == SPOT_ARRAY || s->shape == SPOT_COUNTED) &&
           !s->holds_zero && !s->before;
}

/* `int *` and `const int *` are different here, what they lead to is not. */
static bool lead_to_one_type(const struct program *p, uint32_t one, uint32_t other)
{
    const struct ctype *a = &p->ctypes.data[one], *b = &p->ctypes.data[other];
    if (a->kind != CTYPE_POINTER || b->kind != CTYPE_POINTER)
        return one == other;
    return a->element == b->element;
}

bool caller_may_be_same(const struct caller *p, uint32_t one, uint32_t other)
{
    LAW(one < p->spots.count && other < p->spots.count);
    const struct spot *a = &p->spots.data[one], *b = &p->spots.data[other];
    if (!p->fixed || are_apart(p, one, other))
        return false;
    if (!lead_to_one_type(p->program, a->ctype, b->ctype))
        return false;
    if (a->parent != SPOT_NONE || b->parent != SPOT_NONE || !a->line || !b->line)
        return false;
    return a->shape == b->shape || (is_plain(a) && is_plain(b));
}

/* Both lead into one object, each to as much memory as its own has. */
static void put_common(struct writer *w, const char *a, const char *b, const char *stem)
{
    LAW(strcmp(a, b));
    LINE(w, "        unsigned long %s_size = __VERIFIER_nondet_ulong();\n", stem);
    LINE(w,
         "        unsigned long %s_first = __VERIFIER_nondet_ulong(), %s_second = "
         "__VERIFIER_nondet_ulong();\n",
         stem, stem);
    LINE(w, "        __VERIFIER_assume(%s_size <= %lluul / sizeof *%s);\n", stem,
         CALLER_MOST_BYTES, a);
    LINE(w, "        __VERIFIER_assume(%s_first <= %s_size && %s_second <= %s_size);\n", stem,
         stem, stem, stem);
    LINE(w,
         "        __VERIFIER_assume(__sooth_object_size(%s) <= (%s_size - %s_first) * sizeof "
         "*%s);\n",
         a, stem, stem, a);
    LINE(w,
         "        __VERIFIER_assume(__sooth_object_size(%s) <= (%s_size - %s_second) * "
         "sizeof *%s);\n",
         b, stem, stem, b);
    LINE(w, "        __typeof__(%s) %s = __builtin_malloc(%s_size * sizeof *%s);\n", a, stem,
         stem, a);
    LINE(w, "        %s = %s + %s_first;\n", a, stem, stem);
    LINE(w, "        %s = %s + %s_second;\n", b, stem, stem);
}

/* Under a contract that does not say that they are separate, pointers may lead to the same
 * object. */
static void put_sharing(struct writer *w)
{
    struct caller *p = w->plan;
    for (uint32_t i = 0; i < p->spots.count; i++)
        for (uint32_t k = i + 1; k < p->spots.count; k++) {
            if (!caller_may_be_same(p, i, k))
                continue;
            const struct spot *first = &p->spots.data[i], *second = &p->spots.data[k];
            const char *a = first->name, *b = second->name;
            LINE(w, "    if (__VERIFIER_nondet_ulong() & 1) {\n");
            if (is_plain(first) && is_plain(second))
                put_common(w, a, b,
                           arena_format(&p->arena, "%s_and_%s", write_stem(w, first),
                                        write_stem(w, second)));
            else
                LINE(w,
                     "        if (__sooth_object_size(%s) <= __sooth_object_size(%s)) %s = "
                     "%s;\n",
                     b, a, b, a);
            LINE(w, "    }\n");
        }
}

/* Before conditions, those of which conditions may say that they are null; after them the
 * others. */
static void put_nulls(struct writer *w, bool early)
{
    for (size_t i = w->plan->spots.count; i-- > 0;) {
        const struct spot *s = &w->plan->spots.data[i];
        if (s->null_early != early)
            continue;
        if (s->may_be_null && s->shape != SPOT_NULL && !write_begins_empty(w->plan, s))
            LINE(w, "    if (__VERIFIER_nondet_ulong() & 1) %s%s = 0;\n",
                 s->parent == SPOT_NONE ? "" : "*(void **)&", s->name);
    }
}

static void put_probe_of_globals(struct writer *w)
{
    LINE(w, "#ifdef SOOTH_BROKEN\n");
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const struct spot *s = &w->plan->spots.data[i];
        if (s->parent != SPOT_GLOBAL || !spot_is_limited(s) || !caller_owns(w->plan, s))
            continue;
        text_put(w->out, "    if (!(");
        caller_put_condition(w->plan, s, false, w->out);
        LINE(w, ")) reach_error();\n");
    }
    LINE(w, "#endif\n");
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
    write_before(w);
    text_add(w->out,
             nothing || !w->plan->ensured.count ? "    %s(" : "    __auto_type result = %s(",
             f->name);
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        if (w->plan->spots.data[i].parent != SPOT_NONE)
            continue;
        text_add(w->out, "%s%s%s", before, w->plan->spots.data[i].is_cast ? "(void *)" : "",
                 w->plan->spots.data[i].name);
        before = ", ";
    }
    LINE(w, ");\n");
    put_probe_of_globals(w);
    write_after(w);
}

/* A pass over the spots that come before memory that depends on them, parents before what is
 * in them. */
static void put_spots(struct writer *w)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        struct spot *s = &w->plan->spots.data[i];
        if (s->shape <= SPOT_RECORD)
            put_spot(w, s);
    }
    for (int ends = 0; ends < 2; ends++) /* pointers into buffers come after the buffers */
        for (size_t i = 0; i < w->plan->spots.count; i++) {
            struct spot *s = &w->plan->spots.data[i];
            bool into =
                s->shape == SPOT_END || s->shape == SPOT_INSIDE || s->beside != SPOT_NONE;
            if (s->shape <= SPOT_RECORD || into != ends)
                continue;
            put_spot(w, s);
            write_note_array(w, s);
        }
}

/* The law of LINE: spots are found again by the lines of what they make. */
static bool line_holds(const struct writer *w)
{
    uint32_t lines = 1;
    for (const char *c = text_of(w->out); *c; c++)
        lines += *c == '\n';
    return lines == w->line;
}

static bool is_in_name(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* The source may have macros that are called like members (`#define next link.next`). */
static void put_plain_members(struct writer *w)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const char *name = w->plan->spots.data[i].name;
        for (const char *c = name; *c; c++) {
            size_t length = 0;
            if (*c != '.' && !(*c == '>' && c > name && c[-1] == '-'))
                continue;
            while (is_in_name(c[1 + length]))
                length++;
            const char *line =
                arena_format(&w->plan->arena, "#undef %.*s\n", (int)length, c + 1);
            if (length && !strstr(text_of(w->out), line))
                LINE(w, "%s", line);
        }
    }
}

void caller_write(struct caller *p, const char *include, const char *words, struct text *out)
{
    LAW(caller_is_lawful(p));
    struct writer w = {.plan = p, .out = out, .line = 1};
    for (size_t i = 0; i < p->spots.count; i++)
        p->spots.data[i].fresh = false;
    VECTOR_CLEAR(&p->results);
    caller_find_elements(p);
    const struct function *f = &p->program->functions.data[p->function];
    LINE(&w,
         "/* What `%s` is verified under; sooth verify --function sooth_harness --any-caller "
         "FILE */\n",
         f->name);
    LINE(&w, "#include \"%s\"\n", include);
    put_plain_members(&w);
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
    LINE(&w, "extern void *__sooth_open_stream(void);\n");
    write_far(&w);
    write_callbacks(&w);
    write_externs(&w);
    write_array_names(&w);
    write_elements(&w);
    put_rooms(&w);
    LINE(&w, "void sooth_harness(void)\n");
    LINE(&w, "{\n");
    if (p->once)
        LINE(&w, "    if (__VERIFIER_nondet_ulong() & 1) { sooth_once(); return; }\n");
    put_spots(&w);
    put_sharing(&w);
    put_nulls(&w, true);
    put_conditions(&w);
    put_nulls(&w, false);
    put_call(&w);
    LINE(&w, "}\n");
    LAW(line_holds(&w));
}
