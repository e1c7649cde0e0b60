/* Inside decoding: what decode.c (values and instructions) and decode_flow.c (blocks, edges,
 * PHIs) share. */
#ifndef INTERP_DECODE_INTERNAL_H
#define INTERP_DECODE_INTERNAL_H
#include "base/map.h"
#include "interp/interp_internal.h"

struct fixup {
    /* index of the uint32_t: into list if in_list, else code word at/2, field b (even) or c
     * (odd) */
    size_t at;
    bool in_list;
    uint32_t from, to; /* the edge */
};
struct decoder {
    struct interp *interp;
    const struct function *function;
    struct decoded *out;
    VECTOR(struct code) code;
    VECTOR(struct operation) operations;
    VECTOR(uint32_t) list;
    VECTOR(uint32_t) constants;
    VECTOR(struct fixup) fixups;
    struct map constant_slots;
    uint32_t *block_start;
    /* per slot: 1 + last edge that writes it, to find PHIs that read each other */
    uint32_t *moved;
    uint32_t slot_count; /* before constants */
    uint32_t copy_start, copy_count;
    uint32_t edge_number;
};

/* Constants are numbered from here while the number of other slots is not known; renumber()
 * moves them. */
#define CONSTANT_BASE 0x40000000u

uint32_t decode_slot(struct decoder *, struct value);
/* 0 if there is none */
uint32_t decode_operand(struct decoder *, const struct instruction *, uint32_t k);
/* valid until the next one */
struct code *decode_emit(struct decoder *, enum code_op, uint32_t source);

/* A terminator; `first` is the block's first code word. Targets are filled in by
 * decode_edges, once all blocks are there. */
void decode_flow(struct decoder *, const struct instruction *, uint32_t id, uint32_t block,
                 uint32_t first);
void decode_edges(struct decoder *);

#endif
