/* Accesses in full generality: any type, undefined bits, provenance of stored pointers,
 * copies. The fast paths for whole defined values are in run.c and fall back on these. */
#include "interp/interp_internal.h"

#include "base/failure.h"

#include <stdlib.h>

struct object *access_check(struct interp *t, slot p, uint64_t size, enum access access,
                            uint64_t *offset)
{
    struct memory *m = &t->memory;
    if (pointer_object(p) == OBJECT_UNDEFINED_INDEX) {
        use_undefined(t, "an address");
        p = pointer_from_address(t, p.low);
    }
    struct object *o = &m->objects[pointer_object(p)];
    *offset = (p.low - o->base) & m->pointer_mask;
    bool inside = *offset <= o->size && o->size - *offset >= size;
    if (!inside || o->generation != pointer_generation(p) || !o->bytes ||
        o->state != OBJECT_ALIVE)
        stop_access(t, p, size, access);
    if (access == ACCESS_WRITE && o->read_only) {
        char what[160];
        describe_object(t, o, what, sizeof what);
        stop_error(t, INTERP_READ_ONLY, "write to read-only %s", what);
    }
    LAW(*offset + size <= o->full_size);
    LAW(pointer_object(p) > OBJECT_UNDEFINED_INDEX || !size);
    return o;
}

slot pointer_from_address(struct interp *t, uint64_t address)
{
    uint32_t index = address ? memory_find(&t->memory, address) : 0;
    return (slot){address, index ? object_word(&t->memory, index) : 0};
}

void object_clear_provenance(struct object *o, uint64_t offset, uint64_t size)
{
    LAW(offset <= o->full_size && size <= o->full_size - offset);
    if (o->provenance)
        memset(o->provenance + offset, 0, size * sizeof *o->provenance);
}

static void need_defined(struct object *o)
{
    if (o->defined)
        return;
    o->defined = malloc(o->full_size + 1);
    memset(o->defined, 0xff, o->full_size + 1);
}

void object_make_foreign(struct object *o)
{
    o->foreign = true;
    if (!o->full_size)
        return;
    need_defined(o);
    memset(o->defined, 0, o->full_size);
}

void object_make_undefined(struct object *o)
{
    o->foreign = false;
    object_clear_provenance(o, 0, o->full_size);
    if (!o->full_size)
        return;
    need_defined(o);
    memset(o->defined, 0, o->full_size);
}

/* The high word of a pointer whose bytes lie at the offset. */
static uint64_t stored_provenance(struct interp *t, const struct object *o, uint64_t offset,
                                  uint32_t bytes, uint64_t address)
{
    LAW(offset + bytes <= o->full_size);
    if (!address)
        return 0;
    if (!o->provenance)
        return pointer_from_address(t, address).high;
    const uint64_t *at = o->provenance + offset;
    uint64_t some = 0;
    uint32_t whole = 0;
    for (uint32_t k = 0; k < bytes; k++) {
        whole += at[k] && at[k] == ((at[0] & PROVENANCE_MASK) | (uint64_t)k << 60);
        if (at[k])
            some = at[k] & PROVENANCE_MASK;
    }
    if (whole == bytes)
        return some;
    if (!some)
        return pointer_from_address(t, address).high;
    /* some bytes were overwritten: still a pointer only if it points into the same object */
    const struct object *target = &t->memory.objects[(uint32_t)some];
    bool inside = address >= target->base && address - target->base <= target->full_size;
    return inside ? some : 0;
}

/* Asks for the undefined bits of a load and writes the answer back. */
static slot choose_undefined(struct interp *t, struct object *o, uint64_t offset,
                             struct type type, slot bits, uint64_t undefined)
{
    slot chosen = choose(t, INTERP_CHOICE_UNINITIALISED, type, "");
    uint32_t bytes = type_bytes(type);
    bits.low = (bits.low & ~undefined) | (chosen.low & undefined);
    memcpy(o->bytes + offset, &bits.low, bytes < 8 ? bytes : 8);
    if (!error_wanted(t, INTERP_UNINITIALISED))
        memset(o->defined + offset, 0xff, bytes);
    return bits;
}

slot access_load(struct interp *t, slot p, struct type type)
{
    LAW(type_bytes(type) <= sizeof(slot));
    uint64_t offset, undefined = 0;
    uint32_t bytes = type_bytes(type);
    struct object *o = access_check(t, p, bytes, ACCESS_READ, &offset);
    slot r = {0, 0};
    memcpy(&r, o->bytes + offset, bytes);
    if (o->defined && bytes <= 8) {
        memcpy(&undefined, o->defined + offset, bytes);
        undefined = ~undefined & mask_of(type.width);
        bool asks = t->options->choose && !t->options->keep_uninitialised && !o->read_only &&
                    !o->foreign;
        if (undefined && asks) {
            bool stays =
                type.kind == TYPE_POINTER && t->options->external != INTERP_EXTERNAL_FOLLOW;
            r = choose_undefined(t, o, offset, type, r, undefined);
            if (!stays && !error_wanted(t, INTERP_UNINITIALISED))
                undefined = 0; /* chosen */
        }
    }
    if (type.kind == TYPE_POINTER) {
        r.high =
            undefined ? POINTER_UNDEFINED : stored_provenance(t, o, offset, bytes, r.low);
    } else if (type.width <= 64) {
        r.low &= mask_of(type.width);
        r.high = undefined;
    } else if (type.width < 128) {
        r.high &= mask_of(type.width - 64);
    }
    return r;
}

bool interp_peek(const struct interp *t, struct interp_value p, struct type type,
                 struct interp_value *out)
{
    const struct memory *m = &t->memory;
    uint32_t bytes = type_bytes(type), index = pointer_object(p);
    if (index == OBJECT_UNDEFINED_INDEX || bytes > 8)
        return false;
    const struct object *o = &m->objects[index];
    uint64_t offset = (p.low - o->base) & m->pointer_mask, defined = 0;
    bool inside = offset <= o->size && o->size - offset >= bytes;
    if (!inside || o->generation != pointer_generation(p) || !o->bytes ||
        o->state != OBJECT_ALIVE)
        return false;
    if (o->defined) {
        memcpy(&defined, o->defined + offset, bytes);
        if (~defined & mask_of(type.width))
            return false;
    }
    *out = (slot){0, 0};
    memcpy(&out->low, o->bytes + offset, bytes);
    out->low &= mask_of(type.width);
    if (type.kind == TYPE_POINTER)
        out->high = stored_provenance((struct interp *)t, o, offset, bytes, out->low);
    return true;
}

void access_store(struct interp *t, slot p, slot value, struct type type)
{
    LAW(type_bytes(type) <= sizeof(slot));
    uint64_t offset, undefined = slot_undefined(value, type);
    uint32_t bytes = type_bytes(type);
    struct object *o = access_check(t, p, bytes, ACCESS_WRITE, &offset);
    memcpy(o->bytes + offset, &value, bytes);
    if (undefined)
        need_defined(o);
    if (undefined && t->options->external == INTERP_EXTERNAL_FOLLOW)
        o->foreign = true;
    if (o->defined) {
        uint64_t defined[2] = {~undefined, ~UINT64_C(0)};
        memcpy(o->defined + offset, defined, bytes);
    }
    bool points = type.kind == TYPE_POINTER && pointer_object(value) > OBJECT_UNDEFINED_INDEX;
    if (points && !o->provenance)
        o->provenance = calloc(o->full_size, sizeof *o->provenance);
    if (points)
        for (uint64_t k = 0; k < bytes; k++)
            o->provenance[offset + k] = value.high | k << 60;
    else
        object_clear_provenance(o, offset, bytes);
}

static void copy_shadow(struct object *to, uint64_t at, const struct object *from,
                        uint64_t where, uint64_t size)
{
    LAW(at + size <= to->full_size && where + size <= from->full_size);
    memmove(to->bytes + at, from->bytes + where, size);
    if (from->defined)
        need_defined(to);
    if (to->defined) {
        if (from->defined)
            memmove(to->defined + at, from->defined + where, size);
        else
            memset(to->defined + at, 0xff, size);
    }
    if (from->provenance && !to->provenance)
        to->provenance = calloc(to->full_size, sizeof *to->provenance);
    if (to->provenance) {
        if (from->provenance)
            memmove(to->provenance + at, from->provenance + where,
                    size * sizeof *to->provenance);
        else
            object_clear_provenance(to, at, size);
    }
}

void access_copy(struct interp *t, slot to, slot from, uint64_t size, enum op op)
{
    if (!size)
        return;
    uint64_t at, where;
    struct object *source = access_check(t, from, size, ACCESS_READ, &where);
    struct object *target = access_check(t, to, size, ACCESS_WRITE, &at);
    if (op == OP_MEMCPY && source == target && at != where && at < where + size &&
        where < at + size)
        stop_error(t, INTERP_OVERLAP, "memcpy of %llu bytes between overlapping ranges",
                   (unsigned long long)size);
    copy_shadow(target, at, source, where, size);
    target->foreign |= source->foreign;
}

void access_set(struct interp *t, slot to, slot byte, uint64_t size)
{
    if (!size)
        return;
    uint64_t at;
    struct object *o = access_check(t, to, size, ACCESS_WRITE, &at);
    memset(o->bytes + at, (int)(byte.low & 0xff), size);
    if (byte.high)
        need_defined(o);
    if (byte.high && t->options->external == INTERP_EXTERNAL_FOLLOW)
        o->foreign = true;
    if (o->defined)
        memset(o->defined + at, (int)(~byte.high & 0xff), size);
    object_clear_provenance(o, at, size);
}
