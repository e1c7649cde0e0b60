/* Prints programs in the text form that text_internal.h describes. */
#include "program/passes.h"

#include "base/failure.h"
#include "base/text.h"
#include "program/text/text_internal.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

/* Names that occur more than once map to UINT64_MAX. */
struct printer {
    const struct program *program;
    struct text *out;
    struct text_map functions, globals;
};

static void count_name(struct text_map *names, const char *name, uint64_t index)
{
    uint64_t other;
    text_map_set(names, name, text_map_get(names, name, &other) ? UINT64_MAX : index);
}

static void printer_init(struct printer *r, const struct program *p, struct text *out)
{
    *r = (struct printer){.program = p, .out = out};
    for (size_t i = 0; i < p->functions.count; i++)
        count_name(&r->functions, p->functions.data[i].name, i);
    for (size_t i = 0; i < p->globals.count; i++)
        count_name(&r->globals, p->globals.data[i].name, i);
}

static void printer_release(struct printer *r)
{
    text_map_release(&r->functions);
    text_map_release(&r->globals);
}

static void print_quoted(struct text *out, const char *s)
{
    text_put(out, "\"");
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c < 32 || c > 126 || c == '"' || c == '\\')
            text_add(out, "\\%02x", c);
        else
            text_put_range(out, s, 1);
    }
    text_put(out, "\"");
}

static bool is_plain(const char *name)
{
    if (!*name)
        return false;
    for (const char *s = name; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_' && *s != '.')
            return false;
    return true;
}

static void print_symbol(struct printer *r, char mark, const struct text_map *names,
                         const char *name, uint32_t index)
{
    uint64_t known = UINT64_MAX;
    text_put_range(r->out, &mark, 1);
    LAW(index < (mark == '@' ? r->program->functions.count : r->program->globals.count));
    if (is_plain(name))
        text_put(r->out, name);
    else
        print_quoted(r->out, name);
    text_map_get(names, name, &known);
    if (known != index)
        text_add(r->out, "#%u", index);
}

static void print_function_name(struct printer *r, uint32_t index)
{
    if (index < r->program->functions.count)
        print_symbol(r, '@', &r->functions, r->program->functions.data[index].name, index);
    else
        text_add(r->out, "@?#%u", index);
}

static void print_global_name(struct printer *r, uint32_t index)
{
    if (index < r->program->globals.count)
        print_symbol(r, '$', &r->globals, r->program->globals.data[index].name, index);
    else
        text_add(r->out, "$?#%u", index);
}

static void print_type(struct text *out, struct type t)
{
    if (t.kind == TYPE_VOID)
        text_put(out, "void");
    if (t.kind == TYPE_INT)
        text_add(out, "i%u", t.width);
    if (t.kind == TYPE_FLOAT)
        text_add(out, "f%u", t.width);
    if (t.kind == TYPE_POINTER)
        text_put(out, "ptr");
}

static void print_bits(struct text *out, const struct constant *c)
{
    print_type(out, c->type);
    if (c->type.kind == TYPE_INT && c->type.width <= 64) {
        uint64_t v = constant_low_bits(c);
        if (c->type.width == 1) {
            text_add(out, " %" PRIu64, v);
        } else {
            uint32_t shift = 64 - c->type.width;
            text_add(out, " %" PRId64, (int64_t)(v << shift) >> shift);
        }
        return;
    }
    text_put(out, " 0x");
    for (uint32_t k = (c->type.width + 31) / 32; k-- > 0;)
        text_add(out, "%08x", c->limbs[k]);
}

static void print_offset(struct text *out, int64_t offset)
{
    if (offset)
        text_add(out, "%+" PRId64, offset);
}

static void print_constant(struct printer *r, const struct constant *c)
{
    switch ((enum constant_kind)c->kind) {
    case CONSTANT_BITS:
        print_bits(r->out, c);
        break;
    case CONSTANT_NULL:
        text_put(r->out, "null");
        break;
    case CONSTANT_GLOBAL:
        print_global_name(r, c->index);
        print_offset(r->out, c->offset);
        break;
    case CONSTANT_FUNCTION:
        print_function_name(r, c->index);
        print_offset(r->out, c->offset);
        break;
    case CONSTANT_BLOCK:
        text_put(r->out, "block ");
        print_function_name(r, c->index);
        text_add(r->out, " %" PRId64, c->offset);
        break;
    case CONSTANT_UNDEF:
        text_put(r->out, "undef ");
        print_type(r->out, c->type);
        break;
    }
}

static void print_value(struct printer *r, struct value v)
{
    if (value_is_none(v))
        text_put(r->out, "none");
    else if (!value_is_constant(v))
        text_add(r->out, "%%%u", v.id);
    else if ((v.id & ~VALUE_CONSTANT_BIT) < r->program->constants.count)
        print_constant(r, program_constant(r->program, v));
    else
        text_add(r->out, "constant#%u", v.id & ~VALUE_CONSTANT_BIT);
}

static void print_place(struct printer *r, const struct place *place)
{
    if (place->file || place->line || place->column)
        text_add(r->out, " !%u:%u:%u", place->file, place->line, place->column);
}

static void print_operands(struct printer *r, const struct function *f,
                           const struct instruction *i)
{
    uint32_t k = 0;
    for (; k < i->count && i->op != OP_PHI && (i->op != OP_SWITCH || k < 1); k++) {
        text_put(r->out, k ? ", " : " ");
        print_value(r, instruction_operand(f, i, k));
    }
    for (; k + 1 < i->count; k += 2) {
        text_put(r->out, " [");
        print_value(r, instruction_operand(f, i, k));
        text_add(r->out, " b%u]", instruction_operand(f, i, k + 1).id);
    }
    if (i->op == OP_JUMP || i->op == OP_BRANCH || i->op == OP_SWITCH)
        text_add(r->out, " b%u", i->target[0]);
    if (i->op == OP_BRANCH)
        text_add(r->out, " b%u", i->target[1]);
}

static void print_instruction(struct printer *r, const struct function *f, uint32_t id)
{
    static const char *const flags[FLAG_NAME_COUNT] = FLAG_NAMES;
    const struct instruction *i = &f->instructions.data[id];
    const char *sub = op_sub_text((enum op)i->op, i->sub);
    LAW(i->flags >> FLAG_NAME_COUNT == 0); /* none is lost in the text */
    if (i->type.kind != TYPE_VOID)
        text_add(r->out, "%%%u = ", id);
    text_put(r->out, op_text((enum op)i->op));
    if (sub)
        text_add(r->out, ".%s", sub);
    if (i->type.kind != TYPE_VOID) {
        text_put(r->out, " ");
        print_type(r->out, i->type);
    }
    print_operands(r, f, i);
    if (i->extra)
        text_add(r->out, " {%" PRIu64 "}", i->extra);
    for (uint32_t k = 0; k < FLAG_NAME_COUNT; k++)
        if (i->flags >> k & 1)
            text_add(r->out, " %s", flags[k]);
    if (i->variable != UINT32_MAX)
        text_add(r->out, " var %u", i->variable);
    if (i->text) {
        text_put(r->out, " ");
        print_quoted(r->out, i->text);
    }
    if (i->place)
        print_place(r, instruction_place(r->program, i));
}

static void print_types(struct text *out, const struct type *types, uint32_t count)
{
    text_put(out, "(");
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            text_put(out, ", ");
        print_type(out, types[i]);
    }
    text_put(out, ")");
}

static void print_unit(struct text *out, const char *unit)
{
    if (!unit || !*unit)
        return;
    text_put(out, " unit ");
    print_quoted(out, unit);
}

static void print_function(struct printer *r, const struct function *f)
{
    text_put(r->out, "function ");
    print_function_name(r, (uint32_t)(f - r->program->functions.data));
    print_types(r->out, f->params, f->param_count);
    text_put(r->out, " -> ");
    print_types(r->out, f->results, f->result_count);
    print_unit(r->out, f->unit);
    if (f->internal)
        text_put(r->out, " internal");
    if (f->variadic)
        text_put(r->out, " variadic");
    if (f->no_return)
        text_put(r->out, " noreturn");
    if (f->ctype_result)
        text_add(r->out, " ctype %u", f->ctype_result);
    print_place(r, &f->place);
    if (f->has_body) {
        text_put(r->out, " {\n");
        for (size_t b = 0; b < f->blocks.count; b++) {
            const struct block *block = &f->blocks.data[b];
            text_add(r->out, "b%zu", b);
            if (block->name) {
                text_put(r->out, " ");
                print_quoted(r->out, block->name);
            }
            text_put(r->out, ":\n");
            for (size_t k = 0; k < block->instructions.count; k++) {
                text_put(r->out, "  ");
                print_instruction(r, f, block->instructions.data[k]);
                text_put(r->out, "\n");
            }
        }
        text_put(r->out, "}");
    }
    text_put(r->out, "\n");
}

static void print_ctype(struct text *out, const struct ctype *c, size_t index)
{
    static const char *const kinds[CTYPE_KIND_NAME_COUNT] = CTYPE_KIND_NAMES;
    text_add(out, "ctype %zu %s ", index,
             c->kind < CTYPE_KIND_NAME_COUNT ? kinds[c->kind] : "other");
    print_quoted(out, c->name ? c->name : "");
    text_add(out, " bytes %" PRIu64, c->bytes);
    if (c->element)
        text_add(out, " element %u", c->element);
    if (c->count)
        text_add(out, " count %" PRIu64, c->count);
    for (uint32_t k = 0; k < c->member_count; k++) {
        const struct cmember *m = &c->members[k];
        text_put(out, " member ");
        print_quoted(out, m->name ? m->name : "");
        text_add(out, " %u %" PRIu64 " %" PRIu64, m->ctype, m->bit_offset, m->bit_size);
    }
    for (uint32_t k = 0; k < c->enumerator_count; k++) {
        text_put(out, " enumerator ");
        print_quoted(out, c->enumerators[k].name ? c->enumerators[k].name : "");
        text_add(out, " %" PRId64, c->enumerators[k].value);
    }
    text_put(out, "\n");
}

static void print_variable(struct printer *r, const struct variable *v, size_t index)
{
    text_add(r->out, "variable %zu ", index);
    print_quoted(r->out, v->name ? v->name : "");
    if (v->ctype)
        text_add(r->out, " ctype %u", v->ctype);
    if (v->function != UINT32_MAX) {
        text_put(r->out, " in ");
        print_function_name(r, v->function);
    }
    print_place(r, &v->place);
    text_put(r->out, "\n");
}

static void print_global(struct printer *r, uint32_t index)
{
    const struct global *g = &r->program->globals.data[index];
    text_put(r->out, "global ");
    print_global_name(r, index);
    text_add(r->out, " size %" PRIu64 " align %u", g->size, g->alignment);
    if (g->internal)
        text_put(r->out, " internal");
    if (g->read_only)
        text_put(r->out, " readonly");
    if (g->external)
        text_put(r->out, " external");
    if (g->thread_local_storage)
        text_put(r->out, " thread");
    print_unit(r->out, g->unit);
    if (g->variable != UINT32_MAX)
        text_add(r->out, " var %u", g->variable);
    if (g->bytes)
        text_put(r->out, " bytes ");
    for (uint64_t k = 0; g->bytes && k < g->size; k++) {
        static const char digits[] = "0123456789abcdef";
        text_put_range(r->out, &digits[g->bytes[k] >> 4], 1);
        text_put_range(r->out, &digits[g->bytes[k] & 15], 1);
    }
    for (uint32_t k = 0; k < g->relocation_count; k++) {
        text_add(r->out, " at %" PRIu64 " ", g->relocations[k].offset);
        print_value(r, g->relocations[k].value);
    }
    text_put(r->out, "\n");
}

void program_print(const struct program *p, struct text *out)
{
    struct printer r;
    printer_init(&r, p, out);
    text_add(out, "program %u", p->pointer_width);
    if (p->entry != UINT32_MAX) {
        text_put(out, " entry ");
        print_function_name(&r, p->entry);
    }
    text_put(out, "\n");
    for (size_t i = 1; i < p->files.count; i++) {
        text_add(out, "file %zu ", i);
        print_quoted(out, p->files.data[i]);
        text_put(out, "\n");
    }
    for (size_t i = 1; i < p->ctypes.count; i++)
        print_ctype(out, &p->ctypes.data[i], i);
    for (size_t i = 0; i < p->variables.count; i++)
        print_variable(&r, &p->variables.data[i], i);
    for (size_t i = 0; i < p->globals.count; i++)
        print_global(&r, (uint32_t)i);
    for (size_t i = 0; i < p->functions.count; i++)
        print_function(&r, &p->functions.data[i]);
    printer_release(&r);
}

void function_print(const struct program *p, const struct function *f, struct text *out)
{
    struct printer r;
    printer_init(&r, p, out);
    print_function(&r, f);
    printer_release(&r);
}

void instruction_print(const struct program *p, const struct function *f, uint32_t id,
                       struct text *out)
{
    struct printer r;
    printer_init(&r, p, out);
    print_instruction(&r, f, id);
    printer_release(&r);
}
