/* The callers' side of contracts: calls of a function that has one go through a C function
 * that checks what is required, makes the call, and checks what is ensured; where the
 * function has no body, what it ensures is assumed. */
#include "caller/caller.h"
#include "caller/contract/contract.h"

#include <string.h>

void contracts_put_words(struct text *out)
{
    text_put(
        out,
        "extern unsigned long __sooth_object_size(const void *);\n"
        "extern unsigned long __sooth_object_offset(const void *);\n"
        "extern void __assert_fail(const char *, const char *, unsigned, const char *)"
        " __attribute__((noreturn));\n"
        "extern void __VERIFIER_assume(int);\n"
        "static int sooth_is_valid(const void *p, unsigned long bytes)\n"
        "{\n"
        "    if (!p) return 0;\n"
        "    unsigned long size = __sooth_object_size(p), at = __sooth_object_offset(p);\n"
        "    return at <= size && bytes <= size - at;\n"
        "}\n"
        "static int sooth_is_string(const char *s)\n"
        "{\n"
        "    if (!sooth_is_valid(s, 0)) return 0;\n"
        "    unsigned long left = __sooth_object_size(s) - __sooth_object_offset(s);\n"
        "    for (unsigned long i = 0; i < left; i++)\n"
        "        if (!s[i]) return 1;\n"
        "    return 0;\n"
        "}\n"
        "static int sooth_are_separate(const void *p, const void *q)\n"
        "{\n"
        "    return (const char *)p - __sooth_object_offset(p) != (const char *)q - "
        "__sooth_object_offset(q);\n"
        "}\n"
        "#define valid(p, n) sooth_is_valid((p), (n) * sizeof *(p))\n"
        "#define readable(p, n) sooth_is_valid((p), (n) * sizeof *(p))\n"
        "#define string(s) sooth_is_string(s)\n"
        "#define separate(p, q) sooth_are_separate((p), (q))\n"
        "#define sooth_must(kind, ...) \\\n"
        "    ((__VA_ARGS__) ? (void)0 : __assert_fail(kind \" \" #__VA_ARGS__, __FILE__, "
        "__LINE__, \"\"))\n");
}

static void put_clauses(const struct contracts *c, const char *function,
                        enum clause_kind kind, const char *format, struct text *out)
{
    for (size_t i = 0; i < c->clauses.count; i++) {
        const struct clause *k = &c->clauses.data[i];
        if (!text_same(k->function, function) || k->kind != kind)
            continue;
        text_put(out, "    ");
        text_put(out, format);
        text_add(out, "%s);\n", k->text);
    }
}

static void put_ensured(const struct contracts *c, struct arena *arena,
                        const struct function *f, struct text *before, struct text *after)
{
    int count = 0;
    for (size_t i = 0; i < c->clauses.count; i++) {
        const struct clause *k = &c->clauses.data[i];
        if (!text_same(k->function, f->name) || k->kind != CLAUSE_ENSURES)
            continue;
        const char *text = clause_without_old(arena, k->text, before, &count);
        text_add(after,
                 f->has_body ? "    sooth_must(\"ensures\", %s);\n"
                             : "    __VERIFIER_assume(!!(%s));\n",
                 text);
    }
}

static const struct clause *assigns_of(const struct contracts *c, const char *function)
{
    for (size_t i = 0; i < c->clauses.count; i++)
        if (c->clauses.data[i].kind == CLAUSE_ASSIGNS &&
            text_same(c->clauses.data[i].function, function))
            return &c->clauses.data[i];
    return NULL;
}

/* Who changes no more than the contract lets it is another function without body, which gets
 * no more to change: its declaration, and the call. */
static void put_effects(const struct contracts *c, const struct program *p,
                        const struct function *f, const struct clause *assigns,
                        struct text *out, struct text *call)
{
    LAW(!f->has_body && assigns->kind == CLAUSE_ASSIGNS);
    struct text head = {0};
    const char *before = "";
    text_add(&head, "sooth_effects_of_%s(", f->name);
    text_clear(call);
    text_add(call, "sooth_effects_of_%s(", f->name);
    for (uint32_t i = 0; i < f->signature_count; i++) {
        const char *name = contracts_parameter(c, f, i);
        if (!name || !clause_names(assigns->text, name))
            continue;
        text_put(&head, before), text_put(call, before);
        caller_declare(p, f->signature[i].ctype, name, &head);
        text_put(call, name);
        before = ", ";
    }
    text_put(&head, *before ? ")" : "void)");
    text_put(call, ")");
    text_put(out, "extern ");
    caller_declare(p, f->ctype_result, text_of(&head), out);
    text_put(out, ";\n");
    text_release(&head);
}

static void put_wrapper(const struct contracts *c, const struct program *p,
                        const struct function *f, struct text *out)
{
    LAW(!f->variadic && contracts_has(c, f->name));
    struct arena arena;
    struct text head = {0}, call = {0}, before = {0}, after = {0};
    const struct ctype *t = &p->ctypes.data[f->ctype_result];
    bool nothing = !f->ctype_result || t->kind == CTYPE_VOID;
    arena_init(&arena);
    text_add(&head, "sooth_contract_%s(", f->name);
    text_add(&call, "%s(", f->name);
    for (uint32_t i = 0; i < f->signature_count; i++) {
        const char *name = contracts_parameter(c, f, i);
        if (!name)
            name = arena_format(&arena, "parameter_%u", i + 1);
        if (i)
            text_put(&head, ", "), text_put(&call, ", ");
        caller_declare(p, f->signature[i].ctype, name, &head);
        text_put(&call, name);
    }
    text_put(&head, f->signature_count ? ")" : "void)");
    text_put(&call, ")");
    put_ensured(c, &arena, f, &before, &after);
    const struct clause *assigns = f->has_body ? NULL : assigns_of(c, f->name);
    if (assigns)
        put_effects(c, p, f, assigns, out, &call);
    caller_declare(p, f->ctype_result, text_of(&head), out);
    text_put(out, "\n{\n");
    put_clauses(c, f->name, CLAUSE_REQUIRES, "sooth_must(\"requires\", ", out);
    text_add(out, "%s", text_of(&before));
    text_add(out, nothing ? "    %s;\n" : "    __auto_type result = %s;\n", text_of(&call));
    text_add(out, "%s%s}\n", text_of(&after), nothing ? "" : "    return result;\n");
    text_release(&head);
    text_release(&call);
    text_release(&before);
    text_release(&after);
    arena_release(&arena);
}

void contracts_put_wrappers(const struct contracts *c, const struct program *p,
                            const char *unit, struct text *out)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const struct function *f = &p->functions.data[i];
        if (!contracts_has(c, f->name) || f->variadic || (unit && !text_same(f->unit, unit)))
            continue;
        put_wrapper(c, p, f, out);
    }
}

static uint32_t wrapper_of(const struct contracts *c, const struct program *p,
                           const struct function *f)
{
    char name[300];
    if (!contracts_has(c, f->name))
        return UINT32_MAX;
    snprintf(name, sizeof name, "sooth_contract_%s", f->name);
    return program_find_function(p, name);
}

static struct value redirected(const struct contracts *c, struct program *p, struct value v,
                               uint32_t inside)
{
    if (!value_is_constant(v))
        return v;
    const struct constant *k = program_constant(p, v);
    if (k->kind != CONSTANT_FUNCTION || k->offset)
        return v;
    uint32_t wrapper = wrapper_of(c, p, &p->functions.data[k->index]);
    return wrapper == UINT32_MAX || wrapper == inside ? v : constant_function(p, wrapper, 0);
}

void contracts_redirect(const struct contracts *c, struct program *p, uint32_t except)
{
    LAW(except == UINT32_MAX || except < p->functions.count);
    for (uint32_t n = 0; n < p->functions.count; n++) {
        struct function *f = &p->functions.data[n];
        for (uint32_t k = 0; n != except && k < f->instructions.count; k++) {
            const struct instruction *i = &f->instructions.data[k];
            for (uint32_t o = 0; o < i->count; o++) {
                if (instruction_operand_is_block(i, o))
                    continue;
                struct value v = instruction_operand(f, i, o);
                f->operands.data[i->operand + o] = redirected(c, p, v, n).id;
            }
        }
    }
    for (size_t g = 0; g < p->globals.count; g++)
        for (uint32_t k = 0; k < p->globals.data[g].relocation_count; k++) {
            struct relocation *r = &p->globals.data[g].relocations[k];
            r->value = redirected(c, p, r->value, UINT32_MAX);
        }
    program_link(p);
}
