/* One walk over the function and, through calls, over those it calls: each value that is a
 * pointer into what a parameter leads to, or an integer that comes from there, is followed.
 * Bodies are walked twice, so that what a loop does to its own pointers is seen. */
#include "caller/usage/usage_internal.h"

#include "base/failure.h"
#include "program/library.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 6, MOST_CALLS = 400, PASSES = 2, PART_WEIGHT = 2 };

static struct known join(struct walk *w, const struct instruction *i, uint32_t first,
                         uint32_t by)
{
    struct known out = {0};
    for (uint32_t k = first; k < i->count; k += by) {
        struct known in = walk_known(w, instruction_operand(w->f, i, k));
        if (in.kind == KNOWN_NOTHING)
            continue;
        if (out.kind == KNOWN_NOTHING)
            out = in;
        else if (out.kind == in.kind && out.id == in.id &&
                 (!in.exact || in.offset != out.offset)) {
            if (in.exact && out.exact && in.kind == KNOWN_POINTER)
                usage_stride(w->out, in.id, in.offset - out.offset);
            out.exact = false;
        }
    }
    return out;
}

static const struct instruction *before_resizing(const struct walk *w, struct value v)
{
    const struct instruction *i = walk_maker(w, v);
    while (i && (i->op == OP_ZEXT || i->op == OP_SEXT || i->op == OP_TRUNC))
        i = walk_maker(w, instruction_operand(w->f, i, 0));
    return i;
}

static bool is_given(const struct instruction *i)
{
    return i && (i->op == OP_PARAM || i->op == OP_LOAD);
}

/* It stays what was given, or becomes a constant: `if (x < 0) x = 0;`. */
static bool is_clamped(const struct walk *w, const struct instruction *i)
{
    if (!i || (i->op != OP_PHI && i->op != OP_SELECT))
        return false;
    uint32_t first = i->op == OP_SELECT ? 1 : 0, by = i->op == OP_SELECT ? 1 : 2;
    bool given = false;
    for (uint32_t k = first; k < i->count; k += by) {
        struct value v = instruction_operand(w->f, i, k);
        if (!value_is_constant(v) && !is_given(before_resizing(w, v)))
            return false;
        given |= !value_is_constant(v);
    }
    return given;
}

/* A parameter or what was read, perhaps extended or replaced by constants: not computed, not
 * one of a loop's. */
static bool is_itself(const struct walk *w, struct value v)
{
    const struct instruction *i = before_resizing(w, v);
    return is_given(i) || is_clamped(w, i);
}

/* `number < c` and its kin let pass at most c - 1, the others c. */
static void limit_by_constant(struct number *n, enum compare by, bool swapped,
                              int64_t constant)
{
    bool strict =
        by == COMPARE_ULT || by == COMPARE_SLT || by == COMPARE_UGE || by == COMPARE_SGE;
    if (swapped)
        strict = !strict;
    int64_t most = strict ? constant - 1 : constant;
    if (!n->has_limit || most > n->limit)
        n->limit = most;
    n->has_limit = true;
}

/* `number < c` and `number >= c` ask for c at least, `number <= c` and `number > c` for one
 * more. */
static void limit_from_below(struct number *n, enum compare by, bool swapped,
                             int64_t constant)
{
    bool from = by == COMPARE_SLT || by == COMPARE_SGE,
         after = by == COMPARE_SLE || by == COMPARE_SGT;
    if (!from && !after)
        return;
    int64_t least = constant + (from == swapped ? 1 : 0);
    if (!n->has_least || least < n->least)
        n->least = least;
    n->has_least = true;
}

/* A number by its order with another one, or what constants make of them: `i - 1 < n`. */
static void note_order(struct walk *w, struct value one, struct value other)
{
    struct value from[2] = {walk_root(w, one), walk_root(w, other)};
    struct known a = walk_known(w, from[0]), b = walk_known(w, from[1]);
    if (a.kind != KNOWN_NUMBER || b.kind != KNOWN_NUMBER)
        return;
    if (!is_itself(w, from[0]) || !is_itself(w, from[1]))
        return;
    VECTOR_PUSH(&w->out->compared, (struct pairing){a.id, b.id, 1});
}

/* It belongs to a check, or says which lengths of arrays exist; the program does not ask. */
static bool is_of_check(const struct walk *w, const struct instruction *i)
{
    size_t next = (size_t)(i - w->f->instructions.data) + 1;
    if (next >= w->f->instructions.count)
        return false;
    uint8_t op = (uint8_t)w->f->instructions.data[next].op;
    return op == OP_ASSUME || op == OP_CHECK;
}

/* What the function itself asks of its parameters and of what they lead to. */
static void note_test(struct walk *w, const struct instruction *i)
{
    struct value side[2] = {instruction_operand(w->f, i, 0), instruction_operand(w->f, i, 1)};
    bool order = i->sub != COMPARE_EQ && i->sub != COMPARE_NE;
    if (w->depth || is_of_check(w, i))
        return;
    for (int k = 0; k < 2; k++) {
        struct known a = walk_known(w, side[k]);
        int64_t constant;
        struct known from = walk_known(w, walk_root(w, side[k]));
        bool varies = !value_is_constant(side[1 - k]);
        if (order && varies && from.kind == KNOWN_NUMBER)
            w->out->numbers.data[from.id].ordered = true;
        if (order)
            note_order(w, side[k], side[1 - k]);
        bool fixed = walk_constant(w, side[1 - k], &constant);
        if (!is_itself(w, side[k]))
            continue;
        if (a.kind == KNOWN_POINTER && fixed && !constant)
            VECTOR_PUSH(&w->out->tests, (struct null_test){a.id, i->block});
        if (a.kind != KNOWN_NUMBER || !order || !fixed)
            continue;
        struct number *n = &w->out->numbers.data[a.id];
        if (constant > 0)
            limit_by_constant(n, (enum compare)i->sub, k == 1, constant);
        else
            limit_from_below(n, (enum compare)i->sub, k == 1, constant);
    }
}

static void compare(struct walk *w, const struct instruction *i)
{
    note_test(w, i);
    walk_note_border(w, i);
    if (!is_of_check(w, i))
        walk_note_balance(w, i);
    struct value side[2] = {instruction_operand(w->f, i, 0), instruction_operand(w->f, i, 1)};
    int64_t constant;
    uint32_t weight = i->sub == COMPARE_EQ || i->sub == COMPARE_NE ? 3 : 4;
    for (int k = 0; k < 2; k++) {
        struct known a = walk_known(w, walk_root(w, side[k])),
                     b = walk_known(w, walk_root(w, side[1 - k]));
        bool zero = walk_constant(w, side[1 - k], &constant) && constant == 0;
        if (a.kind == KNOWN_POINTER && zero)
            w->out->uses.data[a.id].tested = true;
        if (a.kind == KNOWN_CONTENT && zero) {
            if (!a.exact)
                w->out->uses.data[a.id].terminated = true;
        }
        if (a.kind == KNOWN_CONTENT && b.kind == KNOWN_CONTENT && !a.exact && !b.exact &&
            a.id != b.id)
            VECTOR_PUSH(&w->out->alike, (struct pairing){a.id, b.id, 1});
        if (a.kind == KNOWN_POINTER && b.kind == KNOWN_POINTER && a.id != b.id)
            VECTOR_PUSH(&w->out->ends, (struct pairing){a.id, b.id, 1});
        struct value other = walk_root(w, side[1 - k]);
        if (a.kind == KNOWN_NUMBER && !value_is_constant(other))
            VECTOR_PUSH(&w->limits,
                        (struct limit){other.id, b.kind == KNOWN_NUMBER ? b.id : USE_NONE,
                                       a.id, weight});
    }
}

/* --- what variables and callees say of a pointer --- */

static bool is_record(const struct ctype *t)
{
    return (t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION) && t->bytes;
}

bool ctype_begins_with(const struct program *p, uint32_t record, uint32_t first)
{
    LAW(record < p->ctypes.count && first < p->ctypes.count);
    for (int depth = 0; depth < MOST_DEPTH; depth++) {
        const struct ctype *t = &p->ctypes.data[record];
        if (t->kind != CTYPE_STRUCT || !t->member_count || t->members[0].bit_offset)
            return false;
        record = t->members[0].ctype;
        if (record == first)
            return is_record(&p->ctypes.data[first]);
    }
    return false;
}

/* A variable of the source holds the pointer, or a function returns it, as one of the type.
 */
static void learn_type(struct walk *w, struct known k, uint32_t ctype)
{
    if (k.kind != KNOWN_POINTER || !k.exact || k.offset)
        return;
    const struct ctype *t = &w->program->ctypes.data[ctype];
    if (!ctype || t->kind != CTYPE_POINTER || !t->element)
        return;
    const struct ctype *record = &w->program->ctypes.data[t->element];
    struct use *u = &w->out->uses.data[k.id];
    if (!is_record(record))
        return;
    u->ctype = ctype;
    uint32_t before = w->program->ctypes.data[u->derived].element;
    bool begins = record->member_count && !record->members[0].bit_offset &&
                  is_record(&w->program->ctypes.data[record->members[0].ctype]);
    if (begins && (!u->derived || record->bytes > w->program->ctypes.data[before].bytes))
        u->derived = ctype;
}

static void learn_variable(struct walk *w, struct known k, uint32_t variable)
{
    if (variable != UINT32_MAX)
        learn_type(w, k, w->program->variables.data[variable].ctype);
}

bool ctype_is_stream(const struct program *p, uint32_t ctype)
{
    LAW(ctype < p->ctypes.count);
    const struct ctype *t = &p->ctypes.data[ctype];
    if (!ctype || t->kind != CTYPE_POINTER)
        return false;
    const char *name = p->ctypes.data[t->element].name;
    return !strcmp(name, "struct _IO_FILE") || !strcmp(name, "FILE");
}

/* Functions of stdio.h, and which argument is the stream. */
static const struct {
    const char *name;
    uint32_t argument;
} of_streams[] = {{"fread", 3},    {"fwrite", 3},   {"fgetc", 0},   {"getc", 0},
                  {"fgets", 2},    {"fputs", 1},    {"fputc", 1},   {"putc", 1},
                  {"ungetc", 1},   {"fclose", 0},   {"fflush", 0},  {"fseek", 0},
                  {"ftell", 0},    {"rewind", 0},   {"feof", 0},    {"ferror", 0},
                  {"fileno", 0},   {"clearerr", 0}, {"fprintf", 0}, {"fscanf", 0},
                  {"vfprintf", 0}, {"vfscanf", 0},  {"fseeko", 0},  {"ftello", 0}};

static void learn_stream(struct walk *w, const struct function *g,
                         const struct instruction *call)
{
    for (size_t k = 0; k < sizeof of_streams / sizeof *of_streams; k++) {
        uint32_t argument = of_streams[k].argument + 1;
        if (argument >= call->count || strcmp(g->name, of_streams[k].name))
            continue;
        struct known stream = walk_known(w, instruction_operand(w->f, call, argument));
        if (stream.kind == KNOWN_POINTER)
            w->out->uses.data[stream.id].stream = true;
    }
}

/* --- calls --- */

static void walk_function(struct walk *);

/* It is being walked: another time it would say nothing new, and take time from others. */
static bool is_on_the_way(const struct walk *w, uint32_t function)
{
    for (; w; w = w->outer)
        if (w->function == function)
            return true;
    return false;
}

static struct known call(struct walk *w, uint32_t id, const struct instruction *i)
{
    struct value callee = instruction_operand(w->f, i, 0);
    struct known behind = walk_known(w, callee);
    (void)id;
    if (behind.kind == KNOWN_POINTER)
        w->out->uses.data[behind.id].called = true;
    if (!value_is_constant(callee))
        return (struct known){0};
    const struct constant *c = program_constant(w->program, callee);
    if (c->kind != CONSTANT_FUNCTION)
        return (struct known){0};
    const struct function *g = &w->program->functions.data[c->index];
    learn_stream(w, g, i);
    walk_note_growth(w, g, i);
    struct known first =
        i->count > 1 ? walk_known(w, instruction_operand(w->f, i, 1)) : (struct known){0};
    if (g->builtin == BUILTIN_FREE && first.kind == KNOWN_POINTER)
        w->out->uses.data[first.id].freed = true;
    if (!g->has_body || w->depth >= MOST_DEPTH || is_on_the_way(w, c->index) ||
        ++w->calls[library_unit(g->unit)] > MOST_CALLS)
        return (struct known){0};
    struct walk inner = {.out = w->out,
                         .program = w->program,
                         .f = g,
                         .function = c->index,
                         .depth = w->depth + 1,
                         .outer = w,
                         .calls = w->calls};
    inner.known = calloc(g->instructions.count + 1, sizeof *inner.known);
    for (uint32_t k = 0; k < g->instructions.count; k++) {
        const struct instruction *p = &g->instructions.data[k];
        if (p->op == OP_PARAM && p->extra + 1 < i->count)
            inner.known[k] = walk_known(
                w, walk_root(w, instruction_operand(w->f, i, (uint32_t)p->extra + 1)));
    }
    walk_function(&inner);
    free(inner.known);
    learn_type(w, inner.result, g->ctype_result);
    return inner.result;
}

/* --- the walk --- */

static bool is_division(enum op op)
{
    return op == OP_UDIV || op == OP_SDIV || op == OP_UREM || op == OP_SREM;
}

static bool is_shift(enum op op)
{
    return op == OP_SHL || op == OP_LSHR || op == OP_ASHR;
}

static void note_use_of_number(struct walk *w, const struct instruction *i)
{
    if (!is_division(i->op) && !is_shift(i->op))
        return;
    struct known k = walk_known(w, walk_root(w, instruction_operand(w->f, i, 1)));
    if (k.kind != KNOWN_NUMBER)
        return;
    struct number *n = &w->out->numbers.data[k.id];
    if (is_division(i->op))
        n->divides = true;
    if (is_shift(i->op))
        n->shifts = true;
}

static const struct known nothing_known;

/* The pointer that the block itself put there before: `e->owner = s->owner;
 * e->owner->run(e)`.
 */
static struct known stored_before(const struct walk *w, const struct instruction *load)
{
    struct known at = walk_known(w, instruction_operand(w->f, load, 0)), found = {0};
    const struct block *b = &w->f->blocks.data[load->block];
    if (at.kind != KNOWN_POINTER || !at.exact)
        return found;
    for (size_t k = 0; k < b->instructions.count; k++) {
        const struct instruction *i = &w->f->instructions.data[b->instructions.data[k]];
        if (i == load)
            break;
        if (i->op != OP_STORE)
            continue;
        struct known to = walk_known(w, instruction_operand(w->f, i, 0));
        if (to.kind == KNOWN_POINTER && to.exact && to.id == at.id && to.offset == at.offset)
            found = walk_known(w, instruction_operand(w->f, i, 1));
    }
    return found;
}

static struct known load(struct walk *w, const struct instruction *i)
{
    struct known stored = i->type.kind == TYPE_POINTER ? stored_before(w, i) : nothing_known;
    return stored.kind == KNOWN_POINTER ? stored : walk_load(w, i);
}

static struct known visit_memory(struct walk *w, const struct instruction *i)
{
    switch ((enum memory_op)i->op) {
    case MEMORY_LOAD:
        return load(w, i);
    case MEMORY_ALLOCA: /* a record by value; else nothing */
        return w->known[i - w->f->instructions.data];
    case MEMORY_STORE:
        walk_touch(w, walk_known(w, instruction_operand(w->f, i, 0)),
                   type_bytes(value_type(w->program, w->f, instruction_operand(w->f, i, 1))),
                   true);
        return nothing_known;
    case MEMORY_MEMCPY:
    case MEMORY_MEMMOVE:
    case MEMORY_MEMSET:
        walk_move(w, i);
        return nothing_known;
    case MEMORY_LIFESTART:
    case MEMORY_LIFEEND:
    case MEMORY_STACKSAVE:
    case MEMORY_STACKRESTORE:
        return nothing_known;
    }
    BUG("operation %u on memory", i->op);
}

/* The pointer that is taken as a number. */
static struct known pointer_behind(const struct walk *w, struct value v)
{
    const struct instruction *i = walk_maker(w, v);
    bool taken = i && i->op == OP_PTRTOINT;
    return taken ? walk_known(w, instruction_operand(w->f, i, 0)) : nothing_known;
}

/* `end - p`: both lead into one buffer. */
static void note_difference(struct walk *w, const struct instruction *i)
{
    struct known a = pointer_behind(w, instruction_operand(w->f, i, 0));
    struct known b = pointer_behind(w, instruction_operand(w->f, i, 1));
    if (a.kind != KNOWN_POINTER || b.kind != KNOWN_POINTER || a.id == b.id)
        return;
    VECTOR_PUSH(&w->out->ends, (struct pairing){a.id, b.id, 1});
    VECTOR_PUSH(&w->out->ends, (struct pairing){b.id, a.id, 1});
}

static struct known visit_integer(struct walk *w, const struct instruction *i)
{
    if (i->op == OP_SUB)
        note_difference(w, i);
    note_use_of_number(w, i);
    if (i->op == OP_ICMP)
        compare(w, i);
    bool resized = i->op == OP_ZEXT || i->op == OP_SEXT || i->op == OP_TRUNC;
    return resized ? walk_known(w, instruction_operand(w->f, i, 0)) : nothing_known;
}

static struct known visit_start(struct walk *w, uint32_t id, const struct instruction *i)
{
    learn_variable(w, w->known[id], i->variable);
    return i->op == OP_PARAM ? w->known[id] : join(w, i, 0, 2);
}

static struct known visit_return(struct walk *w, const struct instruction *i)
{
    if (i->count && w->result.kind == KNOWN_NOTHING)
        w->result = walk_known(w, instruction_operand(w->f, i, 0));
    return nothing_known;
}

static struct known visit(struct walk *w, uint32_t id, const struct instruction *i)
{
    switch (op_class(i->op)) {
    case CLASS_START:
        return visit_start(w, id, i);
    case CLASS_INTEGER:
        return visit_integer(w, i);
    case CLASS_FLOAT:
        return nothing_known;
    case CLASS_ANY:
        return i->op == OP_SELECT ? join(w, i, 1, 1) : nothing_known;
    case CLASS_ADDRESS:
        return i->op == OP_PTRADD ? walk_step(w, i) : nothing_known;
    case CLASS_MEMORY:
        return visit_memory(w, i);
    case CLASS_CALL:
        return i->op == OP_CALL ? call(w, id, i) : nothing_known;
    case CLASS_MEANING:
        if (i->op == OP_NOTE)
            learn_variable(w, walk_known(w, instruction_operand(w->f, i, 0)), i->variable);
        return nothing_known;
    case CLASS_FLOW:
        return i->op == OP_RETURN ? visit_return(w, i) : nothing_known;
    }
    BUG("instruction %u has no class", i->op);
}

/* Some way around the loop makes the number smaller by a constant. */
static bool is_counted_down(const struct walk *w, const struct instruction *phi, uint32_t id)
{
    for (uint32_t k = 0; k < phi->count; k += 2) {
        struct value v = instruction_operand(w->f, phi, k);
        const struct instruction *i = walk_maker(w, v);
        int64_t by;
        for (int steps = 0; i && i->op == OP_PHI && steps < 4;
             steps++) /* where branches meet before the end of a round */
            i = walk_maker(w, instruction_operand(w->f, i, 0));
        if (!i || (i->op != OP_ADD && i->op != OP_SUB) ||
            instruction_operand(w->f, i, 0).id != id)
            continue;
        if (walk_constant(w, instruction_operand(w->f, i, 1), &by) &&
            (i->op == OP_SUB ? by > 0 : by < 0))
            return true;
        if (!value_is_constant(instruction_operand(w->f, i, 1)) && i->op == OP_SUB)
            return true;
    }
    return false;
}

/* A loop that counts a number down while it moves a pointer on. */
static void pair_phis(struct walk *w, const struct block *b)
{
    for (size_t i = 0; i < b->instructions.count; i++) {
        uint32_t pointer = b->instructions.data[i];
        if (w->f->instructions.data[pointer].op != OP_PHI)
            return;
        if (w->known[pointer].kind != KNOWN_POINTER || w->known[pointer].exact)
            continue;
        for (size_t k = 0; k < b->instructions.count; k++) {
            uint32_t number = b->instructions.data[k];
            if (w->f->instructions.data[number].op != OP_PHI)
                break;
            if (w->known[number].kind != KNOWN_NUMBER)
                continue;
            if (is_counted_down(w, &w->f->instructions.data[number], number))
                usage_pair(w->out, w->known[pointer].id, w->known[number].id, 3);
        }
    }
}

static void pair_indices(struct walk *w)
{
    for (size_t i = 0; i < w->indices.count; i++)
        for (size_t k = 0; k < w->limits.count; k++) {
            const struct index *x = &w->indices.data[i];
            const struct limit *y = &w->limits.data[k];
            bool same = x->root == y->root || (x->number != USE_NONE && x->number == y->from);
            if (same && x->number != y->number)
                usage_pair(w->out, x->use, y->number, x->whole ? y->weight : PART_WEIGHT);
        }
}

static void walk_function(struct walk *w)
{
    for (int pass = 0; pass < PASSES; pass++) {
        for (size_t b = 0; b < w->f->blocks.count; b++) {
            const struct block *block = &w->f->blocks.data[b];
            for (size_t k = 0; k < block->instructions.count; k++) {
                uint32_t id = block->instructions.data[k];
                w->known[id] = visit(w, id, &w->f->instructions.data[id]);
            }
            if (pass)
                pair_phis(w, block);
        }
    }
    pair_indices(w);
    walk_find_extents(w);
    for (uint32_t k = 0; k < w->f->instructions.count; k++) {
        uint64_t key = (uint64_t)w->function << 32 | k, ignored;
        if (w->known[k].kind == KNOWN_NUMBER && !map_get(&w->out->number_of, key, &ignored))
            map_set(&w->out->number_of, key, w->known[k].id);
        if (w->known[k].kind == KNOWN_POINTER && !map_get(&w->out->use_of, key, &ignored))
            map_set(&w->out->use_of, key, w->known[k].id);
    }
    VECTOR_RELEASE(&w->indices);
    VECTOR_RELEASE(&w->limits);
    VECTOR_RELEASE(&w->borders);
}

static void seed(struct walk *w)
{
    for (uint32_t k = 0; k < w->f->instructions.count; k++) {
        const struct instruction *p = &w->f->instructions.data[k];
        if (p->op != OP_PARAM)
            continue;
        if (p->type.kind == TYPE_POINTER)
            w->known[k] = (struct known){KNOWN_POINTER, true,
                                         usage_make_use(w->out, USE_NONE, p->extra), 0};
        else if (p->type.kind == TYPE_INT)
            w->known[k] = (struct known){
                KNOWN_NUMBER, true,
                usage_make_number(w->out, USE_NONE, p->extra, p->type.width), 0};
    }
}

/* A record by value that the function keeps in memory: what is read there is what callers
 * gave, as far as this walk looks. */
static void seed_records(struct walk *w)
{
    for (uint32_t n = 0; n < w->f->instructions.count; n++) {
        const struct instruction *i = &w->f->instructions.data[n];
        if (i->op != OP_ALLOCA || i->variable == UINT32_MAX)
            continue;
        const struct variable *v = &w->program->variables.data[i->variable];
        for (uint32_t k = 0; k < w->f->signature_count; k++) {
            const struct cparameter *c = &w->f->signature[k];
            if (v->ctype == c->ctype && is_record(&w->program->ctypes.data[c->ctype]) &&
                !strcmp(v->name, c->name))
                w->known[n] = (struct known){
                    KNOWN_POINTER, true, usage_make_use(w->out, USE_NONE, USE_RECORD + k), 0};
        }
    }
}

/* `*a && *a == *b`: where the one is walked to its 0, the other is a text as well. */
static void end_alike(struct usage *u)
{
    for (size_t i = 0; i < u->alike.count; i++)
        if (u->uses.data[u->alike.data[i].use].terminated)
            u->uses.data[u->alike.data[i].number].terminated = true;
}

void usage_find(struct usage *u, const struct program *p, uint32_t function)
{
    LAW(function < p->functions.count);
    uint32_t calls[2] = {0};
    *u = (struct usage){.function = function};
    struct walk w = {.out = u,
                     .program = p,
                     .f = &p->functions.data[function],
                     .function = function,
                     .calls = calls};
    w.known = calloc(w.f->instructions.count + 1, sizeof *w.known);
    seed(&w);
    seed_records(&w);
    walk_function(&w);
    end_alike(u);
    free(w.known);
}
