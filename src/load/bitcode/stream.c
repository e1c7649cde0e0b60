/* The cursor works on bit positions and loads 64 bits at a time; see stream.h. */
#include "load/bitcode/stream.h"

#include "base/failure.h"

#include <string.h>

enum {
    END_BLOCK = 0,
    ENTER_BLOCK = 1,
    DEFINE_ABBREVIATION = 2,
    PLAIN_RECORD = 3,
    FIRST_ABBREVIATION = 4
};
enum { LITERAL = 0, FIXED = 1, VARIABLE = 2, ARRAY = 3, CHAR6 = 4, BLOB = 5 };
enum { BLOCKINFO = 0, BLOCKINFO_SETBID = 1 };
enum { SURE = 57 }; /* bits that one load gives wherever they start */

void stream_init(struct stream *s, const void *data, size_t bytes, struct arena *arena,
                 struct stream_shared *shared)
{
    memset(s, 0, sizeof *s);
    s->data = data;
    s->bits = (uint64_t)bytes * 8;
    s->width = 2;
    s->arena = arena;
    s->shared = shared;
}

void stream_release(struct stream *s)
{
    VECTOR_RELEASE(&s->known);
    VECTOR_RELEASE(&s->values);
}

void stream_shared_release(struct stream_shared *shared)
{
    for (int i = 0; i < STREAM_BLOCK_KINDS; i++)
        VECTOR_RELEASE(&shared->of[i]);
}

static uint64_t give_up(struct stream *s)
{
    s->broken = true;
    s->at = s->bits;
    return 0;
}

/* --- numbers --- */

/* The next bits, SURE of them valid; needs eight bytes from here on. */
static inline uint64_t look(const struct stream *s)
{
    uint64_t word;
    memcpy(&word, s->data + s->at / 8, 8);
    return word >> s->at % 8;
}

static inline bool far_from_end(const struct stream *s)
{
    return s->bits - s->at >= 64;
}

static uint64_t read_slowly(struct stream *s, unsigned bits)
{
    LAW(s->at <= s->bits);
    if (s->bits - s->at < bits)
        return give_up(s);
    if (bits > SURE) {
        uint64_t low = stream_read(s, 32);
        return low | stream_read(s, bits - 32) << 32;
    }
    uint64_t word = 0, byte = s->at / 8, left = s->bits / 8 - byte;
    memcpy(&word, s->data + byte, left < 8 ? left : 8);
    word >>= s->at % 8;
    s->at += bits;
    return word & ((1ull << bits) - 1);
}

static inline uint64_t read_bits(struct stream *s, unsigned bits)
{
    LAW(bits <= 64);
    if (!far_from_end(s) || bits > SURE)
        return read_slowly(s, bits);
    uint64_t word = look(s);
    s->at += bits;
    return word & ((1ull << bits) - 1);
}

uint64_t stream_read(struct stream *s, unsigned bits)
{
    LAW(bits >= 1 && bits <= 64);
    return read_bits(s, bits);
}

/* As many chunks as one load holds, or else one by one. */
static uint64_t read_chunks(struct stream *s, unsigned bits)
{
    LAW(bits >= 2 && bits <= 32);
    uint64_t value = 0, chunk, more = 1ull << (bits - 1);
    unsigned shift = 0;
    if (far_from_end(s)) {
        uint64_t word = look(s);
        for (unsigned used = bits; used <= SURE;
             used += bits, shift += bits - 1, word >>= bits) {
            value |= (word & (more - 1)) << shift;
            if (word & more)
                continue;
            s->at += used;
            return value;
        }
        value = shift = 0;
    }
    do {
        chunk = read_bits(s, bits);
        if (shift < 64)
            value |= (chunk & (more - 1)) << shift;
        shift += bits - 1;
    } while (chunk & more);
    return value;
}

static inline uint64_t read_variable(struct stream *s, unsigned bits)
{
    if (far_from_end(s)) {
        uint64_t word = look(s), more = 1ull << (bits - 1);
        if (!(word & more)) {
            s->at += bits;
            return word & (more - 1);
        }
    }
    return read_chunks(s, bits);
}

uint64_t stream_read_variable(struct stream *s, unsigned bits)
{
    LAW(bits >= 2 && bits <= 32);
    return read_variable(s, bits);
}

static void align(struct stream *s)
{
    uint64_t to = (s->at + 31) & ~31ull;
    if (to > s->bits)
        give_up(s);
    else
        s->at = to;
}

/* --- abbreviations --- */

static struct abbreviation_operand read_operand(struct stream *s)
{
    if (read_bits(s, 1))
        return (struct abbreviation_operand){LITERAL, read_variable(s, 8)};
    struct abbreviation_operand o = {.encoding = (uint8_t)read_bits(s, 3)};
    if (o.encoding == FIXED || o.encoding == VARIABLE)
        o.value = read_variable(s, 5);
    if (o.encoding == CHAR6)
        o.value = 6;
    if (o.encoding < FIXED || o.encoding > BLOB || o.value > 64 ||
        (o.encoding == VARIABLE && (o.value < 2 || o.value > 32)))
        give_up(s);
    return o;
}

static bool is_scalar(const struct abbreviation_operand *o)
{
    return o->encoding != ARRAY && o->encoding != BLOB;
}

/* Law: the first operand is scalar, an array stands last but one before its scalar element, a
 * blob last. */
static const struct abbreviation *define(struct stream *s)
{
    uint64_t count = read_variable(s, 5);
    if (!count || count > (s->bits - s->at) / 4 + 1)
        give_up(s);
    if (s->broken)
        return NULL;
    struct abbreviation *a = arena_alloc(s->arena, sizeof *a + count * sizeof *a->operands);
    a->count = (uint32_t)count;
    for (uint64_t i = 0; i < count && !s->broken; i++)
        a->operands[i] = read_operand(s);
    for (uint64_t i = 0; i < count && !s->broken; i++) {
        const struct abbreviation_operand *o = &a->operands[i];
        if (o->encoding == ARRAY && !(i && i + 2 == count && is_scalar(o + 1)))
            give_up(s);
        if (o->encoding == BLOB && !(i && i + 1 == count))
            give_up(s);
    }
    return s->broken ? NULL : a;
}

static void add_shared(struct stream *s, uint32_t block)
{
    if (block >= STREAM_BLOCK_KINDS)
        return;
    const abbreviation_list *shared = &s->shared->of[block];
    for (size_t i = 0; i < shared->count; i++)
        VECTOR_PUSH(&s->known, shared->data[i]);
}

/* --- records --- */

static void read_plain(struct stream *s)
{
    s->code = (uint32_t)read_variable(s, 6);
    uint64_t count = read_variable(s, 6);
    if (count > (s->bits - s->at) / 6) {
        give_up(s);
        return;
    }
    VECTOR_RESERVE(&s->values, count);
    uint64_t *values = s->values.data;
    for (uint64_t i = 0; i < count; i++) {
        if (far_from_end(s)) { /* small values by the load */
            uint64_t word = look(s);
            unsigned used = 0;
            for (; i < count && used + 6 <= SURE && !(word & 32); i++, used += 6, word >>= 6)
                values[i] = word & 31;
            s->at += used;
            if (i == count)
                break;
        }
        values[i] = read_chunks(s, 6);
    }
    s->values.count = count;
}

static inline uint64_t read_scalar(struct stream *s, const struct abbreviation_operand *o)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    switch (o->encoding) {
    case LITERAL:
        return o->value;
    case FIXED:
        return read_bits(s, (unsigned)o->value);
    case VARIABLE:
        return read_variable(s, (unsigned)o->value);
    default:
        return (uint64_t)letters[read_bits(s, 6)];
    }
}

static void read_array(struct stream *s, const struct abbreviation_operand *element)
{
    LAW(is_scalar(element));
    uint64_t count = read_variable(s, 6);
    uint64_t least = element->encoding == LITERAL || !element->value ? 1 : element->value;
    if (count > (s->bits - s->at) / least) {
        give_up(s);
        return;
    }
    VECTOR_RESERVE(&s->values, s->values.count + count);
    uint64_t *values = s->values.data + s->values.count;
    for (uint64_t i = 0; i < count; i++)
        values[i] = read_scalar(s, element);
    s->values.count += count;
}

static void read_blob(struct stream *s)
{
    uint64_t size = read_variable(s, 6);
    align(s);
    if (s->broken || size > (s->bits - s->at) / 8) {
        give_up(s);
        return;
    }
    s->blob = (const char *)s->data + s->at / 8;
    s->blob_size = size;
    s->at += size * 8;
    LAW(s->at <= s->bits);
    align(s);
}

static void read_abbreviated(struct stream *s, const struct abbreviation *a)
{
    const struct abbreviation_operand *o = a->operands, *end = o + a->count;
    VECTOR_RESERVE(&s->values, a->count);
    LAW(a->count > 0 && is_scalar(o));
    s->values.count = 0;
    s->code = (uint32_t)read_scalar(s, o);
    for (o++; o < end; o++) {
        if (o->encoding == ARRAY) {
            read_array(s, o + 1);
            return;
        }
        if (o->encoding == BLOB) {
            read_blob(s);
            return;
        }
        s->values.data[s->values.count++] = read_scalar(s, o);
    }
}

/* --- records passed over --- */

/* A load holds nine chunks of six bits; those without the highest bit end a number. */
static void pass_plain(struct stream *s)
{
    s->code = (uint32_t)read_variable(s, 6);
    uint64_t count = read_variable(s, 6);
    if (count > (s->bits - s->at) / 6) {
        give_up(s);
        return;
    }
    const uint64_t highest = 0x820820820820820 & ((1ull << 54) - 1);
    while (count > 9 && far_from_end(s)) {
        count -= (uint64_t)__builtin_popcountll(~look(s) & highest);
        s->at += 54;
    }
    while (count-- && !s->broken)
        (void)read_variable(s, 6);
}

static void pass_abbreviated(struct stream *s, const struct abbreviation *a)
{
    const struct abbreviation_operand *o = a->operands, *end = o + a->count;
    s->code = (uint32_t)read_scalar(s, o);
    for (o++; o < end; o++) {
        if (o->encoding == BLOB) {
            read_blob(s);
            return;
        }
        if (o->encoding != ARRAY) {
            (void)read_scalar(s, o);
            continue;
        }
        uint64_t count = read_variable(s, 6);
        o++;
        if (o->encoding == VARIABLE) {
            while (count-- && !s->broken)
                (void)read_variable(s, (unsigned)o->value);
        } else if (o->encoding != LITERAL && o->value) {
            if (count > (s->bits - s->at) / o->value)
                give_up(s);
            else
                s->at += count * o->value;
        }
        return;
    }
}

/* --- blocks --- */

static void read_block_head(struct stream *s)
{
    s->block.id = (uint32_t)read_variable(s, 8);
    uint64_t width = read_variable(s, 4);
    align(s);
    uint64_t words = read_bits(s, 32);
    if (s->broken || width < 2 || width > 32 || words > (s->bits - s->at) / 32) {
        give_up(s);
        return;
    }
    s->block.width = (unsigned)width;
    s->block.at = s->at;
    s->block.end = s->at + words * 32;
}

static void read_info(struct stream *s)
{
    abbreviation_list *list = NULL;
    struct stream_block info = s->block;
    struct stream_outer outer = stream_enter(s, &info);
    for (;;) {
        uint64_t id = read_bits(s, s->width);
        if (id == DEFINE_ABBREVIATION && list) {
            const struct abbreviation *a = define(s);
            if (a)
                VECTOR_PUSH(list, a);
        } else if (id == PLAIN_RECORD) {
            read_plain(s);
            if (s->code != BLOCKINFO_SETBID)
                continue;
            uint64_t block = stream_value(s, 0);
            if (block >= STREAM_BLOCK_KINDS)
                give_up(s);
            list = s->broken ? NULL : &s->shared->of[block];
        } else {
            if (id != END_BLOCK)
                give_up(s);
            break;
        }
    }
    stream_leave(s, outer);
}

/* Everything but records; false: a record with the abbreviation number follows. */
static bool next_structure(struct stream *s, uint64_t *id, enum stream_entry *entry)
{
    while (!s->broken && s->bits - s->at >= s->width) {
        s->record_at = s->at;
        *id = read_bits(s, s->width);
        if (*id >= PLAIN_RECORD)
            return false;
        if (*id == DEFINE_ABBREVIATION) {
            const struct abbreviation *a = define(s);
            if (a)
                VECTOR_PUSH(&s->known, a);
        } else if (*id == ENTER_BLOCK) {
            read_block_head(s);
            if (s->broken)
                break;
            *entry = STREAM_BLOCK;
            if (s->block.id != BLOCKINFO)
                return true;
            read_info(s);
        } else {
            align(s);
            break;
        }
    }
    *entry = STREAM_END;
    return true;
}

static const struct abbreviation *known(struct stream *s, uint64_t id)
{
    LAW(id >= FIRST_ABBREVIATION);
    size_t k = s->base + (size_t)(id - FIRST_ABBREVIATION);
    if (k < s->known.count)
        return s->known.data[k];
    give_up(s);
    return NULL;
}

enum stream_entry stream_next(struct stream *s)
{
    uint64_t id;
    enum stream_entry entry;
    const struct abbreviation *a;
    if (next_structure(s, &id, &entry))
        return entry;
    if (id == PLAIN_RECORD)
        read_plain(s);
    else if ((a = known(s, id)))
        read_abbreviated(s, a);
    LAW(s->at <= s->bits);
    return s->broken ? STREAM_END : STREAM_RECORD;
}

enum stream_entry stream_pass(struct stream *s)
{
    uint64_t id;
    enum stream_entry entry;
    const struct abbreviation *a;
    if (next_structure(s, &id, &entry))
        return entry;
    if (id == PLAIN_RECORD)
        pass_plain(s);
    else if ((a = known(s, id)))
        pass_abbreviated(s, a);
    LAW(s->at <= s->bits);
    return s->broken ? STREAM_END : STREAM_RECORD;
}

bool stream_record_at(struct stream *s, uint64_t at)
{
    if (s->broken || at > s->bits)
        return false;
    s->at = at;
    return stream_next(s) == STREAM_RECORD;
}

struct stream_outer stream_enter(struct stream *s, const struct stream_block *block)
{
    LAW(block->at <= block->end && block->width >= 2 && block->width <= 32);
    LAW(block->end <= s->bits);
    struct stream_outer outer = {s->width, s->base, block->end};
    s->base = s->known.count;
    add_shared(s, block->id);
    s->width = block->width;
    s->at = block->at;
    return outer;
}

void stream_leave(struct stream *s, struct stream_outer outer)
{
    LAW(s->base <= s->known.count);
    s->known.count = s->base;
    s->base = outer.base;
    s->width = outer.width;
    if (!s->broken)
        s->at = outer.end;
}

void stream_skip(struct stream *s)
{
    LAW(s->block.end <= s->bits);
    s->at = s->block.end;
}

void stream_open(struct stream *s, const struct stream_block *block)
{
    s->known.count = s->base = 0;
    s->broken = false;
    (void)stream_enter(s, block);
}

bool stream_record(struct stream *s)
{
    enum stream_entry e;
    while ((e = stream_next(s)) == STREAM_BLOCK)
        stream_skip(s);
    return e == STREAM_RECORD;
}
