/* A specification as a formula: for all inputs, `holds` is true when every application of an
 * unknown program gives its results (L14, Definition 27). Unknown programs are numbered; an
 * application names the program, its argument terms and fresh variables for its results.
 * Arguments may use the inputs and the results of earlier applications. A program without
 * inputs is an existential constant. All words have one width. */
#ifndef SYNTH_SPEC_SPEC_H
#define SYNTH_SPEC_SPEC_H
#include "base/arena.h"
#include "synth/language/language.h"
#include "term/term.h"

struct failure;
struct code;

struct spec_program {
    const char *name;
    unsigned arity, outputs;
};
struct spec_application {
    unsigned program;
    struct term *argument; /* arity many */
    struct term *result;   /* outputs many variables */
};
/* What a grammar allows; without one everything of the families is allowed. See grammar.h for
 * typed grammars.
 */
struct grammar;
struct spec {
    struct arena arena;
    struct terms *terms;
    unsigned width;
    struct term *input; /* variables of `width` bits */
    unsigned input_count;
    struct spec_program *program;
    unsigned program_count;
    struct spec_application *application;
    unsigned application_count;
    struct term holds;
    bool floats;                   /* L's float instructions may help */
    const struct grammar *grammar; /* null: any program of L */
    const char *word;              /* C type of a word in printed programs */
};

void spec_init(struct spec *, unsigned width);
void spec_release(struct spec *);
unsigned spec_add_program(struct spec *, const char *name, unsigned arity, unsigned outputs);
void spec_add_inputs(struct spec *, unsigned count);
/* A new application; the caller fills its arguments. The result variables are made here. */
struct spec_application *spec_apply(struct spec *, unsigned program);
/* One application, its arguments are the inputs themselves, in order: the form `check(in,
 * out)`. */
bool spec_is_plain(const struct spec *);
/* No argument depends on a result, so that all points of evaluation are known before the
 * program is. */
bool spec_is_flat(const struct spec *);
/* `holds` with the solution's programs in place of the unknown ones, over the inputs. */
struct term spec_instance(const struct spec *, const struct solution *);

/* The specification reinterpreted at a smaller width: every word becomes narrower, constants
 * keep their meaning where they speak of the width (see narrow.c). A guess, good for finding
 * candidates, never for accepting one. False if it has no such form. */
bool spec_narrow(const struct spec *, unsigned width, struct spec *out);
/* How a constant of a narrow specification may have been meant at the full width (L14,
 * Figure 6.7). */
enum constant_rule {
    CONSTANT_NAMES_WIDTH, /* it is the width, or next to it */
    CONSTANT_ZEROS_ABOVE,
    CONSTANT_ZEROS_BELOW,
    CONSTANT_REPEATED,
    CONSTANT_SIGN_ABOVE,
    CONSTANT_SHARE_OF_WIDTH,
    CONSTANT_LAST_BIT_BELOW,
    CONSTANT_RULES
};
/* Extends a constant of `from` bits to `to` bits, at least as many; false when the rule does
 * not apply to it. */
bool constant_extend(uint64_t value, unsigned from, unsigned to, enum constant_rule,
                     uint64_t *out);

/* --- fast evaluation --- */
/* Compiles the formula to straight-line code; null with a failure if it holds what the code
 * cannot express.
 */
struct code *code_new(const struct spec *, struct failure *);
void code_free(struct code *);
unsigned code_registers(const struct code *);
/* What depends on the inputs only, once per test: fills registers (code_registers many). */
void code_prepare(const struct code *, const uint64_t *inputs, uint64_t *registers);
/* Arguments of an application, after code_prepare and code_give of the earlier applications
 * it depends on. */
void code_arguments(const struct code *, uint64_t *registers, unsigned application,
                    uint64_t *arguments);
void code_give(const struct code *, uint64_t *registers, unsigned application,
               const uint64_t *results);
bool code_holds(const struct code *, uint64_t *registers); /* after all results are given */
/* All at once: does the solution meet the specification on these inputs? `registers` as
 * code_prepare left them. */
bool code_check(const struct code *, const struct solution *, uint64_t *registers);

#endif
