/* Gives the loops of a copy of the program their accelerators. The head of a loop keeps its
 * phis; what follows them moves to a block of its own, and the head asks which way to go. */
#include "accelerate/accelerate.h"

#include "accelerate/emit.h"
#include "base/failure.h"

enum { MOST_ACCELERATORS = 4 };

struct maker {
    const struct program *original;
    struct accelerated *out;
    const struct accelerate_options *options;
    struct arena arena;
    uint32_t before; /* the automaton's phi at the head of the loop at hand */
};

/* --- the head of a loop --- */

/* Where a block was the one before, another is now. */
static void rename_predecessor(struct function *f, uint32_t block, uint32_t old, uint32_t new)
{
    const struct block *b = &f->blocks.data[block];
    for (size_t i = 0; i < b->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[b->instructions.data[i]];
        if (in->op != OP_PHI)
            return;
        for (uint32_t k = 1; k < in->count; k += 2)
            if (f->operands.data[in->operand + k] == old)
                f->operands.data[in->operand + k] = new;
    }
}

static size_t count_phis(const struct function *f, uint32_t block)
{
    const struct block *b = &f->blocks.data[block];
    size_t n = 0;
    while (n < b->instructions.count &&
           f->instructions.data[b->instructions.data[n]].op == OP_PHI)
        n++;
    return n;
}

/* What follows the phis of a block moves to a new one, which is returned. The block has no
 * end then. */
static uint32_t split(struct program *p, uint32_t function, uint32_t block)
{
    struct function *f = &p->functions.data[function];
    uint32_t rest = function_add_block(p, f, "round");
    struct block *from = &f->blocks.data[block];
    size_t phis = count_phis(f, block);
    for (size_t i = phis; i < from->instructions.count; i++) {
        VECTOR_PUSH(&f->blocks.data[rest].instructions, from->instructions.data[i]);
        f->instructions.data[from->instructions.data[i]].block = rest;
    }
    from->instructions.count = phis;
    uint32_t next[2], count = block_successors(f, &f->blocks.data[rest], next, 2);
    for (uint32_t i = 0; i < count && i < 2; i++)
        rename_predecessor(f, next[i], block, rest);
    return rest;
}

static void add_incoming(struct function *f, uint32_t phi, struct value v, uint32_t from)
{
    struct instruction *in = &f->instructions.data[phi];
    VECTOR(uint32_t) operands = {0};
    for (uint32_t k = 0; k < in->count; k++)
        VECTOR_PUSH(&operands, f->operands.data[in->operand + k]);
    VECTOR_PUSH(&operands, v.id);
    VECTOR_PUSH(&operands, from);
    in->operand = (uint32_t)f->operands.count;
    in->count = (uint32_t)operands.count;
    for (size_t k = 0; k < operands.count; k++)
        VECTOR_PUSH(&f->operands, operands.data[k]);
    VECTOR_RELEASE(&operands);
}

static void jump(struct function *f, uint32_t from, uint32_t to)
{
    struct instruction in = instruction_make(OP_JUMP, type_void());
    in.target[0] = to;
    function_add(f, from, in, NULL, 0);
}

/* --- one accelerator --- */

static struct value after_of(const struct rounds_plan *p, const struct value *after,
                             uint32_t phi)
{
    for (size_t i = 0; i < p->values.count; i++)
        if (p->values.data[i].phi == phi)
            return after[i];
    return (struct value){phi}; /* it stays */
}

static uint32_t place_of(const struct function *f, uint32_t block)
{
    const struct instruction *last = block_terminator(f, &f->blocks.data[block]);
    return last ? last->place : 0;
}

static void add_accelerator(struct maker *m, struct rounds_plan *p, uint32_t number,
                            uint32_t place)
{
    LAW(number >= 1 && number < 1u << WAY_BITS);
    struct program *program = m->out->program;
    uint32_t function = p->path->function,
             header = p->path->forest->loops[p->path->loop].header;
    struct function *f = &program->functions.data[function];
    struct accelerator a = {.function = function, .header = header, .each = p->path->rounds};
    a.block = function_add_block(program, f, "rounds");
    struct emitter e = {.program = program,
                        .function = function,
                        .block = a.block,
                        .place = place,
                        .plan = p,
                        .out = &a,
                        .whole = m->out,
                        .before = {m->before},
                        .number = number};
    struct value *after = ARENA_ARRAY(&m->arena, struct value, p->values.count + 1);
    emitter_plan(&e, after);
    emitter_release(&e);
    f = &program->functions.data[function];
    jump(f, a.block, header);
    for (size_t i = 0; i < p->path->phis.count; i++) {
        uint32_t phi = p->path->phis.data[i].phi;
        add_incoming(f, phi, after_of(p, after, phi), a.block);
    }
    VECTOR_PUSH(&m->out->list, a);
}

/* The head asks: 0 goes on as written, another number to that accelerator. */
static void ask(struct maker *m, uint32_t function, uint32_t header, uint32_t rest,
                size_t first)
{
    LAW(first < m->out->list.count);
    struct program *p = m->out->program;
    struct function *f = &p->functions.data[function];
    struct instruction input = instruction_make(OP_INPUT, type_int(WAY_BITS));
    input.text = "way";
    uint32_t choice = function_add(f, header, input, NULL, 0), block = header;
    for (size_t i = first; i < m->out->list.count; i++) {
        struct accelerator *a = &m->out->list.data[i];
        a->choice = choice;
        a->number = (uint32_t)(i - first) + 1;
        LAW(choice >= m->original->functions.data[function].instructions.count);
        struct instruction compare = instruction_make(OP_ICMP, type_int(1));
        compare.sub = COMPARE_EQ;
        uint32_t operands[] = {choice, constant_int(p, type_int(WAY_BITS), a->number).id};
        uint32_t same = function_add(f, block, compare, operands, 2);
        bool last = i + 1 == m->out->list.count;
        uint32_t next = last ? rest : function_add_block(p, f, "ways");
        struct instruction branch = instruction_make(OP_BRANCH, type_void());
        branch.target[0] = a->block;
        branch.target[1] = next;
        function_add(f, block, branch, &same, 1);
        block = next;
    }
}

/* --- bytes that are set apart --- */

static bool sets_apart(const struct program *p, const struct function *f,
                       const struct instruction *in)
{
    if (in->op != OP_STORE || in->block == UINT32_MAX)
        return false;
    struct value v = instruction_operand(f, in, 1);
    return value_is_constant(v) && type_same(program_constant(p, v)->type, type_int(8));
}

static void add_mark(struct maker *m, uint32_t function, uint32_t store)
{
    struct program *p = m->out->program;
    struct function *f = &p->functions.data[function];
    uint32_t block = f->instructions.data[store].block, at = 0;
    uint32_t mark = program_add_global(p, "mark", p->pointer_width / 8);
    p->globals.data[mark].alignment = p->pointer_width / 8;
    while (f->blocks.data[block].instructions.data[at] != store)
        at++;
    uint32_t pointer = instruction_operand(f, &f->instructions.data[store], 0).id;
    uint32_t operands[] = {constant_global(p, mark, 0).id, pointer};
    function_insert(f, block, at + 1, instruction_make(OP_STORE, type_void()), operands, 2);
    m->out->marks[m->out->mark_count++] = mark;
}

/* Stores of a known byte outside of all loops. */
static void add_marks(struct maker *m, uint32_t function, const struct loop_forest *forest)
{
    const struct function *f = &m->original->functions.data[function];
    for (uint32_t i = 0; i < f->instructions.count && m->out->mark_count < MOST_MARKS; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (!sets_apart(m->original, f, in) || forest->loop_of[in->block] != UINT32_MAX)
            continue;
        add_mark(m, function, i);
    }
}

/* --- loops --- */

static bool is_simple(const struct loop_forest *forest, uint32_t loop)
{
    return !forest->loops[loop].irreducible;
}

static void add_paths(struct maker *m, struct path *path, size_t first, uint32_t place)
{
    bool possible;
    while (m->out->list.count - first < MOST_ACCELERATORS && path_next(path, &possible)) {
        struct rounds_plan plan;
        if (!possible)
            continue;
        bool good = rounds_plan_make(&plan, path) &&
                    (m->options->guesses || !rounds_plan_guesses(&plan));
        if (good)
            add_accelerator(m, &plan, (uint32_t)(m->out->list.count - first) + 1, place);
        rounds_plan_release(&plan);
    }
}

/* The automaton: which accelerator was the last step, if any. */
static void add_automaton(struct maker *m, uint32_t function, uint32_t header)
{
    struct program *p = m->out->program;
    struct function *f = &p->functions.data[function];
    m->before =
        function_insert(f, header, 0, instruction_make(OP_PHI, type_int(WAY_BITS)), NULL, 0);
}

static void finish_automaton(struct maker *m, uint32_t function, uint32_t header,
                             size_t first)
{
    struct program *p = m->out->program;
    struct function *f = &p->functions.data[function];
    function_link(f);
    LAW(f->instructions.data[m->before].op == OP_PHI &&
        !f->instructions.data[m->before].count);
    for (size_t i = 0; i < f->blocks.data[header].predecessors.count; i++) {
        uint32_t from = f->blocks.data[header].predecessors.data[i], way = 0;
        for (size_t k = first; k < m->out->list.count; k++)
            if (m->out->list.data[k].block == from)
                way = m->out->list.data[k].number;
        add_incoming(f, m->before, constant_int(p, type_int(WAY_BITS), way), from);
    }
}

static void remove_automaton(struct maker *m, uint32_t function, uint32_t header)
{
    struct function *f = &m->out->program->functions.data[function];
    struct block *b = &f->blocks.data[header];
    LAW(b->instructions.data[0] == m->before);
    for (size_t i = 1; i < b->instructions.count; i++)
        b->instructions.data[i - 1] = b->instructions.data[i];
    b->instructions.count--;
    f->instructions.data[m->before].block = UINT32_MAX;
}

static void accelerate_loop(struct maker *m, uint32_t function,
                            const struct loop_forest *forest, uint32_t loop)
{
    LAW(is_simple(forest, loop));
    uint32_t header = forest->loops[loop].header;
    uint32_t place = place_of(&m->original->functions.data[function], header);
    size_t first = m->out->list.count;
    add_automaton(m, function, header);
    for (uint32_t rounds = 1; rounds <= 2 && m->out->list.count == first; rounds++) {
        struct path path;
        path_init(&path, m->original, function, forest, loop, m->options->ignored);
        path.rounds = rounds;
        add_paths(m, &path, first, place);
        path_release(&path);
    }
    if (m->out->list.count == first) {
        remove_automaton(m, function, header);
        return;
    }
    uint32_t rest = split(m->out->program, function, header);
    ask(m, function, header, rest, first);
    finish_automaton(m, function, header, first);
}

static void find_loops(struct maker *m, uint32_t function, struct loop_forest *out)
{
    struct dominators d;
    const struct function *f = &m->original->functions.data[function];
    dominators_find(f, &m->arena, &d);
    loops_find(f, &d, &m->arena, out);
}

static void accelerate_function(struct maker *m, uint32_t function,
                                const struct loop_forest *forest)
{
    for (uint32_t i = 0; i < forest->count; i++)
        if (is_simple(forest, i))
            accelerate_loop(m, function, forest, i);
    function_link(&m->out->program->functions.data[function]);
}

/* What the header promises: numbers from 1 on, loops of the original, and instructions that
 * it does not have. */
static bool accelerators_hold(const struct program *original, const struct accelerated *out)
{
    for (size_t i = 0; i < out->list.count; i++) {
        const struct accelerator *a = &out->list.data[i];
        const struct function *f = &original->functions.data[a->function];
        if (!a->number || !a->each || a->header >= f->blocks.count ||
            a->block < f->blocks.count)
            return false;
        if (a->choice < f->instructions.count || a->rounds < f->instructions.count)
            return false;
    }
    return true;
}

bool accelerate_program(const struct program *p, const struct accelerate_options *options,
                        struct accelerated *out)
{
    *out = (struct accelerated){.program = program_copy(p)};
    struct maker m = {.original = p, .out = out, .options = options};
    arena_init(&m.arena);
    struct loop_forest *forests =
        ARENA_ARRAY(&m.arena, struct loop_forest, p->functions.count);
    for (uint32_t i = 0; i < p->functions.count; i++) {
        if (!p->functions.data[i].has_body)
            continue;
        find_loops(&m, i, &forests[i]);
        if (options->guesses)
            add_marks(&m, i, &forests[i]);
    }
    for (uint32_t i = 0; i < p->functions.count; i++)
        if (p->functions.data[i].has_body)
            accelerate_function(&m, i, &forests[i]);
    arena_release(&m.arena);
    struct failure failure;
    if (!program_check(out->program, &failure))
        BUG("%s", failure.message);
    LAW(accelerators_hold(p, out));
    return out->list.count > 0;
}

void accelerated_release(struct accelerated *a)
{
    for (size_t i = 0; i < a->list.count; i++) {
        VECTOR_RELEASE(&a->list.data[i].asks);
        VECTOR_RELEASE(&a->list.data[i].anchors);
    }
    VECTOR_RELEASE(&a->list);
    program_free(a->program);
}

bool accelerate_suits(const struct program *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const struct function *f = &p->functions.data[i];
        for (uint32_t b = 1; f->has_body && b < f->blocks.count; b++)
            if (block_is_head(f, b))
                return true;
    }
    return false;
}
