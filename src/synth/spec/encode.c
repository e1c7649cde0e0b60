/* Runs the caller of `check` symbolically. Where C leaves a result undefined it is what
 * SMT-LIB says (sooth.h promises that); a failing assertion, a wrong access and a call that
 * does not return are wrong outputs. Runs that are cut (loops without constant bound, what is
 * unsupported) make the specification unsupported. */
#include "synth/spec/encode.h"

#include "base/failure.h"
#include "base/map.h"
#include "formula/formula.h"
#include "program/library.h"

enum {
    MOST_ROUNDS = 5000,
    MOST_ACTIVATIONS = 200,
    MOST_TERMS = 20000000,
    MOST_APPLICATIONS = 250
};

struct encoding {
    struct spec *spec;
    const struct program *program;
    struct failure *failure;
    bool failed;               /* the failure is set */
    struct map program_of;     /* function to number of the unknown program */
    struct map application_of; /* name of a call to number of its application */
    struct term excluded;      /* an assumption failed: the inputs are of no interest */
    struct term returns, value;
};

void encode_put_caller(struct text *out, bool plain)
{
    text_put(
        out,
        "enum { sooth_meta_bytes = SOOTH_META_WIDTH <= 8 ? 1 : SOOTH_META_WIDTH <= 16 ? 2 :\n"
        "  SOOTH_META_WIDTH <= 32 ? 4 : 8 };\n"
        "typedef __typeof__(_Generic((char (*)[sooth_meta_bytes])0, char (*)[1]: (unsigned "
        "char)0,\n"
        "  char (*)[2]: (unsigned short)0, char (*)[4]: 0u, char (*)[8]: 0ull)) "
        "sooth_meta_word;\n"
        "unsigned long long sooth_meta_input(unsigned), sooth_meta_output(unsigned);\n"
        "void sooth_meta_begin(void), sooth_meta_holds(int);\n"
        "void sooth_meta_run(void) {\n"
        "  sooth_meta_word in[INPUTS ? INPUTS : 1];\n  sooth_meta_begin();\n"
        "  for (unsigned i = 0; i < INPUTS; i++) in[i] = sooth_meta_input(i);\n");
    if (plain)
        text_put(out,
                 "  sooth_meta_word out[OUTPUTS ? OUTPUTS : 1];\n"
                 "  for (unsigned i = 0; i < OUTPUTS; i++) out[i] = sooth_meta_output(i);\n"
                 "  sooth_meta_holds(!!check((void *)in, (void *)out));\n}\n");
    else
        text_put(out, "  sooth_meta_holds(!!check((void *)in));\n}\n");
}

static bool refuse(struct encoding *e, const char *what)
{
    if (!e->failed)
        failure_set(e->failure, FAILURE_UNSUPPORTED, "%s in the specification", what);
    e->failed = true;
    return false;
}

/* --- unknown programs --- */

/* Counts the words that go in and come out; false with a failure for other parameters. */
static bool count_words(struct encoding *e, const struct function *f, unsigned *arity,
                        unsigned *outputs)
{
    *arity = 0;
    *outputs = f->result_count;
    if (f->result_count > 1)
        return refuse(e, "an unknown program that returns a structure");
    if (f->result_count && f->results[0].kind != TYPE_INT)
        return refuse(e, "an unknown program whose result is no word");
    for (uint32_t k = 0; k < f->param_count; k++) {
        bool word = f->params[k].kind == TYPE_INT && f->params[k].width <= e->spec->width;
        if (!word && f->params[k].kind != TYPE_POINTER)
            return refuse(e, "an unknown program with a parameter that is no word");
        *arity += word;
        *outputs += !word;
    }
    return true;
}

static struct spec_application *application_for(struct encoding *e,
                                                const struct formula_call *call)
{
    struct spec *s = e->spec;
    const struct function *f = &e->program->functions.data[call->function];
    uint64_t number, which;
    unsigned arity, outputs;
    if (map_get(&e->application_of, call->name, &which))
        return &s->application[which];
    if (!count_words(e, f, &arity, &outputs))
        return NULL;
    if (s->application_count >= MOST_APPLICATIONS) {
        refuse(e, "more than 250 uses of unknown programs");
        return NULL;
    }
    if (!map_get(&e->program_of, call->function, &number)) {
        number = spec_add_program(s, f->name, arity, outputs);
        map_set(&e->program_of, call->function, number);
    }
    map_set(&e->application_of, call->name, s->application_count);
    return spec_apply(s, (unsigned)number);
}

static struct term as_result(struct terms *ts, struct term word, uint32_t width)
{
    LAW(width >= 1);
    if (width > 1)
        return term_resize(ts, word, width);
    struct term zero = term_bv(ts, term_width(ts, word), 0);
    return term_ite(ts, term_ne(ts, word, zero), term_bv(ts, 1, 1), term_bv(ts, 1, 0));
}

static bool apply(struct encoding *e, struct formula_call *call)
{
    struct terms *ts = e->spec->terms;
    const struct function *f = &e->program->functions.data[call->function];
    struct spec_application *a = application_for(e, call);
    unsigned in = 0, out = f->result_count;
    if (!a) {
        call->goes_on = term_bool(ts, false);
        return true;
    }
    for (uint32_t k = 0; k < f->param_count; k++) {
        if (f->params[k].kind == TYPE_INT) {
            a->argument[in++] = term_resize(ts, call->arguments[k].a, e->spec->width);
            continue;
        }
        call->written[k] = sym_bits(a->result[out++]);
        call->stored[k] = type_int(e->spec->width);
    }
    LAW(in == e->spec->program[a->program].arity &&
        out == e->spec->program[a->program].outputs);
    if (f->result_count)
        call->results[0] = sym_bits(as_result(ts, a->result[0], f->results[0].width));
    return true;
}

/* --- questions of the caller --- */

static bool give_word(struct encoding *e, struct formula_call *call, const struct term *words,
                      unsigned count)
{
    uint64_t index;
    if (!term_const_u64(e->spec->terms, call->arguments[0].a, &index) || index >= count)
        BUG("a word that is none was asked for");
    call->results[0] = sym_bits(term_zext(e->spec->terms, words[index], 64));
    return true;
}

static struct term is_zero(struct terms *ts, struct term value)
{
    return term_eq(ts, value, term_bv(ts, term_width(ts, value), 0));
}

static void assume(struct encoding *e, struct formula_call *call)
{
    struct terms *ts = e->spec->terms;
    struct term fails = is_zero(ts, call->arguments[0].a);
    e->excluded = term_or(ts, e->excluded, term_and(ts, call->guard, fails));
    call->goes_on = term_not(ts, fails);
}

static bool answer(void *context, struct formula_call *call)
{
    struct encoding *e = context;
    struct spec *s = e->spec;
    const char *name = e->program->functions.data[call->function].name;
    if (text_same(name, "sooth_meta_begin")) {
        e->excluded = e->returns = term_bool(s->terms, false);
        return true;
    }
    if (text_same(name, "sooth_meta_input"))
        return give_word(e, call, s->input, s->input_count);
    if (text_same(name, "sooth_meta_output"))
        return give_word(e, call, s->application[0].result, s->program[0].outputs);
    if (text_same(name, "sooth_meta_assume")) {
        assume(e, call);
        return true;
    }
    if (text_same(name, "sooth_meta_holds")) {
        e->returns = call->guard;
        e->value = call->arguments[0].a;
        return true;
    }
    return apply(e, call);
}

/* --- the term --- */

static bool uses_floats(const struct program *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const struct function *f = &p->functions.data[i];
        for (size_t k = 0; !library_unit(f->unit) && k < f->instructions.count; k++) {
            const struct instruction *in = &f->instructions.data[k];
            if (in->block != UINT32_MAX && (in->type.kind == TYPE_FLOAT || in->op == OP_FCMP))
                return true;
        }
    }
    return false;
}

static bool is_whole(struct encoding *e, const struct formula *f)
{
    const char *what = NULL;
    if (e->failed)
        return false;
    if (f->memory.axioms.count)
        what = "addresses as numbers";
    if (f->stopped)
        what = "too many steps";
    if (f->cuts.count)
        what =
            f->cuts.data[0].what ? f->cuts.data[0].what : "a loop without a constant bound";
    if (what)
        refuse(e, what);
    return !what;
}

/* Nonzero, and nothing went wrong on the way. */
static bool take(struct encoding *e, const struct formula *f)
{
    struct terms *ts = e->spec->terms;
    struct term bad = term_bool(ts, false);
    if (!is_whole(e, f))
        return false;
    if (term_is_false(ts, e->returns))
        return failure_set(e->failure, FAILURE_INPUT, "check never returns");
    for (size_t i = 0; i < f->claims.count; i++)
        bad = term_or(ts, bad, f->claims.data[i].bad);
    struct term right = term_and(ts, e->returns, term_not(ts, is_zero(ts, e->value)));
    e->spec->holds = term_or(ts, e->excluded, term_and(ts, right, term_not(ts, bad)));
    return true;
}

bool encode_specification(struct spec *s, struct program *p, struct failure *failure)
{
    struct encoding e = {.spec = s, .program = p, .failure = failure};
    p->entry = program_find_function(p, "sooth_meta_run");
    struct formula_options options = {
        .bound = MOST_ROUNDS,
        .recursion = MOST_ACTIVATIONS,
        .violations = VIOLATION_BIT(VIOLATION_REACH) | VIOLATION_BIT(VIOLATION_DEREF),
        .entry = p->entry,
        .undefined = UNDEFINED_AS_SMTLIB,
        .term_limit = MOST_TERMS,
        .answer = answer,
        .answer_context = &e,
    };
    struct layouts layouts = {0};
    struct formula f;
    struct program_facts *facts = program_facts_new(p);
    formula_build(&f, s->terms, facts, &layouts, &options);
    bool good = take(&e, &f);
    s->floats = uses_floats(p);
    formula_release(&f);
    program_facts_free(facts);
    layouts_release(&layouts);
    map_release(&e.program_of);
    map_release(&e.application_of);
    return good;
}
