/* Splitting a specification into parts and joining what was found for them; see parts.h. */
#include "synth/spec/parts.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/vector.h"

#include <string.h>

enum { UNITS = 64 };

struct conjunct {
    struct term term;
    uint64_t units;
};
struct split {
    const struct spec *spec;
    struct arena *arena;
    bool outputs;
    unsigned unit_count;
    VECTOR(struct conjunct) conjuncts;
};

/* --- which units a term reads --- */

struct reading {
    const struct split *split;
    uint64_t units, inputs;
};

static void see_variable(void *context, struct term t)
{
    struct reading *r = context;
    const struct spec *s = r->split->spec;
    for (unsigned i = 0; i < s->input_count; i++)
        if (term_same(s->input[i], t))
            r->inputs |= (uint64_t)1 << i;
    for (unsigned a = 0; a < s->application_count; a++)
        for (unsigned k = 0; k < s->program[s->application[a].program].outputs; k++)
            if (term_same(s->application[a].result[k], t))
                r->units |= (uint64_t)1
                            << (r->split->outputs ? k : s->application[a].program);
}

static struct reading read_term(const struct split *s, struct term t)
{
    struct reading r = {.split = s};
    term_variables(s->spec->terms, t, see_variable, &r);
    return r;
}

/* --- conjuncts --- */

enum sense { SENSE_TRUE, SENSE_FALSE };

static void add_conjunct(struct split *s, struct term t, struct term guard)
{
    struct term whole = term_or(s->spec->terms, guard, t);
    if (!term_is_true(s->spec->terms, whole))
        VECTOR_PUSH(&s->conjuncts, ((struct conjunct){whole, read_term(s, whole).units}));
}

static void split_term(struct split *, struct term, enum sense, struct term guard);

static bool is_zero(const struct split *s, struct term t)
{
    uint64_t value;
    return term_const_u64(s->spec->terms, t, &value) && !value;
}

/* guard or t differs from 0 */
static void split_word(struct split *s, struct term t, struct term guard)
{
    struct terms *ts = s->spec->terms;
    if (term_op(ts, t) == TERM_BV_ZEXT) {
        split_word(s, term_arg(ts, t, 0), guard);
        return;
    }
    if (term_op(ts, t) == TERM_ITE) {
        struct term c = term_arg(ts, t, 0), a = term_arg(ts, t, 1), b = term_arg(ts, t, 2);
        if (is_zero(s, b) || is_zero(s, a)) {
            split_term(s, c, is_zero(s, b) ? SENSE_TRUE : SENSE_FALSE, guard);
            split_word(s, is_zero(s, b) ? a : b, guard);
            return;
        }
        if (!read_term(s, c).units) {
            split_word(s, a, term_or(ts, guard, term_not(ts, c)));
            split_word(s, b, term_or(ts, guard, c));
            return;
        }
    }
    add_conjunct(s, term_ne(ts, t, term_bv(ts, term_width(ts, t), 0)), guard);
}

/* A disjunction of which all but one part speak of the inputs only. */
static bool split_or(struct split *s, struct term t, struct term guard)
{
    struct terms *ts = s->spec->terms;
    struct term body = TERM_NONE;
    for (size_t i = 0; i < term_count(ts, t); i++) {
        struct term a = term_arg(ts, t, i);
        if (!read_term(s, a).units)
            guard = term_or(ts, guard, a);
        else if (term_is(body))
            return false;
        else
            body = a;
    }
    if (!term_is(body))
        return false;
    split_term(s, body, SENSE_TRUE, guard);
    return true;
}

/* guard or t (or its negation) as conjuncts */
static void split_term(struct split *s, struct term t, enum sense sense, struct term guard)
{
    struct terms *ts = s->spec->terms;
    bool yes = sense == SENSE_TRUE;
    enum term_op op = term_op(ts, t);
    if (op == TERM_NOT) {
        split_term(s, term_arg(ts, t, 0), yes ? SENSE_FALSE : SENSE_TRUE, guard);
        return;
    }
    if ((op == TERM_AND && yes) || (op == TERM_OR && !yes)) {
        for (size_t i = 0; i < term_count(ts, t); i++)
            split_term(s, term_arg(ts, t, i), sense, guard);
        return;
    }
    if (op == TERM_OR && yes && split_or(s, t, guard))
        return;
    if (op == TERM_EQ && !yes &&
        sort_kind(ts, term_sort(ts, term_arg(ts, t, 0))) == SORT_BV) {
        struct term a = term_arg(ts, t, 0), b = term_arg(ts, t, 1);
        if (is_zero(s, a) || is_zero(s, b)) {
            split_word(s, is_zero(s, a) ? b : a, guard);
            return;
        }
    }
    add_conjunct(s, yes ? t : term_not(ts, t), guard);
}

/* --- components --- */

static bool are_disjoint(const uint64_t *sets, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < i; k++)
            if (sets[i] & sets[k])
                return false;
    return true;
}

static uint64_t all_units(const uint64_t *sets, unsigned count)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < count; i++)
        all |= sets[i];
    return all;
}

/* Sets of units that belong together, made disjoint. */
static void unite(uint64_t *sets, unsigned *count, uint64_t units)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < *count; i++) {
        if (sets[i] & units)
            units |= sets[i];
        else
            sets[kept++] = sets[i];
    }
    sets[kept++] = units;
    *count = kept;
    LAW(are_disjoint(sets, *count));
}

static unsigned find_components(const struct split *s, uint64_t *sets)
{
    unsigned count = 0;
    for (unsigned i = 0; i < s->unit_count; i++)
        sets[count++] = (uint64_t)1 << i;
    for (size_t i = 0; i < s->conjuncts.count; i++)
        if (s->conjuncts.data[i].units)
            unite(sets, &count, s->conjuncts.data[i].units);
    for (unsigned a = 0; a < s->spec->application_count && !s->outputs; a++) {
        const struct spec_application *app = &s->spec->application[a];
        uint64_t units = (uint64_t)1 << app->program;
        for (unsigned k = 0; k < s->spec->program[app->program].arity; k++)
            units |= read_term(s, app->argument[k]).units;
        unite(sets, &count, units);
    }
    return count;
}

/* --- parts --- */

static void keep_outputs(struct arena *arena, struct spec *part, const struct spec *whole,
                         uint64_t units)
{
    struct spec_application *a = ARENA_NEW(arena, struct spec_application);
    *a = whole->application[0];
    a->result = ARENA_ARRAY(arena, struct term, whole->program[0].outputs);
    part->program = ARENA_NEW(arena, struct spec_program);
    part->program[0] = whole->program[0];
    part->program[0].outputs = 0;
    for (unsigned k = 0; k < whole->program[0].outputs; k++)
        if (units >> k & 1)
            a->result[part->program[0].outputs++] = whole->application[0].result[k];
    part->application = a;
}

static void keep_programs(struct arena *arena, struct spec *part, const struct spec *whole,
                          uint64_t units)
{
    LAW(whole->program_count <= UNITS);
    unsigned number[UNITS] = {0};
    part->program = ARENA_ARRAY(arena, struct spec_program, whole->program_count);
    part->application =
        ARENA_ARRAY(arena, struct spec_application, whole->application_count + 1);
    part->program_count = part->application_count = 0;
    for (unsigned p = 0; p < whole->program_count; p++) {
        if (!(units >> p & 1))
            continue;
        number[p] = part->program_count;
        part->program[part->program_count++] = whole->program[p];
    }
    for (unsigned a = 0; a < whole->application_count; a++) {
        if (!(units >> whole->application[a].program & 1))
            continue;
        struct spec_application *to = &part->application[part->application_count++];
        *to = whole->application[a];
        to->program = number[to->program];
    }
}

/* Drops inputs that neither the formula nor an argument reads. */
static void keep_inputs(const struct split *s, struct spec *part)
{
    uint64_t inputs = read_term(s, part->holds).inputs;
    for (unsigned a = 0; a < part->application_count; a++)
        for (unsigned k = 0; k < part->program[part->application[a].program].arity; k++)
            inputs |= read_term(s, part->application[a].argument[k]).inputs;
    part->input = ARENA_ARRAY(s->arena, struct term, s->spec->input_count + 1);
    part->input_count = 0;
    for (unsigned i = 0; i < s->spec->input_count; i++)
        if (inputs >> i & 1)
            part->input[part->input_count++] = s->spec->input[i];
}

static void make_part(struct split *s, struct spec_part *p, uint64_t units, bool first)
{
    LAW(units);
    struct terms *ts = s->spec->terms;
    p->units = units;
    p->spec = *s->spec;
    if (s->outputs)
        keep_outputs(s->arena, &p->spec, s->spec, units);
    else
        keep_programs(s->arena, &p->spec, s->spec, units);
    p->spec.holds = term_bool(ts, true);
    for (size_t i = 0; i < s->conjuncts.count; i++) {
        const struct conjunct *c = &s->conjuncts.data[i];
        if ((c->units & units) || (first && !c->units))
            p->spec.holds = term_and(ts, p->spec.holds, c->term);
    }
    keep_inputs(s, &p->spec);
    arena_init(&p->spec.arena);
}

void spec_parts_release(struct spec_parts *parts)
{
    for (unsigned i = 0; i < parts->count; i++)
        arena_release(&parts->part[i].spec.arena);
    arena_release(&parts->arena);
}

bool spec_split(const struct spec *spec, struct spec_parts *out)
{
    *out = (struct spec_parts){0};
    arena_init(&out->arena);
    struct split s = {.spec = spec,
                      .arena = &out->arena,
                      .outputs = spec->program_count == 1 && spec->application_count == 1};
    uint64_t sets[UNITS];
    if (!spec->program_count || spec->grammar)
        return false;
    s.unit_count = s.outputs ? spec->program[0].outputs : spec->program_count;
    if (s.unit_count > UNITS || spec->input_count > UNITS)
        return false;
    split_term(&s, spec->holds, SENSE_TRUE, term_bool(spec->terms, false));
    unsigned count = find_components(&s, sets);
    out->outputs = s.outputs;
    LAW(all_units(sets, count) == width_mask(s.unit_count)); /* each belongs to one part */
    out->count = count;
    out->part = ARENA_ARRAY(&out->arena, struct spec_part, count + 1);
    for (unsigned i = 0; i < count; i++)
        make_part(&s, &out->part[i], sets[i], i == 0);
    VECTOR_RELEASE(&s.conjuncts);
    return count > 1 || (count == 1 && out->part[0].spec.input_count < spec->input_count);
}

/* --- joining --- */

static bool append(struct candidate *to, const struct candidate *from, uint8_t *map)
{
    for (unsigned i = 0; i < from->inputs; i++)
        map[i] = (uint8_t)i;
    unsigned base = to->inputs + to->constants;
    for (unsigned i = 0; i < from->constants; i++) {
        unsigned k = 0;
        while (k < to->constants && to->constant[k] != from->constant[i])
            k++;
        map[from->inputs + i] = (uint8_t)(to->inputs + k);
    }
    if (to->length + from->length > CANDIDATE_STEPS)
        return false;
    for (unsigned i = 0; i < from->length; i++) {
        struct step s = from->step[i];
        for (unsigned k = 0; k < operator_table[s.op].arity; k++)
            s.operand[k] = map[s.operand[k]];
        to->step[to->length] = s;
        map[from->inputs + from->constants + i] = (uint8_t)(base + to->length++);
    }
    return true;
}

static bool add_constants(struct candidate *to, const struct candidate *from)
{
    for (unsigned i = 0; i < from->constants; i++) {
        unsigned k = 0;
        while (k < to->constants && to->constant[k] != from->constant[i])
            k++;
        if (k == CANDIDATE_CONSTANTS)
            return false;
        if (k == to->constants)
            to->constant[to->constants++] = from->constant[i];
    }
    return true;
}

static bool join_outputs(const struct spec *spec, const struct spec_parts *parts,
                         const struct solution *of_part, struct candidate *out)
{
    uint8_t map[CANDIDATE_REGISTERS];
    *out = (struct candidate){.inputs = (uint8_t)spec->program[0].arity,
                              .outputs = (uint8_t)spec->program[0].outputs};
    for (unsigned i = 0; i < parts->count; i++)
        if (!add_constants(out, &of_part[i].program[0]))
            return false;
    for (unsigned i = 0; i < parts->count; i++) {
        const struct candidate *from = &of_part[i].program[0];
        if (!append(out, from, map))
            return false;
        unsigned next = 0;
        for (unsigned k = 0; k < out->outputs; k++)
            if (parts->part[i].units >> k & 1)
                out->output[k] = map[from->output[next++]];
    }
    candidate_tidy(out, spec->width);
    LAW(candidate_well_formed(out, spec->width));
    return true;
}

bool spec_join(const struct spec *spec, const struct spec_parts *parts,
               const struct solution *of_part, struct solution *out)
{
    out->count = spec->program_count;
    if (parts->outputs)
        return join_outputs(spec, parts, of_part, &out->program[0]);
    for (unsigned i = 0; i < parts->count; i++) {
        unsigned next = 0;
        for (unsigned p = 0; p < spec->program_count; p++)
            if (parts->part[i].units >> p & 1)
                out->program[p] = of_part[i].program[next++];
    }
    return true;
}
