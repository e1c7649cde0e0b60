/* LLVM's bitstream container, read in place: blocks, abbreviations, records. Format: LLVM's
 * BitCodeFormat page.
 *
 * Laws: the cursor never leaves the data; once something is malformed `broken` stays set,
 * every read gives 0 and every walk ends. What a record holds is bounded by the size of the
 * data. Abbreviations live in the arena, so that what one stream met may be used by another
 * one of the same data. */
#ifndef LOAD_BITCODE_STREAM_H
#define LOAD_BITCODE_STREAM_H
#include "base/arena.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum stream_entry { STREAM_END, STREAM_BLOCK, STREAM_RECORD };
enum { STREAM_BLOCK_KINDS = 32 };

struct abbreviation_operand {
    uint8_t encoding; /* 0: a literal */
    uint64_t value;   /* the literal, or the width */
};
struct abbreviation {
    uint32_t count;
    struct abbreviation_operand operands[];
};
typedef VECTOR(const struct abbreviation *) abbreviation_list;

/* Abbreviations that BLOCKINFO gives to the blocks of a kind. */
struct stream_shared {
    abbreviation_list of[STREAM_BLOCK_KINDS];
};

/* Where a block's contents are. */
struct stream_block {
    uint32_t id;
    unsigned width; /* of abbreviation numbers */
    uint64_t at, end;
};

struct stream {
    const uint8_t *data;
    uint64_t bits, at; /* size and position */
    unsigned width;
    bool broken;
    struct arena *arena;
    struct stream_shared *shared;
    abbreviation_list known; /* of the open blocks, those of the current one from `base` on */
    size_t base;
    struct stream_block block; /* met last */
    /* the record met last */
    uint64_t record_at;
    uint32_t code;
    VECTOR(uint64_t) values;
    const char *blob;
    uint64_t blob_size;
};
/* What is put aside while an inner block is read. */
struct stream_outer {
    unsigned width;
    size_t base;
    uint64_t end;
};

/* Lends everything. */
void stream_init(struct stream *, const void *data, size_t bytes, struct arena *,
                 struct stream_shared *);
void stream_release(struct stream *);
void stream_shared_release(struct stream_shared *);

/* At most 64 bits. */
uint64_t stream_read(struct stream *, unsigned bits);
uint64_t stream_read_variable(struct stream *, unsigned bits);
/* The next entry of the current block: a record (code, values), an inner block (block: enter
 * it, or pass over it by stream_skip), or the end. Abbreviation definitions and BLOCKINFO are
 * handled on the way. */
enum stream_entry stream_next(struct stream *);
/* The same, but of a record only code and record_at are given. */
enum stream_entry stream_pass(struct stream *);
/* The record at a place that record_at gave, in the current block. */
bool stream_record_at(struct stream *, uint64_t at);
struct stream_outer stream_enter(struct stream *, const struct stream_block *);
void stream_leave(struct stream *, struct stream_outer);
void stream_skip(struct stream *);
/* The next record of the current block, inner blocks passed over; false at its end. */
bool stream_record(struct stream *);
/* Goes to the contents of a block from anywhere, leaving all others. */
void stream_open(struct stream *, const struct stream_block *);

/* The k-th value of the record, 0 if it has fewer. */
static inline uint64_t stream_value(const struct stream *s, size_t k)
{
    return k < s->values.count ? s->values.data[k] : 0;
}
/* Numbers that may be negative have their sign in the lowest bit. */
static inline uint64_t stream_signed(uint64_t v)
{
    return v & 1 ? (v == 1 ? 1ull << 63 : -(v >> 1)) : v >> 1;
}

#endif
