/* The term store: hash-consing of nodes, sorts and names, and looking at terms.
 *
 * Every node is interned by its content, so equality of terms is equality of handles. Nodes,
 * words and names are only ever added; all of it is released with the store. */
#include "term/limbs.h"
#include "base/failure.h"
#include "term/term_internal.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_WORDS = 1 << 14 };

/* Most slots that are looked at hold another hash: their nodes are elsewhere in memory and
 * are left alone. */
static struct slot *slots_new(size_t capacity)
{
    struct slot *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        BUG("out of memory");
    return slots;
}

struct terms *terms_new(void)
{
    struct terms *terms = calloc(1, sizeof *terms);
    if (!terms)
        BUG("out of memory");
    arena_init(&terms->arena);
    VECTOR_PUSH(&terms->nodes, (struct node){0});
    VECTOR_PUSH(&terms->sorts, (struct sort_entry){0});
    VECTOR_PUSH(&terms->names, "");
    terms->slot_mask = (1 << 10) - 1;
    terms->slots = slots_new(terms->slot_mask + 1);
    return terms;
}

void terms_free(struct terms *terms)
{
    if (!terms)
        return;
    if (terms->attachment_free)
        terms->attachment_free(terms->attachment);
    VECTOR_RELEASE(&terms->nodes);
    VECTOR_RELEASE(&terms->sorts);
    VECTOR_RELEASE(&terms->names);
    map_release(&terms->sort_ids);
    text_map_release(&terms->variables);
    text_map_release(&terms->name_ids);
    arena_release(&terms->arena);
    free(terms->slots);
    free(terms);
}

size_t terms_count(const struct terms *terms)
{
    return terms->nodes.count - 1;
}

void terms_attach(struct terms *terms, void *attachment, void (*release)(void *))
{
    LAW(attachment && release);
    CHECK_LAW(!terms->attachment);
    terms->attachment = attachment;
    terms->attachment_free = release;
}

void *terms_attachment(const struct terms *terms)
{
    return terms->attachment;
}

/* --- interning --- */

static uint32_t *words_new(struct terms *terms, size_t n)
{
    if (n > CHUNK_WORDS / 4)
        return ARENA_ARRAY(&terms->arena, uint32_t, n);
    if (n > terms->words_left) {
        terms->words = ARENA_ARRAY(&terms->arena, uint32_t, CHUNK_WORDS);
        terms->words_left = CHUNK_WORDS;
        LAW(n <= terms->words_left);
    }
    uint32_t *words = terms->words;
    terms->words += n;
    terms->words_left -= n;
    return words;
}

static void slots_grow(struct terms *terms)
{
    size_t capacity = (terms->slot_mask + 1) * 2;
    struct slot *slots = slots_new(capacity);
    for (size_t i = 0; i <= terms->slot_mask; i++) {
        struct slot old = terms->slots[i];
        if (!old.id)
            continue;
        size_t at = old.hash & (capacity - 1);
        while (slots[at].id)
            at = (at + 1) & (capacity - 1);
        slots[at] = old;
    }
    free(terms->slots);
    terms->slots = slots;
    terms->slot_mask = capacity - 1;
}

static size_t node_words(const struct terms *terms, const struct node *node)
{
    bool limbs = node->op == TERM_CONST || node->op == TERM_FLOAT;
    return limbs ? LIMBS(sort_width(terms, (struct sort){node->sort})) : node->count;
}

static bool is_value(const struct terms *terms, enum term_op op, const uint32_t *words,
                     size_t count)
{
    if (op != TERM_STORE && op != TERM_ARRAY_CONST)
        return op < TERM_VAR;
    for (size_t i = 0; i < count; i++)
        if (!terms->nodes.data[words[i]].value)
            return false;
    return true;
}

/* Arguments are older than the term. */
static bool arguments_exist(const struct terms *terms, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!words[i] || words[i] >= terms->nodes.count)
            return false;
    return true;
}

struct term terms_intern(struct terms *terms, enum term_op op, struct sort sort,
                         const uint32_t *words, size_t word_count, size_t count,
                         uint32_t parameter_0, uint32_t parameter_1)
{
    LAW(sort.id != 0 && sort.id < terms->sorts.count);
    LAW(op < TERM_OP_COUNT);
    LAW(arguments_exist(terms, words, count));
    LAW(!count || count == word_count); /* arguments or limbs, not both */
    uint64_t mixed =
        hash_pair((uint64_t)op << 32 | sort.id, (uint64_t)parameter_0 << 32 | parameter_1);
    for (size_t i = 0; i < word_count; i++)
        mixed = hash_pair(mixed, words[i]);
    uint32_t hash = (uint32_t)(mixed ^ mixed >> 32);
    size_t at = hash & terms->slot_mask;
    for (; terms->slots[at].id; at = (at + 1) & terms->slot_mask) {
        if (terms->slots[at].hash != hash)
            continue;
        const struct node *node = &terms->nodes.data[terms->slots[at].id];
        if (node->op == op && node->sort == sort.id && node->count == count &&
            node->parameters[0] == parameter_0 && node->parameters[1] == parameter_1 &&
            node_words(terms, node) == word_count &&
            (word_count == 0 || memcmp(node->words, words, word_count * sizeof *words) == 0))
            return (struct term){terms->slots[at].id};
    }
    uint32_t *copy = words_new(terms, word_count);
    if (word_count)
        memcpy(copy, words, word_count * sizeof *words);
    uint32_t id = (uint32_t)terms->nodes.count;
    if (id == UINT32_MAX)
        BUG("more than 2^32 terms");
    VECTOR_PUSH(&terms->nodes, (struct node){.op = (uint16_t)op,
                                             .value = is_value(terms, op, words, count),
                                             .sort = sort.id,
                                             .count = (uint32_t)count,
                                             .parameters = {parameter_0, parameter_1},
                                             .words = copy});
    terms->slots[at] = (struct slot){hash, id};
    if (terms->nodes.count * 2 > terms->slot_mask)
        slots_grow(terms);
    LAW(terms->nodes.count <= terms->slot_mask); /* room is left */
    return (struct term){id};
}

uint32_t terms_name(struct terms *terms, const char *name)
{
    LAW(name);
    uint64_t id;
    if (text_map_get(&terms->name_ids, name, &id))
        return (uint32_t)id;
    id = terms->names.count;
    const char *copy = arena_text(&terms->arena, name);
    VECTOR_PUSH(&terms->names, copy);
    text_map_set(&terms->name_ids, copy, id);
    return (uint32_t)id;
}

/* --- sorts --- */

static struct sort sort_intern(struct terms *terms, enum sort_kind kind, unsigned a,
                               unsigned b)
{
    CHECK_LAW(a < 1u << 28 && b < 1u << 28);
    uint64_t key = (uint64_t)kind << 56 | (uint64_t)a << 28 | b, id;
    if (map_get(&terms->sort_ids, key, &id))
        return (struct sort){(uint32_t)id};
    id = terms->sorts.count;
    VECTOR_PUSH(&terms->sorts, (struct sort_entry){kind, a, b});
    map_set(&terms->sort_ids, key, id);
    LAW(terms->sorts.count == id + 1);
    return (struct sort){(uint32_t)id};
}

struct sort sort_bool(struct terms *terms)
{
    return sort_intern(terms, SORT_BOOL, 0, 0);
}

struct sort sort_bv(struct terms *terms, unsigned width)
{
    CHECK_LAW(width >= 1);
    return sort_intern(terms, SORT_BV, width, 0);
}

struct sort sort_array(struct terms *terms, struct sort index, struct sort element)
{
    LAW(element.id != 0 && element.id < terms->sorts.count);
    CHECK_LAW(sort_kind(terms, index) == SORT_BV || sort_kind(terms, index) == SORT_BOOL);
    return sort_intern(terms, SORT_ARRAY, index.id, element.id);
}

struct sort sort_float(struct terms *terms, unsigned exponent, unsigned significand)
{
    CHECK_LAW(exponent >= 2 && significand >= 2);
    return sort_intern(terms, SORT_FLOAT, exponent, significand);
}

struct sort sort_rounding(struct terms *terms)
{
    return sort_intern(terms, SORT_ROUNDING, 0, 0);
}

static const struct sort_entry *entry_of(const struct terms *terms, struct sort sort)
{
    CHECK_LAW(sort.id != 0 && sort.id < terms->sorts.count);
    return &terms->sorts.data[sort.id];
}

enum sort_kind sort_kind(const struct terms *terms, struct sort sort)
{
    return entry_of(terms, sort)->kind;
}

unsigned sort_width(const struct terms *terms, struct sort sort)
{
    const struct sort_entry *entry = entry_of(terms, sort);
    CHECK_LAW(entry->kind == SORT_BV || entry->kind == SORT_FLOAT);
    return entry->a + entry->b; /* b is 0 for bit-vectors */
}

static const struct sort_entry *entry_of_kind(const struct terms *terms, struct sort sort,
                                              enum sort_kind kind)
{
    const struct sort_entry *entry = entry_of(terms, sort);
    CHECK_LAW(entry->kind == kind);
    return entry;
}

struct sort sort_index(const struct terms *terms, struct sort sort)
{
    return (struct sort){entry_of_kind(terms, sort, SORT_ARRAY)->a};
}
struct sort sort_element(const struct terms *terms, struct sort sort)
{
    return (struct sort){entry_of_kind(terms, sort, SORT_ARRAY)->b};
}
unsigned sort_exponent(const struct terms *terms, struct sort sort)
{
    return entry_of_kind(terms, sort, SORT_FLOAT)->a;
}
unsigned sort_significand(const struct terms *terms, struct sort sort)
{
    return entry_of_kind(terms, sort, SORT_FLOAT)->b;
}

/* --- looking at terms --- */

enum term_op term_op(const struct terms *terms, struct term t)
{
    return op_of(terms, t);
}
struct sort term_sort(const struct terms *terms, struct term t)
{
    return (struct sort){node_of(terms, t)->sort};
}
unsigned term_width(const struct terms *terms, struct term t)
{
    return sort_width(terms, term_sort(terms, t));
}
size_t term_count(const struct terms *terms, struct term t)
{
    return node_of(terms, t)->count;
}

struct term term_arg(const struct terms *terms, struct term t, size_t i)
{
    CHECK_LAW(i < node_of(terms, t)->count);
    return arg_of(terms, t, i);
}

unsigned term_parameter(const struct terms *terms, struct term t, unsigned which)
{
    CHECK_LAW(which < 2);
    return node_of(terms, t)->parameters[which];
}

const char *term_name(const struct terms *terms, struct term t)
{
    const struct node *node = node_of(terms, t);
    CHECK_LAW(node->op == TERM_VAR || node->op == TERM_CALL);
    return terms->names.data[node->parameters[0]];
}

bool term_is_true(const struct terms *terms, struct term t)
{
    return op_of(terms, t) == TERM_TRUE;
}
bool term_is_false(const struct terms *terms, struct term t)
{
    return op_of(terms, t) == TERM_FALSE;
}
bool term_is_const(const struct terms *terms, struct term t)
{
    return op_of(terms, t) < TERM_VAR;
}

bool term_is_value(const struct terms *terms, struct term t)
{
    return node_of(terms, t)->value;
}

bool term_const_u64(const struct terms *terms, struct term t, uint64_t *value)
{
    enum term_op op = op_of(terms, t);
    if (op == TERM_TRUE || op == TERM_FALSE)
        return *value = op == TERM_TRUE, true;
    if (op == TERM_ROUNDING)
        return *value = term_parameter(terms, t, 0), true;
    if (op != TERM_CONST && op != TERM_FLOAT)
        return false;
    unsigned width = term_width(terms, t);
    return width <= 64 && limbs_u64(node_of(terms, t)->words, width, value);
}

const uint32_t *term_limbs(const struct terms *terms, struct term t)
{
    const struct node *node = node_of(terms, t);
    CHECK_LAW(node->op == TERM_CONST || node->op == TERM_FLOAT);
    return node->words;
}
