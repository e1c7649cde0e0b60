/* Runs on examples: the walk of the checker with numbers for variables, and bytes for memory.
 */
#include "relate/relate_internal.h"

#include "base/failure.h"
#include "program/analysis/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_ROUND = 4000, PART_BYTES = 0x100000 };

/* --- what is needed at places --- */

static enum slot_kind kind_of(struct type t)
{
    if (t.kind == TYPE_FLOAT)
        return SLOT_FLOAT;
    return t.kind == TYPE_POINTER ? SLOT_ADDRESS : SLOT_NUMBER;
}

static void add_slot(struct slots *slots, uint64_t path, uint32_t instruction,
                     struct type type)
{
    if (slots->count == MOST_SLOTS || type.width > 64 || type.kind == TYPE_VOID)
        return;
    slots->list[slots->count++] = (struct slot){path, instruction, type.width, kind_of(type)};
}

static void add_set(struct slots *slots, const struct function *f, uint64_t path,
                    const uint64_t *set)
{
    for (uint32_t id = 0; id < f->instructions.count; id++) {
        const struct instruction *in = &f->instructions.data[id];
        bool parameter = in->op == OP_PARAM && path == pair_path(0, 0, 0);
        if (value_set_has(set, id) && !parameter)
            add_slot(slots, path, id, in->type);
    }
}

static void slots_of_frame(const struct pair_side *s, const struct pair_frame *frame,
                           bool top, uint32_t call, struct arena *arena, struct slots *slots)
{
    const struct function *f = &s->program->functions.data[frame->function];
    struct liveness *live = liveness_find(f, arena);
    uint64_t *set = ARENA_ARRAY(arena, uint64_t, live->words + 1);
    const struct block *b = &f->blocks.data[frame->block];
    for (size_t i = 0; top && i < b->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[b->instructions.data[i]];
        if (in->op == OP_PHI)
            add_slot(slots, frame->path, b->instructions.data[i], in->type);
    }
    if (top)
        memcpy(set, live->before[frame->block], live->words * sizeof *set);
    else
        liveness_after(live, call, set);
    add_set(slots, f, frame->path, set);
}

static void slots_of_place(struct pair_side *s, uint32_t place, struct arena *arena,
                           struct slots *slots)
{
    struct pair_way w;
    const struct function *f = &s->program->functions.data[s->function];
    if (place == PAIR_DONE) {
        for (uint32_t i = 0; i < f->result_count; i++)
            add_slot(slots, 0, i, f->results[i]);
        return;
    }
    if (place != PAIR_START && pair_way_start(s, place, &w))
        for (uint32_t i = w.depth; i-- > 0;)
            slots_of_frame(s, &w.frames[i], i + 1 == w.depth,
                           i + 1 < w.depth ? w.frames[i + 1].call : 0, arena, slots);
    if (place != PAIR_START)
        pair_way_release(&w);
}

/* --- examples --- */

struct example {
    const struct function *f;
    struct terms *terms;
    uint64_t seed;
};

static uint64_t roll(const struct example *e, uint64_t what)
{
    return hash_pair(hash_mix(e->seed + 77), what);
}

static uint64_t small_number(uint64_t r)
{
    unsigned which = (unsigned)(r % 16);
    uint64_t n = r >> 8;
    if (which < 11)
        return n % 9;
    if (which < 13)
        return (uint64_t)0 - n % 6;
    return n % 40;
}

/* Memory behind all pointers holds the same. */
static bool has_equal_content(const struct example *e)
{
    return e->seed % 3 == 1;
}

static struct term variable(void *context, const char *name, unsigned width)
{
    struct example *e = context;
    unsigned index;
    uint64_t r = roll(e, hash_bytes(name, strlen(name)));
    bool address = !strncmp(name, "address.", 8) || !strncmp(name, "literal.", 8) ||
                   !strncmp(name, "function.", 9);
    bool parameter = sscanf(name, "parameter.%u", &index) == 1;
    LAW(!parameter || index < e->f->param_count);
    if (parameter && e->f->params[index].kind == TYPE_POINTER) {
        uint64_t where = has_equal_content(e) ? roll(e, 5) : r;
        return term_bv(e->terms, width,
                       0x10000000u + index * PART_BYTES + (where & 0x3ff) * 64);
    }
    if (address)
        return term_bv(e->terms, width, 0x40000000u + (r & 0xffff) * 0x1000);
    if (parameter && e->f->params[index].kind == TYPE_FLOAT && width == 64) {
        double d = (double)(int64_t)small_number(r) * 0.5;
        memcpy(&r, &d, sizeof r);
        return term_bv(e->terms, width, r);
    }
    return term_bv(e->terms, width, small_number(r));
}

/* Elements of 1, 4 or 8 bytes. */
static uint8_t byte(void *context, uint64_t address)
{
    const struct example *e = context;
    static const unsigned sizes[] = {4, 1, 4, 8};
    unsigned size = sizes[e->seed % 4];
    uint64_t where = has_equal_content(e) ? address % PART_BYTES : address;
    uint64_t r = small_number(roll(e, where / size));
    return (uint8_t)(r >> (8 * (address % size)));
}

static void record(struct pair_side *s, const struct pair_way *w, const struct slots *slots,
                   struct visit *v)
{
    v->place = w->place;
    for (size_t i = 0; i < slots->count; i++) {
        const struct slot *slot = &slots->list[i];
        struct term t = TERM_NONE;
        if (!slot->path) {
            LAW(w->place == PAIR_DONE && slot->instruction < w->result_count);
            t = w->results[slot->instruction];
        } else {
            t = pair_value_of(s, w, slot->path, slot->instruction, 0, slot->width);
        }
        v->known[i] = term_const_u64(s->terms, t, &v->value[i]);
    }
}

/* From place to place; ends early where the example tells nothing. */
static void run_example(struct pair_side *s, const struct slots *at, struct run *run)
{
    struct pair_way now;
    if (!pair_way_start(s, PAIR_START, &now))
        return;
    while (run->count < MOST_VISITS) {
        LAW(now.place == PAIR_DONE || now.place <= s->cut_count);
        record(s, &now, &at[now.place], &run->visits[run->count++]);
        if (now.place == PAIR_DONE)
            break;
        pair_ways ways = {0};
        now.end = PAIR_END_OPEN;
        now.steps = 0;
        now.length = 0;
        bool good = pair_walk(s, &now, 1, &ways) && ways.count == 1 &&
                    ways.data[0].end == PAIR_END_PLACE;
        pair_way_release(&now);
        if (!good) {
            pair_ways_release(&ways);
            return;
        }
        now = ways.data[0];
        VECTOR_RELEASE(&ways);
    }
    run->ended = now.place == PAIR_DONE;
    pair_way_release(&now);
}

static void note_parameters(struct example *e, const struct slots *parameters,
                            uint64_t *given)
{
    for (size_t i = 0; i < parameters->count; i++) {
        char name[40];
        snprintf(name, sizeof name, "parameter.%u.%u", parameters->list[i].instruction,
                 parameters->list[i].width);
        term_const_u64(e->terms, variable(e, name, parameters->list[i].width), &given[i]);
    }
}

void relate_examples(const struct pair_side sides[2], struct arena *arena,
                     struct examples *out)
{
    struct terms *terms = terms_new();
    struct example e = {&sides[0].program->functions.data[sides[0].function], terms, 0};
    for (uint32_t i = 0; i < e.f->param_count; i++)
        add_slot(&out->parameters, 0, i, e.f->params[i]);
    for (int s = 0; s < 2; s++) {
        struct pair_side side = sides[s];
        side.terms = terms;
        side.solver = NULL;
        side.objects = NULL;
        side.most_ways = 2;
        side.most_length = LONGEST_ROUND;
        side.variable = variable;
        side.byte = byte;
        side.context = &e;
        for (uint32_t place = 0; place <= PAIR_DONE; place++)
            if (place <= side.cut_count || place == PAIR_DONE)
                slots_of_place(&side, place, arena, &out->at[s][place]);
        for (e.seed = 0; e.seed < EXAMPLES; e.seed++) {
            side.failed = NULL;
            side.fresh = 0;
            run_example(&side, out->at[s], &out->runs[s][e.seed]);
            if (!s)
                note_parameters(&e, &out->parameters, out->given[e.seed]);
        }
    }
    terms_free(terms);
}
