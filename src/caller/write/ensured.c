/* What the contract ensures, as C text around the call. */
#include "caller/write/write_internal.h"

#include <string.h>

static bool makes_memory(const struct spot *s)
{
    return s->shape >= SPOT_ONE && s->shape <= SPOT_STRING && s->shape != SPOT_END &&
           s->shape != SPOT_INSIDE && s->parent == SPOT_NONE && !s->may_be_null;
}

/* What the object of a pointer holds that may be written may change, whoever else leads
 * there. */
static void put_apart_from(struct writer *w, const char *assigns, const struct spot *s,
                           const char *stem)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const struct spot *other = &w->plan->spots.data[i];
        if (makes_memory(other) && clause_names(assigns, other->name))
            LINE(w, "    %s_kept &= sooth_are_separate(%s, %s);\n", stem, other->name,
                 s->name);
    }
}

/* Memory that the contract does not let it write: a witness byte keeps its value. */
static void put_witnesses(struct writer *w, const char *assigns, bool after)
{
    for (size_t i = 0; i < w->plan->spots.count; i++) {
        const struct spot *s = &w->plan->spots.data[i];
        const char *stem = write_stem(w, s);
        if (!makes_memory(s) || clause_names(assigns, s->name))
            continue;
        if (after) {
            LINE(w,
                 "    if (%s_kept) sooth_must(\"assigns %s, not\", ((const unsigned char "
                 "*)%s)[%s_at] == %s_was);\n",
                 stem, assigns, s->name, stem, stem);
            continue;
        }
        LINE(w, "    unsigned long %s_at = __VERIFIER_nondet_ulong();\n", stem);
        LINE(w,
             "    int %s_kept = %s_at < __sooth_object_size(%s) - "
             "__sooth_object_offset(%s);\n",
             stem, stem, s->name, s->name);
        put_apart_from(w, assigns, s, stem);
        LINE(w, "    unsigned char %s_was = 0;\n", stem);
        LINE(w, "    if (%s_kept) %s_was = ((const unsigned char *)%s)[%s_at];\n", stem, stem,
             s->name, stem);
    }
}

void write_before(struct writer *w)
{
    int count = 0;
    struct text declarations = {0};
    for (size_t i = 0; i < w->plan->ensured.count; i++) {
        struct clause *c = &w->plan->ensured.data[i];
        if (c->kind == CLAUSE_ASSIGNS)
            put_witnesses(w, c->text, false);
        if (c->kind == CLAUSE_ENSURES)
            clause_without_old(&w->plan->arena, c->text, &declarations, &count);
    }
    for (int i = 0; i < count; i++)
        w->line++;
    text_put(w->out, text_of(&declarations));
    text_release(&declarations);
}

void write_after(struct writer *w)
{
    int count = 0;
    struct text ignored = {0};
    for (size_t i = 0; i < w->plan->ensured.count; i++) {
        const struct clause *c = &w->plan->ensured.data[i];
        if (c->kind == CLAUSE_ASSIGNS)
            put_witnesses(w, c->text, true);
        if (c->kind == CLAUSE_ENSURES)
            LINE(w, "    sooth_must(\"ensures\", %s);\n",
                 clause_without_old(&w->plan->arena, c->text, &ignored, &count));
    }
    text_release(&ignored);
}
