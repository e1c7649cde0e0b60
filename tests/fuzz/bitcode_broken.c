/* Broken bitcode for our reader: each file is cut or some of its bytes are changed, N times,
 * and everything that the reader then gives is walked. It must end in a failure or in a store
 * whose memory is in proportion to the file; crashes show by themselves, best with
 * VARIANT=sanitize. Arguments: N, seed, files of bitcode.
 */
#include "base/map.h"
#include "base/text.h"
#include "load/bitcode/bitcode.h"
#include "load/ir/store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MOST_TIMES = 600,
    MOST_SECONDS = 5
}; /* memory per byte of the file; for one mutation */

static uint64_t state;

static uint64_t random_below(uint64_t n)
{
    state = hash_mix(state + 0x9e3779b97f4a7c15u);
    return n ? state % n : 0;
}

static size_t mutate(uint8_t *data, size_t bytes)
{
    if (random_below(8) == 0)
        return random_below(bytes);
    for (uint64_t k = 1 + random_below(6); k > 0; k--) {
        size_t at = random_below(bytes);
        if (random_below(2))
            data[at] ^= (uint8_t)(1u << random_below(8));
        else
            data[at] = (uint8_t)random_below(256);
    }
    return bytes;
}

struct walk {
    struct ir_store *store;
    struct arena arena;
    struct map seen;
    unsigned long met;
};

static void walk_node(struct walk *w, const struct ir_node *n, unsigned depth)
{
    if (!n || depth > 200 || map_has(&w->seen, (uintptr_t)n))
        return;
    map_set(&w->seen, (uintptr_t)n, 1);
    w->met += strlen(n->name);
    walk_node(w, ir_child(n, n->type), depth + 1);
    walk_node(w, ir_child(n, n->elements), depth + 1);
    walk_node(w, ir_child(n, n->file), depth + 1);
    for (uint32_t i = 0; i < n->count; i++)
        walk_node(w, ir_child(n, n->items[i]), depth + 1);
}

static void walk_value(struct walk *w, const struct ir_value *v)
{
    if (!v || map_has(&w->seen, (uintptr_t)v))
        return;
    map_set(&w->seen, (uintptr_t)v, 1);
    w->met += v->type->kind + ir_is_null(v) + (ir_symbol(v) ? strlen(ir_symbol(v)->name) : 0);
    if (v->kind == IR_AGGREGATE || v->kind == IR_EXPRESSION) {
        const struct ir_constant *k = (const struct ir_constant *)v;
        for (uint32_t i = 0; i < k->count; i++)
            walk_value(w, k->operands[i]);
    } else if (v->kind == IR_DATA) {
        w->met += ir_element(w->store, &w->arena, v, v->type->count - 1) != NULL;
    } else if (v->kind == IR_ASSEMBLY) {
        w->met += strlen(((const struct ir_assembly *)v)->constraints);
    }
}

static void walk_body(struct walk *w, const struct ir_body *b)
{
    for (uint32_t i = 0; i < b->block_count; i++)
        w->met += b->instructions[b->blocks[i].first + b->blocks[i].count - 1]->value.op;
    for (uint32_t i = 0; i < b->instruction_count; i++) {
        const struct ir_instruction *n = b->instructions[i];
        for (uint32_t k = 0; k < n->count; k++)
            walk_value(w, n->operands[k]);
        for (uint32_t k = 0; k < n->target_count; k++)
            w->met += n->targets[k];
        if (n->value.op == IR_CALL)
            w->met += n->attributes->count + n->callee->kind;
        walk_node(w, n->file, 0);
        walk_node(w, n->variable, 0);
    }
    walk_node(w, b->subprogram, 0);
}

static void walk_store(struct walk *w)
{
    struct ir_store *s = w->store;
    struct failure failure;
    for (size_t i = 0; i < s->globals.count; i++) {
        walk_value(w, s->globals.data[i]->initializer);
        walk_node(w, s->globals.data[i]->variable, 0);
        w->met += s->globals.data[i]->symbol.content->size;
    }
    for (size_t i = 0; i < s->aliases.count; i++)
        walk_value(w, s->aliases.data[i]->aliasee);
    for (size_t i = 0; i < s->functions.count; i++) {
        struct ir_body body;
        struct arena arena;
        arena_init(&arena);
        map_clear(&w->seen);
        if (s->functions.data[i]->symbol.defined &&
            ir_body_read(s, s->functions.data[i], &arena, &body, &failure))
            walk_body(w, &body);
        arena_release(&arena);
    }
}

/* True if it could be read. */
static bool try_once(const uint8_t *data, size_t bytes, const char *name, unsigned *bad)
{
    struct ir_store store;
    struct failure failure = {0};
    struct walk w = {.store = &store};
    clock_t start = clock();
    ir_store_init(&store);
    arena_init(&w.arena);
    bool good = ir_store_add(&store, &bitcode_reader, data, bytes, name,
                             random_below(4) ? IR_UNIT : IR_LIBRARY, &failure) &&
                ir_store_link(&store, &failure);
    if (good)
        walk_store(&w);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (store.arena.total > 1000000 + MOST_TIMES * bytes || seconds > MOST_SECONDS ||
        (!good && !*failure.message)) {
        printf("%s: %zu bytes took %zu bytes and %.1f s: %s\n", name, bytes,
               store.arena.total, seconds, failure.message);
        ++*bad;
    }
    map_release(&w.seen);
    arena_release(&w.arena);
    ir_store_release(&store);
    return good;
}

int main(int count, char **arguments)
{
    if (count < 4)
        return 1;
    unsigned long n = strtoul(arguments[1], NULL, 10), read = 0;
    unsigned bad = 0;
    state = strtoull(arguments[2], NULL, 10);
    for (unsigned long i = 0; i < n; i++) {
        const char *name = arguments[3 + i % (unsigned long)(count - 3)];
        struct text text = {0};
        struct failure failure;
        if (!text_read_file(&text, name, &failure) || !text.count)
            return 1;
        uint8_t *data = malloc(text.count); /* exactly: reading behind it shows */
        memcpy(data, text.data, text.count);
        size_t bytes = mutate(data, text.count);
        uint8_t *exact = malloc(bytes + !bytes);
        memcpy(exact, data, bytes);
        read += try_once(exact, bytes, name, &bad);
        free(exact);
        free(data);
        text_release(&text);
    }
    printf("%lu mutations, %lu still readable, %u bad\n", n, read, bad);
    return bad ? 1 : 0;
}
