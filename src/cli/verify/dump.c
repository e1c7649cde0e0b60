#include "cli/verify/dump.h"

#include "base/text.h"
#include "cli/command.h"
#include "engine/shapes/tell/dump.h"

#include <stdio.h>

int verify_dump_program(const struct program *p)
{
    struct text text = {0};
    program_print(p, &text);
    fwrite(text_of(&text), 1, text.count, stdout);
    text_release(&text);
    return EXIT_HOLDS;
}

int verify_dump_shape(const struct engine_task *task)
{
    struct text text = {0};
    shapes_dump(task, &text);
    fwrite(text_of(&text), 1, text.count, stdout);
    text_release(&text);
    return EXIT_HOLDS;
}

/* What happens, where; then the script: the claim's condition together with what is known of
 * addresses. */
static const char *cut_name(enum cut_reason reason)
{
    switch (reason) {
    case CUT_LOOP:
        return "cut: loop";
    case CUT_RECURSION:
        return "cut: recursion";
    case CUT_UNSUPPORTED:
    case CUT_EXTERNAL:
        return "cut: unsupported";
    case CUT_INEXACT:
        return "cut: inexact";
    }
    return "cut";
}

static void dump_claim(const struct formula *f, const char *kind, uint32_t function,
                       uint32_t instruction, struct term condition)
{
    struct text text = {0};
    VECTOR(struct term) asserts = {0};
    char place[256];
    const struct instruction *in =
        &f->program->functions.data[function].instructions.data[instruction];
    for (size_t i = 0; i < f->memory.axioms.count; i++)
        VECTOR_PUSH(&asserts, f->memory.axioms.data[i]);
    VECTOR_PUSH(&asserts, condition);
    printf("; %s at %s\n", kind,
           place_text(f->program, instruction_place(f->program, in), place, sizeof place));
    term_print_script(f->terms, asserts.data, asserts.count, &text);
    printf("%s\n", text_of(&text));
    text_release(&text);
    VECTOR_RELEASE(&asserts);
}

int verify_dump_formula(const struct engine_task *task)
{
    struct terms *terms = terms_new();
    struct program_facts *facts = program_facts_new(task->program);
    struct layouts layouts = {0};
    uint32_t bound = task->first_bound ? task->first_bound : 1;
    struct formula_options options = {.bound = bound,
                                      .recursion = bound,
                                      .violations = task->violations,
                                      .external = task->external,
                                      .malloc_may_fail = task->malloc_may_fail,
                                      .entry = task->entry};
    struct formula f;
    formula_build(&f, terms, facts, &layouts, &options);
    printf("; %zu claims, %zu cuts, bound %u\n", f.claims.count, f.cuts.count, bound);
    for (size_t i = 0; i < f.claims.count; i++) {
        const struct claim *c = &f.claims.data[i];
        dump_claim(&f, violation_name(c->kind), c->function, c->instruction, c->bad);
    }
    for (size_t i = 0; i < f.cuts.count; i++) {
        const struct cut *c = &f.cuts.data[i];
        dump_claim(&f, cut_name(c->reason), c->function, c->instruction, c->when);
    }
    formula_release(&f);
    layouts_release(&layouts);
    program_facts_free(facts);
    terms_free(terms);
    return EXIT_HOLDS;
}
