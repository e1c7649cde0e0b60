/* The answer as a C file. */
#include "synth/synth.h"

#include "base/failure.h"
#include "base/text.h"

static unsigned constants_of(const struct solution *s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->count; i++)
        n += s->program[i].constants;
    return n;
}

void synth_print_c(const struct spec *s, const struct synth_result *r, struct text *out)
{
    LAW(r->status == SYNTH_FOUND && r->solution.count == s->program_count);
    LAW(!r->minimal || r->refuted >= solution_total(&r->solution) ||
        !solution_total(&r->solution));
    unsigned steps = solution_total(&r->solution), constants = constants_of(&r->solution);
    text_add(out,
             "/* %u instruction%s, %u constant%s, words of %u bits; meets its specification "
             "for all inputs.\n",
             steps, steps == 1 ? "" : "s", constants, constants == 1 ? "" : "s", s->width);
    if (r->minimal)
        text_put(out, " * No program of the language has fewer instructions.");
    else if (r->refuted_listed >= steps)
        text_put(out, " * None with fewer instructions and at most two constants, from the "
                      "list of likely "
                      "ones; over all constants: unproved.");
    else
        text_put(out, " * Whether there is one with fewer instructions is unproved.");
    for (unsigned p = 0; p < r->solution.count; p++)
        for (unsigned o = 0; o < s->program[p].outputs && steps <= 8; o++) {
            text_add(out, "\n * %s: out[%u] = ", s->program[p].name, o);
            candidate_print_expression(&r->solution.program[p], s->width, o, out);
        }
    text_put(out, " */\n");
    candidate_print_helpers(&r->solution, s->width, out);
    for (unsigned p = 0; p < r->solution.count; p++) {
        if (p)
            text_put(out, "\n");
        candidate_print_c(&r->solution.program[p], s->width, s->word, s->program[p].name,
                          out);
    }
}
