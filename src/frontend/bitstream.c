/* The cursor works on bit positions and loads 64 bits at a time; see bitstream.h. */
#include "frontend/bitstream.h"

#include <string.h>

enum { END_BLOCK = 0, ENTER_BLOCK = 1, DEFINE_ABBREVIATION = 2, PLAIN_RECORD = 3, FIRST_ABBREVIATION = 4 };
enum { LITERAL = 0, FIXED = 1, VARIABLE = 2, ARRAY = 3, CHAR6 = 4, BLOB = 5 };
enum { BLOCKINFO = 0, BLOCKINFO_SETBID = 1 };

void bitstream_init(struct bitstream *s, void *data, size_t bytes)
{
    memset(s, 0, sizeof *s);
    s->data = data;
    s->bits = (uint64_t)bytes * 8;
    s->width = 2;
}

void bitstream_release(struct bitstream *s)
{
    for (uint32_t i = 0; i < s->shared_count; i++)
        VECTOR_RELEASE(&s->shared[i].list);
    VECTOR_RELEASE(&s->known);
    VECTOR_RELEASE(&s->operands);
    VECTOR_RELEASE(&s->values);
}

static uint64_t give_up(struct bitstream *s)
{
    s->broken = true;
    s->at = s->bits;
    return 0;
}

/* At most 57 bits, so that one load of eight bytes holds them wherever they start. */
uint64_t bitstream_read(struct bitstream *s, unsigned bits)
{
    if (bits > 57) {
        uint64_t low = bitstream_read(s, 32);
        return low | bitstream_read(s, bits - 32) << 32;
    }
    if (s->bits - s->at < bits) return give_up(s);
    uint64_t word = 0, byte = s->at / 8, left = s->bits / 8 - byte;
    if (left >= 8)
        memcpy(&word, s->data + byte, 8);
    else
        memcpy(&word, s->data + byte, left);
    word >>= s->at % 8;
    s->at += bits;
    return word & ((1ull << bits) - 1);
}

static uint64_t read_variable(struct bitstream *s, unsigned bits)
{
    uint64_t value = 0, chunk, more = 1ull << (bits - 1);
    unsigned shift = 0;
    do {
        chunk = bitstream_read(s, bits);
        if (shift < 64) value |= (chunk & (more - 1)) << shift;
        shift += bits - 1;
    } while (chunk & more);
    return value;
}

static void align(struct bitstream *s)
{
    s->at = (s->at + 31) & ~31ull;
    if (s->at > s->bits) give_up(s);
}

/* --- abbreviations --- */

static struct abbreviation define(struct bitstream *s)
{
    struct abbreviation a = {(uint32_t)s->operands.count, (uint32_t)read_variable(s, 5)};
    for (uint32_t i = 0; i < a.count && !s->broken; i++) {
        struct abbreviation_operand o = {0};
        if (bitstream_read(s, 1)) {
            o.value = read_variable(s, 8);
        } else {
            o.encoding = (uint8_t)bitstream_read(s, 3);
            if (o.encoding == FIXED || o.encoding == VARIABLE) o.value = read_variable(s, 5);
            if (o.encoding < FIXED || o.encoding > BLOB || o.value > 64 ||
                (o.encoding == VARIABLE && o.value < 2))
                give_up(s);
        }
        VECTOR_PUSH(&s->operands, o);
    }
    if (!a.count) give_up(s);
    return a;
}

static abbreviation_list *shared_of(struct bitstream *s, uint32_t block)
{
    for (uint32_t i = 0; i < s->shared_count; i++)
        if (s->shared[i].block == block) return &s->shared[i].list;
    return NULL;
}

static void set_known(struct bitstream *s, uint32_t block)
{
    memset(&s->known, 0, sizeof s->known);
    const abbreviation_list *shared = shared_of(s, block);
    for (size_t i = 0; shared && i < shared->count; i++)
        VECTOR_PUSH(&s->known, shared->data[i]);
}

static void read_plain(struct bitstream *s)
{
    s->code_at = s->at;
    s->code = (uint32_t)read_variable(s, 6);
    uint64_t count = read_variable(s, 6);
    VECTOR_CLEAR(&s->values);
    for (uint64_t i = 0; i < count && !s->broken; i++)
        VECTOR_PUSH(&s->values, read_variable(s, 6));
}

static void read_info(struct bitstream *s)
{
    abbreviation_list *list = NULL;
    struct bitstream_outer outer = bitstream_enter(s);
    for (;;) {
        uint64_t id = bitstream_read(s, s->width);
        if (id == DEFINE_ABBREVIATION && list) {
            struct abbreviation a = define(s);
            VECTOR_PUSH(list, a);
        } else if (id == PLAIN_RECORD) {
            read_plain(s);
            if (s->code != BLOCKINFO_SETBID || !s->values.count) continue;
            list = shared_of(s, (uint32_t)s->values.data[0]);
            if (!list && s->shared_count < sizeof s->shared / sizeof *s->shared) {
                s->shared[s->shared_count].block = (uint32_t)s->values.data[0];
                list = &s->shared[s->shared_count++].list;
            }
        } else {
            if (id != END_BLOCK) give_up(s);
            break;
        }
    }
    bitstream_leave(s, outer);
}

/* --- records --- */

static uint64_t read_scalar(struct bitstream *s, const struct abbreviation_operand *o)
{
    switch (o->encoding) {
    case LITERAL:
        return o->value;
    case FIXED:
        return bitstream_read(s, (unsigned)o->value);
    case VARIABLE:
        return read_variable(s, (unsigned)o->value);
    case CHAR6:
        return bitstream_read(s, 6);
    default:
        return give_up(s);
    }
}

static void read_blob(struct bitstream *s)
{
    s->blob_size = read_variable(s, 6);
    align(s);
    if (s->broken || s->blob_size > (s->bits - s->at) / 8) {
        give_up(s);
        return;
    }
    s->blob = (const char *)s->data + s->at / 8;
    s->at += s->blob_size * 8;
    align(s);
}

static void read_abbreviated(struct bitstream *s, struct abbreviation a)
{
    s->code_at = 0;
    VECTOR_CLEAR(&s->values);
    const struct abbreviation_operand *o = s->operands.data + a.first, *end = o + a.count;
    s->code = (uint32_t)read_scalar(s, o++);
    for (; o < end && !s->broken; o++) {
        if (o->encoding == ARRAY && o + 1 < end) {
            uint64_t count = read_variable(s, 6);
            for (o++; count && !s->broken; count--)
                VECTOR_PUSH(&s->values, read_scalar(s, o));
        } else if (o->encoding == BLOB) {
            read_blob(s);
        } else {
            VECTOR_PUSH(&s->values, read_scalar(s, o));
        }
    }
}

static void read_block_head(struct bitstream *s)
{
    s->block = (uint32_t)read_variable(s, 8);
    s->block_width = (unsigned)read_variable(s, 4);
    align(s);
    s->block_words = bitstream_read(s, 32);
    if (s->block_width < 2 || s->block_width > 32 || s->block_words > (s->bits - s->at) / 32) give_up(s);
}

enum bitstream_entry bitstream_next(struct bitstream *s)
{
    while (!s->broken && s->bits - s->at >= s->width) {
        uint64_t id = bitstream_read(s, s->width);
        switch (id) {
        case END_BLOCK:
            align(s);
            return ENTRY_END;
        case ENTER_BLOCK:
            read_block_head(s);
            if (s->broken) return ENTRY_END;
            if (s->block != BLOCKINFO) return ENTRY_BLOCK;
            read_info(s);
            break;
        case DEFINE_ABBREVIATION: {
            struct abbreviation a = define(s);
            VECTOR_PUSH(&s->known, a);
            break;
        }
        case PLAIN_RECORD:
            read_plain(s);
            return s->broken ? ENTRY_END : ENTRY_RECORD;
        default:
            if (id - FIRST_ABBREVIATION >= s->known.count) {
                give_up(s);
                return ENTRY_END;
            }
            read_abbreviated(s, s->known.data[id - FIRST_ABBREVIATION]);
            return s->broken ? ENTRY_END : ENTRY_RECORD;
        }
    }
    return ENTRY_END;
}

struct bitstream_outer bitstream_enter(struct bitstream *s)
{
    struct bitstream_outer outer = {s->known, s->width, s->at + s->block_words * 32};
    set_known(s, s->block);
    s->width = s->block_width;
    return outer;
}

void bitstream_leave(struct bitstream *s, struct bitstream_outer outer)
{
    VECTOR_RELEASE(&s->known);
    s->known = outer.known;
    s->width = outer.width;
    if (!s->broken) s->at = outer.end;
}

void bitstream_skip(struct bitstream *s)
{
    s->at += s->block_words * 32;
}

void bitstream_patch_code(struct bitstream *s, uint32_t code)
{
    for (uint64_t at = s->code_at; code; code >>= 5) {
        for (unsigned k = 0; k < 5; k++, at++) {
            uint8_t mask = (uint8_t)(1u << at % 8);
            s->data[at / 8] = (uint8_t)(code >> k & 1 ? s->data[at / 8] | mask : s->data[at / 8] & ~mask);
        }
        at++;
    }
}
