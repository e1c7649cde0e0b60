#include "load/hidden.h"

#include "base/failure.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_LINE = 1000 };

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* How the code of all functions lies to a warning. */
struct lying {
    const struct constant_warning *warning;
    bool inside; /* between lines of one function */
    bool here;   /* some instruction has its very place */
};

static bool is_file(const struct ir_instruction *in, const struct constant_warning *w)
{
    return in->file && !strcmp(last_part(in->file->name), last_part(w->file));
}

static void look_at(const struct ir_body *body, struct lying *l)
{
    const struct constant_warning *w = l->warning;
    bool before = body->subprogram && body->subprogram->line <= w->line, after = false;
    for (uint32_t i = 0; i < body->instruction_count; i++) {
        const struct ir_instruction *in = body->instructions[i];
        if (!is_file(in, w))
            continue;
        after |= in->line >= w->line;
        l->here |= in->line == w->line && in->column == w->column;
    }
    l->inside |= before && after;
}

/* What cannot be read was refused before. */
static void look_at_all(struct ir_store *store, struct lying *l)
{
    struct arena arena;
    struct failure ignored;
    arena_init(&arena);
    for (size_t i = 0; i < store->functions.count; i++) {
        struct ir_body body;
        const struct ir_function *f = store->functions.data[i];
        if (f->symbol.defined && ir_body_read(store, f, &arena, &body, &ignored))
            look_at(&body, l);
    }
    arena_release(&arena);
}

/* Is there code for it? Clang warns of an overflow at the operator, where its check is, too.
 * The column of a conversion is another one. (A macro is one place for all that it makes;
 * tables of locals are looked at in initialisers.h.) */
static bool is_check_of(const struct program *p, const struct instruction *in,
                        const struct constant_warning *w)
{
    enum check_kind kind = w->kind == WARNING_OVERFLOW ? CHECK_OVERFLOW : CHECK_FLOAT_CAST;
    if (in->block == UINT32_MAX || in->op != OP_CHECK || in->sub != kind)
        return false;
    const struct place *place = instruction_place(p, in);
    if (place->line != w->line ||
        strcmp(last_part(p->files.data[place->file]), last_part(w->file)))
        return false;
    return kind == CHECK_FLOAT_CAST || place->column == w->column;
}

static bool is_checked(const struct program *p, const struct constant_warning *w)
{
    for (size_t k = 0; k < p->functions.count; k++) {
        const struct function *f = &p->functions.data[k];
        for (size_t i = 0; i < f->instructions.count; i++)
            if (is_check_of(p, &f->instructions.data[i], w))
                return true;
    }
    return false;
}

/* The source text in front of the warning, on its line; what cannot be read is empty. */
static void text_before(const struct constant_warning *w, char *out, int room)
{
    FILE *file = fopen(w->file, "r");
    bool found = file != NULL;
    for (uint32_t line = 0; found && line < w->line; line++)
        found = fgets(out, room, file) != NULL;
    if (!found)
        out[0] = 0;
    else if (w->column < strlen(out))
        out[w->column] = 0;
    if (file)
        fclose(file);
}

/* Whether it stands in something that no run computes: the statement's first word says it. */
static bool is_never_run(const struct constant_warning *w)
{
    char text[LONGEST_LINE];
    text_before(w, text, sizeof text);
    const char *begun = text;
    for (const char *c = text; *c; c++)
        if (strchr(";{}", *c))
            begun = c + 1;
    begun += strspn(begun, " \t");
    bool label = text_starts(begun, "case ") && !strchr(begun, ':');
    return label || text_starts(begun, "static ");
}

/* Of shifts clang warns at the operator, of others where the whole expression begins. */
static bool is_hidden(const struct program *p, struct ir_store *store,
                      const struct constant_warning *w)
{
    struct lying l = {.warning = w};
    if (w->kind == WARNING_OVERFLOW)
        return !is_checked(p, w);
    if (w->kind == WARNING_CONVERSION && is_checked(p, w))
        return false;
    look_at_all(store, &l);
    return l.inside && !l.here && !is_never_run(w);
}

const struct constant_warning *hidden_find(const struct program *p, struct ir_store *store,
                                           const struct constant_warnings *warnings)
{
    for (size_t i = 0; i < warnings->list.count; i++)
        if (is_hidden(p, store, &warnings->list.data[i]))
            return &warnings->list.data[i];
    return NULL;
}
