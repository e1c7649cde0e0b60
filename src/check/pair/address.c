/* Addresses of variables and functions: those of one name are the same in both versions,
 * constants without a name if their bytes are. A variable that is not the same in both
 * versions is not followed. */
#include "check/pair/pair_internal.h"

#include "base/failure.h"

#include <stdio.h>
#include <string.h>

static const struct global *named(const struct program *p, const char *name)
{
    const struct global *found = NULL;
    for (size_t i = 0; i < p->globals.count; i++) {
        if (strcmp(p->globals.data[i].name, name) != 0)
            continue;
        if (found)
            return NULL;
        found = &p->globals.data[i];
    }
    return found;
}

static uint64_t content_of(const struct global *g)
{
    uint64_t hash = hash_pair(g->size, g->alignment);
    for (uint64_t i = 0; i < g->size; i++)
        hash = hash_pair(hash, g->bytes ? g->bytes[i] : 0);
    return hash;
}

/* A constant that no other file knows, and that holds no address. */
static bool is_literal(const struct global *g)
{
    return g->internal && g->read_only && !g->external && !g->relocation_count;
}

static bool same_bytes(const struct global *a, const struct global *b)
{
    if (a->size != b->size)
        return false;
    for (uint64_t i = 0; i < a->size; i++)
        if ((a->bytes ? a->bytes[i] : 0) != (b->bytes ? b->bytes[i] : 0))
            return false;
    return true;
}

/* There is one such content in the program: as an address it is as good as a name. */
static bool is_only_one(const struct program *p, const struct global *g)
{
    size_t count = 0;
    for (size_t i = 0; i < p->globals.count; i++)
        count += is_literal(&p->globals.data[i]) && same_bytes(&p->globals.data[i], g);
    return count <= 1;
}

static bool is_same_variable(const struct global *a, const struct global *b)
{
    bool alike = a->internal == b->internal && a->read_only == b->read_only &&
                 a->external == b->external &&
                 a->thread_local_storage == b->thread_local_storage &&
                 a->alignment == b->alignment;
    return alike && same_bytes(a, b) && !a->relocation_count && !b->relocation_count;
}

static struct term plus(struct pair_side *s, struct term address, int64_t offset)
{
    return term_2(s->terms, TERM_BV_ADD, address, term_bv_signed(s->terms, 64, offset));
}

static struct term end_of(struct terms *ts, struct term address, uint64_t size)
{
    return term_2(ts, TERM_BV_ADD, address, term_bv(ts, 64, size));
}

/* Objects lie apart, none at the end of the address space; literals may share their bytes. */
static struct term registered(struct pair_side *s, struct term address, uint64_t size,
                              bool literal)
{
    struct pair_objects *o = s->objects;
    struct terms *ts = s->terms;
    LAW(term_width(ts, address) == 64);
    if (!o)
        return address;
    for (size_t i = 0; i < o->list.count; i++)
        if (term_same(o->list.data[i].address, address))
            return address;
    VECTOR_PUSH(&o->apart,
                term_2(ts, TERM_BV_ULT, address, term_bv(ts, 64, (uint64_t)1 << 47)));
    VECTOR_PUSH(&o->apart, term_ne(ts, address, term_bv(ts, 64, 0)));
    for (size_t i = 0; i < o->list.count; i++) {
        if (literal && o->list.data[i].literal)
            continue;
        struct term other = o->list.data[i].address;
        struct term before = term_2(ts, TERM_BV_ULE, end_of(ts, address, size), other);
        struct term after =
            term_2(ts, TERM_BV_ULE, end_of(ts, other, o->list.data[i].size), address);
        VECTOR_PUSH(&o->apart, term_or(ts, before, after));
    }
    VECTOR_RESERVE(&o->list, o->list.count + 1);
    o->list.data[o->list.count].address = address;
    o->list.data[o->list.count].size = size;
    o->list.data[o->list.count++].literal = literal;
    return address;
}

static struct term global_address(struct pair_side *s, const struct global *g)
{
    if (g->thread_local_storage)
        s->failed = "a thread-local variable";
    if (is_literal(g)) {
        if (!is_only_one(s->program, g) || !is_only_one(s->other, g))
            s->failed = "two constants of the same content";
        struct term address =
            pair_variable(s, 64, "literal.%llx", (unsigned long long)content_of(g));
        return registered(s, address, g->size, true);
    }
    const struct global *there = named(s->other, g->name);
    if (!there || !named(s->program, g->name) || !is_same_variable(g, there))
        s->failed = "a variable that is not the same in both versions";
    if (g->size >> 40)
        s->failed = "a variable that is too large";
    return registered(s, pair_variable(s, 64, "address.%s", g->name), g->size, false);
}

static struct term function_address(struct pair_side *s, const struct function *f)
{
    if (f->internal)
        s->failed = "the address of a function of its own file";
    return pair_variable(s, 64, "function.%s", f->name);
}

struct term pair_address(struct pair_side *s, const struct constant *c)
{
    LAW(c->kind == CONSTANT_GLOBAL || c->kind == CONSTANT_FUNCTION);
    struct term base = c->kind == CONSTANT_GLOBAL
                           ? global_address(s, &s->program->globals.data[c->index])
                           : function_address(s, &s->program->functions.data[c->index]);
    return plus(s, base, c->offset);
}

/* The sum of a variable's address and a number. */
static const char *base_of(struct pair_side *s, struct term address, uint64_t *offset)
{
    struct terms *ts = s->terms;
    *offset = 0;
    if (term_op(ts, address) == TERM_BV_ADD) {
        struct term x = term_arg(ts, address, 0), y = term_arg(ts, address, 1);
        if (!term_const_u64(ts, x, offset) && !term_const_u64(ts, y, offset))
            return NULL;
        address = term_is_const(ts, x) ? y : x;
    }
    if (term_op(ts, address) != TERM_VAR)
        return NULL;
    const char *name = term_name(ts, address);
    return strncmp(name, "address.", 8) == 0 ? name + 8 : NULL;
}

bool pair_is_inside(struct pair_side *s, struct term address, uint32_t bytes, bool writes)
{
    uint64_t offset;
    char name[160];
    LAW(bytes > 0 && term_width(s->terms, address) == 64);
    const char *base = base_of(s, address, &offset);
    if (!base)
        return false;
    snprintf(name, sizeof name, "%s", base);
    char *width = strrchr(name, '.');
    if (width)
        *width = 0;
    const struct global *g = named(s->program, name);
    if (!g || g->external || (writes && g->read_only))
        return false;
    return offset <= g->size && bytes <= g->size - offset;
}
