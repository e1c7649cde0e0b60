/* Certificates as text: one line per loop, one per fact. */
#include "certificate/certificate.h"

#include "base/failure.h"
#include "program/passes.h"
#include "property/property.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_words[] = {[CERTIFICATE_BOUNDED] = "bounded",
                                         [CERTIFICATE_INVARIANTS] = "invariants",
                                         [CERTIFICATE_SHAPES] = "shapes",
                                         [CERTIFICATE_LISTS] = "lists"};
enum { CERTIFICATE_KINDS = sizeof kind_words / sizeof *kind_words };
static const char *const external_words[] = {[CERTIFICATE_EXTERN_ARGS] = "args",
                                             [CERTIFICATE_EXTERN_PURE] = "pure",
                                             [CERTIFICATE_EXTERN_HAVOC] = "havoc"};
enum carries { CARRIES_NOTHING, CARRIES_VALUE, CARRIES_SIGN, CARRIES_BITS, CARRIES_OWN };
static const struct {
    const char *word;
    enum carries carries;
} fact_rows[] = {
#define FACT(kind, word, carries, words, meaning) {word, CARRIES_##carries},
#include "certificate/facts.def"
#undef FACT
};

uint64_t certificate_hash(const struct program *p)
{
    struct text t = {0};
    uint64_t h = hash_pair(p->pointer_width, p->entry); /* of everything that has a meaning */
    for (size_t i = 0; i < p->functions.count; i++) {
        const struct function *f = &p->functions.data[i];
        h = hash_pair(h, hash_bytes(f->name, strlen(f->name)));
        for (size_t k = 0; k < f->instructions.count; k++) {
            if (f->instructions.data[k].block == UINT32_MAX)
                continue;
            text_clear(&t);
            struct instruction in = f->instructions.data[k];
            text_add(&t, "%zu:%u:%u:%u:%u:%u:%u:%lu", k, in.op, in.sub, in.type.kind,
                     in.type.width, in.block, in.count, (unsigned long)in.extra);
            if (in.op == OP_JUMP || in.op == OP_BRANCH)
                text_add(&t, ":%u:%u", in.target[0], in.target[1]);
            for (uint32_t o = 0; o < in.count; o++)
                text_add(&t, ",%u", instruction_operand(f, &in, o).id);
            h = hash_pair(h, hash_bytes(t.data, t.count));
        }
        for (size_t b = 0; b < f->blocks.count; b++)
            h = hash_pair(
                h, hash_bytes(f->blocks.data[b].instructions.data,
                              f->blocks.data[b].instructions.count * sizeof(uint32_t)));
    }
    for (size_t i = 0; i < p->constants.count; i++) {
        const struct constant *c = &p->constants.data[i];
        h = hash_pair(h, hash_pair(hash_pair(c->kind, c->index),
                                   hash_pair((uint64_t)c->offset, c->type.width)));
        if (c->kind == CONSTANT_BITS)
            h = hash_pair(h,
                          hash_bytes(c->limbs, (c->type.width + 31) / 32 * sizeof *c->limbs));
    }
    for (size_t i = 0; i < p->globals.count; i++) {
        const struct global *g = &p->globals.data[i];
        h = hash_pair(h, hash_pair(g->size, g->read_only));
        if (g->bytes)
            h = hash_pair(h, hash_bytes(g->bytes, g->size));
        for (uint32_t r = 0; r < g->relocation_count; r++)
            h = hash_pair(h, hash_pair(g->relocations[r].offset, g->relocations[r].value.id));
    }
    text_release(&t);
    return h;
}

void certificate_release(struct certificate *c)
{
    for (size_t i = 0; i < c->loops.count; i++) {
        for (size_t k = 0; k < c->loops.data[i].facts.count; k++) {
            fact_forall_free(c->loops.data[i].facts.data[k].forall);
            free(c->loops.data[i].facts.data[k].list);
        }
        VECTOR_RELEASE(&c->loops.data[i].facts);
        VECTOR_RELEASE(&c->loops.data[i].ranks);
        VECTOR_RELEASE(&c->loops.data[i].written);
        shape_graphs_release(&c->loops.data[i].graphs);
    }
    VECTOR_RELEASE(&c->loops);
    VECTOR_RELEASE(&c->ghosts);
}

/* --- writing --- */

static void write_number(struct text *t, __int128 v)
{
    char digits[48];
    int n = 0;
    bool minus = v < 0;
    unsigned __int128 u = minus ? -(unsigned __int128)v : (unsigned __int128)v;
    do
        digits[n++] = (char)('0' + (int)(u % 10));
    while (u /= 10);
    if (minus)
        digits[n++] = '-';
    while (n)
        text_add(t, "%c", digits[--n]);
}

void fact_operand_write(struct text *t, const struct fact_operand *x)
{
    LAW(!(x->offset && x->is_float)); /* one word says how it is read */
    if (x->kind == FACT_NO_OPERAND)
        return;
    text_add(t, " %c", x->minus ? '-' : '+');
    switch (x->kind) {
    case FACT_PHI:
        text_add(t, "phi:%u", x->instruction);
        break;
    case FACT_VALUE:
        if (x->above)
            text_add(t, "above:%u:%u", x->above, x->instruction);
        else
            text_add(t, "value:%u", x->instruction);
        break;
    case FACT_CELL:
    case FACT_BEFORE:
        text_add(t, "%s:%016lx:%u:%u", x->kind == FACT_CELL ? "cell" : "before",
                 (unsigned long)x->object, x->at, x->bytes);
        break;
    case FACT_RESULT:
        text_add(t, "result:%u", x->instruction);
        break;
    case FACT_OBJECT:
        text_add(t, "object:%016lx", (unsigned long)x->object);
        break;
    case FACT_NO_OPERAND:
        break;
    }
    text_add(t, "%s%s=%s", x->offset ? ":offset" : "", x->is_float ? ":float" : "", x->name);
}

static void write_fact(struct text *t, const struct fact *f)
{
    LAW(f->kind < FACT_KINDS);
    LAW(!(f->values & ~f->ghosts));
    LAW((f->kind == FACT_FORALL || f->kind == FACT_CONDITION) == (f->forall != NULL));
    LAW((f->kind == FACT_LIST || f->kind == FACT_LIST_FALLS) == (f->list != NULL));
    text_put(t, f->ghosts ? "  when " : "  ");
    for (int g = 0; g < CERTIFICATE_MOST_GHOSTS; g++)
        if (f->ghosts >> g & 1)
            text_add(t, "%d%c ", g, f->values >> g & 1 ? '+' : '-');
    enum carries carries = fact_rows[f->kind].carries;
    text_put(t, fact_rows[f->kind].word);
    if (f->kind == FACT_RELATION)
        fact_relation_write(t, f);
    if (f->kind == FACT_FORALL || f->kind == FACT_CONDITION)
        fact_forall_write(t, f->forall);
    if (f->list)
        list_formula_write(t, f->list);
    if (carries == CARRIES_SIGN)
        text_put(t, f->is_unsigned ? " unsigned" : " signed");
    if (carries == CARRIES_BITS)
        text_add(t, " %u", f->bits);
    if (carries == CARRIES_VALUE || carries == CARRIES_SIGN || carries == CARRIES_BITS) {
        text_put(t, " ");
        write_number(t, f->value);
    }
    fact_operand_write(t, &f->x);
    fact_operand_write(t, &f->y);
    fact_operand_write(t, &f->z);
    text_put(t, "\n");
}

static bool loop_holds(const struct certificate *c, const struct program *p,
                       const struct certificate_loop *l)
{
    if (l->function >= p->functions.count)
        return false;
    const struct function *f = &p->functions.data[l->function];
    if (l->at == CERTIFICATE_AT_HEAD && l->header >= f->blocks.count &&
        c->kind != CERTIFICATE_LISTS)
        return false;
    if (l->at != CERTIFICATE_AT_RETURN && l->written.count)
        return false;
    if (c->kind == CERTIFICATE_SHAPES ? l->facts.count > 0 : l->graphs.count > 0)
        return false;
    for (size_t i = 0; i < l->facts.count; i++)
        if ((uint64_t)l->facts.data[i].ghosts >> c->ghosts.count)
            return false;
    return true;
}

static void write_all(const struct certificate *c, const struct program *p, struct text *t)
{
    LAW((unsigned)c->kind < CERTIFICATE_KINDS);
    LAW(c->violations);
    LAW(c->ghosts.count <= CERTIFICATE_MOST_GHOSTS);
    text_add(t, "certificate 1\nprogram %016lx\n", (unsigned long)c->program);
    if (c->entry != UINT32_MAX && c->entry != p->entry)
        text_add(t, "entry %u\n", c->entry);
    text_add(t, "argument %s %u\nrecursion %u\n", kind_words[c->kind], c->depth,
             c->recursion);
    text_add(t, "external %s\nmalloc-may-fail %d\nviolations", external_words[c->external],
             c->malloc_may_fail);
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (c->violations & VIOLATION_BIT(v))
            text_add(t, " %s", violation_name(v));
    text_put(t, "\n");
    if (c->partial)
        text_put(t, "partial\n");
    if (c->kind == CERTIFICATE_LISTS)
        list_node_write(t, &c->node);
    for (size_t i = 0; i < c->ghosts.count; i++) {
        const struct certificate_ghost *g = &c->ghosts.data[i];
        bool loop = g->kind == CERTIFICATE_GHOST_LOOP;
        text_add(t, "ghost %s %016lx %u %u", loop ? "loop" : "branch", (unsigned long)g->path,
                 g->function, loop ? g->to : g->from);
        if (!loop)
            text_add(t, " %u", g->to);
        text_put(t, "\n");
    }
    for (size_t i = 0; i < c->loops.count; i++) {
        const struct certificate_loop *l = &c->loops.data[i];
        LAW(loop_holds(c, p, l));
        if (l->at == CERTIFICATE_AT_HEAD)
            text_add(t, "loop %016lx %u %u", (unsigned long)l->path, l->function, l->header);
        else
            text_add(t, "%s %u", l->at == CERTIFICATE_AT_CALLS ? "calls" : "returns",
                     l->function);
        text_add(t, " %s\n", p->functions.data[l->function].name);
        for (size_t k = 0; k < l->written.count; k++) {
            text_put(t, "  writes");
            fact_operand_write(t, &l->written.data[k]);
            text_put(t, "\n");
        }
        for (size_t k = 0; k < l->facts.count; k++)
            write_fact(t, &l->facts.data[k]);
        for (size_t k = 0; k < l->ranks.count; k++)
            fact_rank_write(t, &l->ranks.data[k]);
        for (size_t k = 0; k < l->graphs.count; k++)
            shape_graph_write(&l->graphs.data[k], t);
    }
    text_put(t, "end\n");
}

/* What was written from START on is read as the same certificate. */
static bool reads_back(const struct program *p, const struct text *t, size_t start)
{
    struct certificate again;
    const char *at = text_of(t) + start;
    struct text copy = {0};
    if (!certificate_read(&again, &at, NULL))
        return false;
    write_all(&again, p, &copy);
    bool same = text_same(text_of(&copy), text_of(t) + start);
    certificate_release(&again);
    text_release(&copy);
    return same;
}

void certificate_write(const struct certificate *c, const struct program *p, struct text *t)
{
    size_t start = t->count;
    write_all(c, p, t);
    LAW(reads_back(p, t, start));
}

/* --- reading --- */

static bool next_line(const char **text, char *line, size_t room)
{
    const char *end = strchr(*text, '\n');
    size_t n = end ? (size_t)(end - *text) : strlen(*text);
    if (!n && !end)
        return false;
    if (n >= room)
        n = room - 1;
    memcpy(line, *text, n);
    line[n] = 0;
    *text += strcspn(*text, "\n");
    if (**text)
        ++*text;
    return true;
}

static bool read_number(const char *word, __int128 *out)
{
    bool minus = *word == '-';
    if (minus)
        word++;
    if (!*word || strlen(word) > 36)
        return false;
    *out = 0;
    for (; *word; word++) {
        if (*word < '0' || *word > '9')
            return false;
        *out = *out * 10 + (*word - '0');
    }
    if (minus)
        *out = -*out;
    return true;
}

bool fact_operand_read(char *word, struct fact_operand *x)
{
    x->minus = *word == '-';
    if (*word != '-' && *word != '+')
        return false;
    word++;
    char *name = strchr(word, '=');
    if (name) {
        *name++ = 0;
        snprintf(x->name, sizeof x->name, "%s", name);
    }
    x->offset = text_ends(word, ":offset");
    x->is_float = text_ends(word, ":float");
    unsigned long object;
    if (sscanf(word, "phi:%u", &x->instruction) == 1)
        return x->kind = FACT_PHI, true;
    if (sscanf(word, "value:%u", &x->instruction) == 1)
        return x->kind = FACT_VALUE, true;
    if (sscanf(word, "above:%u:%u", &x->above, &x->instruction) == 2)
        return x->kind = FACT_VALUE, x->above > 0;
    if (sscanf(word, "cell:%lx:%u:%u", &object, &x->at, &x->bytes) == 3)
        return x->kind = FACT_CELL, x->object = object, true;
    if (sscanf(word, "before:%lx:%u:%u", &object, &x->at, &x->bytes) == 3)
        return x->kind = FACT_BEFORE, x->object = object, true;
    if (sscanf(word, "result:%u", &x->instruction) == 1)
        return x->kind = FACT_RESULT, true;
    if (sscanf(word, "object:%lx", &object) == 1)
        return x->kind = FACT_OBJECT, x->object = object, true;
    return false;
}

/* Reads "0+ 2- WORD ..." and returns the word. */
static char *read_guard(char **rest, uint32_t *ghosts, uint32_t *values)
{
    char *word;
    while ((word = strtok_r(NULL, " ", rest)) && *word >= '0' && *word <= '9') {
        char *end;
        unsigned long g = strtoul(word, &end, 10);
        if (g >= CERTIFICATE_MOST_GHOSTS || (*end != '+' && *end != '-') || end[1])
            return NULL;
        *ghosts |= (uint32_t)1 << g;
        if (*end == '+')
            *values |= (uint32_t)1 << g;
    }
    return *ghosts ? word : NULL;
}

static bool read_list(struct fact *f, char **rest)
{
    f->list = calloc(1, sizeof *f->list);
    if (f->list && list_formula_read(f->list, rest, f->kind == FACT_LIST ? 'T' : 'N'))
        return true;
    free(f->list);
    return false;
}

static bool read_fact(char *line, struct fact *f)
{
    char *rest, *word = strtok_r(line, " ", &rest);
    unsigned kind = 0;
    uint32_t ghosts = 0, values = 0;
    if (word && text_same(word, "when") && !(word = read_guard(&rest, &ghosts, &values)))
        return false;
    while (word && kind < FACT_KINDS && !text_same(word, fact_rows[kind].word))
        kind++;
    if (!word || kind == FACT_KINDS)
        return false;
    *f = (struct fact){.kind = kind, .ghosts = ghosts, .values = values};
    if (kind == FACT_RELATION)
        return fact_relation_read(f, &rest);
    if (kind == FACT_LIST || kind == FACT_LIST_FALLS)
        return read_list(f, &rest);
    if (kind == FACT_FORALL)
        return fact_forall_read(f, &rest);
    if (kind == FACT_CONDITION)
        return fact_condition_read(f, &rest);
    enum carries carries = fact_rows[kind].carries;
    if (carries == CARRIES_SIGN || carries == CARRIES_BITS) {
        if (!(word = strtok_r(NULL, " ", &rest)))
            return false;
        f->is_unsigned = text_same(word, "unsigned");
        f->bits = carries == CARRIES_BITS ? (unsigned)strtoul(word, NULL, 10) : 0;
    }
    if (carries != CARRIES_NOTHING) {
        if (!(word = strtok_r(NULL, " ", &rest)) || !read_number(word, &f->value))
            return false;
    }
    if ((word = strtok_r(NULL, " ", &rest)) && !fact_operand_read(word, &f->x))
        return false;
    if (word && (word = strtok_r(NULL, " ", &rest)) && !fact_operand_read(word, &f->y))
        return false;
    if (word && (word = strtok_r(NULL, " ", &rest)) && !fact_operand_read(word, &f->z))
        return false;
    return kind == FACT_NEVER || f->x.kind != FACT_NO_OPERAND;
}

static bool read_violations(const char *line, uint32_t *out)
{
    char copy[LONGEST_CONDITION + 1240], *rest;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        int v = 0;
        while (v < VIOLATION_COUNT && !text_same(word, violation_name(v)))
            v++;
        if (v == VIOLATION_COUNT)
            return false;
        *out |= VIOLATION_BIT(v);
    }
    return true;
}

static bool read_ghost(struct certificate *c, const char *line)
{
    unsigned long path;
    struct certificate_ghost g = {.kind = CERTIFICATE_GHOST_BRANCH};
    if (c->ghosts.count == CERTIFICATE_MOST_GHOSTS)
        return false;
    if (sscanf(line, "ghost branch %lx %u %u %u", &path, &g.function, &g.from, &g.to) != 4) {
        g.kind = CERTIFICATE_GHOST_LOOP;
        if (sscanf(line, "ghost loop %lx %u %u", &path, &g.function, &g.to) != 3)
            return false;
    }
    g.path = path;
    VECTOR_PUSH(&c->ghosts, g);
    return true;
}

static bool read_written(struct certificate_loop *l, char *word)
{
    struct fact_operand x = {0};
    if (l->at != CERTIFICATE_AT_RETURN || !fact_operand_read(word, &x) || x.kind != FACT_CELL)
        return false;
    VECTOR_PUSH(&l->written, x);
    return true;
}

static bool read_line(struct certificate *c, char *line)
{
    unsigned long hash;
    unsigned number, function, header;
    char word[32];
    if (line[0] == ' ') {
        struct fact f;
        if (!c->loops.count)
            return false;
        if (c->kind == CERTIFICATE_SHAPES)
            return shape_line_read(&VECTOR_LAST(&c->loops).graphs, line);
        if (text_starts(line, "  writes "))
            return read_written(&VECTOR_LAST(&c->loops), line + strlen("  writes "));
        if (text_starts(line, "  falls ")) {
            struct fact_rank rank;
            if (!fact_rank_read(&rank, line + strlen("  falls ")))
                return false;
            VECTOR_PUSH(&VECTOR_LAST(&c->loops).ranks, rank);
            return true;
        }
        if (!read_fact(line, &f))
            return false;
        VECTOR_PUSH(&VECTOR_LAST(&c->loops).facts, f);
        return true;
    }
    if (sscanf(line, "program %lx", &hash) == 1)
        return c->program = hash, true;
    if (sscanf(line, "argument %31s %u", word, &c->depth) == 2) {
        unsigned kind = 0;
        while (kind < CERTIFICATE_KINDS && !text_same(word, kind_words[kind]))
            kind++;
        c->kind = kind;
        return kind < CERTIFICATE_KINDS && c->depth < 1u << 30;
    }
    if (sscanf(line, "recursion %u", &c->recursion) == 1)
        return true;
    if (sscanf(line, "entry %u", &c->entry) == 1)
        return true;
    if (sscanf(line, "external %31s", word) == 1) {
        for (int i = 0; i < 3; i++)
            if (text_same(word, external_words[i]))
                return c->external = (enum certificate_external)i, true;
        return false;
    }
    if (sscanf(line, "malloc-may-fail %u", &number) == 1)
        return c->malloc_may_fail = number != 0, true;
    if (text_starts(line, "nodes "))
        return list_node_read(line, &c->node);
    if (text_same(line, "partial"))
        return c->partial = true, true;
    if (text_starts(line, "violations"))
        return read_violations(line + strlen("violations"), &c->violations);
    if (text_starts(line, "ghost "))
        return read_ghost(c, line);
    bool calls = sscanf(line, "calls %u", &function) == 1;
    if (calls || sscanf(line, "returns %u", &function) == 1) {
        VECTOR_PUSH(&c->loops, ((struct certificate_loop){.at = calls ? CERTIFICATE_AT_CALLS
                                                                      : CERTIFICATE_AT_RETURN,
                                                          .function = function,
                                                          .header = UINT32_MAX}));
        return true;
    }
    if (sscanf(line, "loop %lx %u %u", &hash, &function, &header) != 3)
        return false;
    VECTOR_PUSH(&c->loops, (struct certificate_loop){
                               .path = hash, .function = function, .header = header});
    return true;
}

bool certificate_read(struct certificate *c, const char **text, struct failure *failure)
{
    char line[LONGEST_CONDITION + 1200];
    *c = (struct certificate){.entry = UINT32_MAX};
    do {
        if (!next_line(text, line, sizeof line))
            return false;
    } while (!line[0] || line[0] == '#');
    bool good = text_same(line, "certificate 1");
    while (good && next_line(text, line, sizeof line) && !text_same(line, "end"))
        good = !line[0] || line[0] == '#' || read_line(c, line);
    if (good && text_same(line, "end"))
        return true;
    certificate_release(c);
    return failure_set(failure, FAILURE_INPUT, "not a certificate of this version: '%s'",
                       line);
}
