/* LLVM's bitstream container, read in place: blocks, abbreviations, records. Only what reading positions
 * needs (positions.h); modules themselves are read by LLVM. Format: LLVM's BitCodeFormat page.
 *
 * Law: the cursor never leaves the data; once something is malformed `broken` stays set and every read gives
 * 0. */
#ifndef FRONTEND_BITSTREAM_H
#define FRONTEND_BITSTREAM_H
#include "base/map.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum bitstream_entry { ENTRY_END, ENTRY_BLOCK, ENTRY_RECORD };

struct abbreviation_operand {
    uint8_t encoding; /* 0: a literal */
    uint64_t value;   /* the literal, or the width */
};
struct abbreviation {
    uint32_t first, count; /* into operands */
};
typedef VECTOR(struct abbreviation) abbreviation_list;

struct bitstream {
    uint8_t *data;
    uint64_t bits, at; /* size and position */
    unsigned width;    /* of abbreviation numbers in this block */
    bool broken;
    VECTOR(struct abbreviation_operand) operands;
    abbreviation_list known; /* those of the current block */
    struct {
        uint32_t block;
        abbreviation_list list;
    } shared[64]; /* by BLOCKINFO, for blocks of a kind */
    uint32_t shared_count;
    /* the record last read */
    uint32_t code;
    uint64_t code_at; /* bit position of an unabbreviated record's code, else 0 */
    VECTOR(uint64_t) values;
    const char *blob;
    uint64_t blob_size;
    /* the block last met */
    uint32_t block;
    uint64_t block_words;
    unsigned block_width;
};
/* What is put aside while an inner block is read. */
struct bitstream_outer {
    abbreviation_list known;
    unsigned width;
    uint64_t end;
};

/* Lends the data, which must be writable if bitstream_patch is used. */
void bitstream_init(struct bitstream *, void *data, size_t bytes);
void bitstream_release(struct bitstream *);
uint64_t bitstream_read(struct bitstream *, unsigned bits);
/* The next entry of the current block: a record (code, values), an inner block (block; enter or skip it), or
 * its end. Abbreviation definitions and BLOCKINFO are handled on the way. */
enum bitstream_entry bitstream_next(struct bitstream *);
struct bitstream_outer bitstream_enter(struct bitstream *);
void bitstream_leave(struct bitstream *, struct bitstream_outer);
void bitstream_skip(struct bitstream *);
/* Overwrites the code of the record last read by another one of the same number of vbr6 chunks. */
void bitstream_patch_code(struct bitstream *, uint32_t code);

#endif
