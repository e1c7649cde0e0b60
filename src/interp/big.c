/* Integers of more than 128 bits, as clang makes them for large groups of bit-fields and for
 * _BitInt. A value lies in consecutive slots, which together are its limbs, low first; unused
 * high bits are zero. They count as defined. */
#include "interp/interp_internal.h"

#define LIMBS (BIG_WIDTH / 32)

struct big {
    uint32_t limb[LIMBS];
};

/* Low `width` bits of the slots; sign-extended to the full size if asked. */
static struct big big_get(const slot *s, uint32_t width, bool is_signed)
{
    struct big r = {{0}};
    uint32_t bytes = (width + 7) / 8, top = width % 32;
    memcpy(&r, s, bytes > 8 && width <= 64 ? 8 : bytes);
    uint32_t last = (width - 1) / 32;
    bool negative = is_signed && r.limb[last] >> ((width - 1) % 32) & 1;
    if (top)
        r.limb[last] = negative ? r.limb[last] | ~0u << top : r.limb[last] & ~(~0u << top);
    if (negative)
        memset(&r.limb[last + 1], 0xff, (LIMBS - 1 - last) * sizeof *r.limb);
    return r;
}

static void big_put(slot *s, struct big v, uint32_t width)
{
    uint32_t last = (width - 1) / 32, top = width % 32;
    if (top)
        v.limb[last] &= ~(~0u << top);
    memset(&v.limb[last + 1], 0, (LIMBS - 1 - last) * sizeof *v.limb);
    memcpy(s, &v, slots_for(width) * sizeof *s);
}

static struct big big_add(const struct big *a, const struct big *b, uint32_t carry,
                          uint32_t flip)
{
    struct big r;
    uint64_t sum = carry;
    for (uint32_t k = 0; k < LIMBS; k++) {
        sum += (uint64_t)a->limb[k] + (b->limb[k] ^ flip);
        r.limb[k] = (uint32_t)sum;
        sum >>= 32;
    }
    return r;
}

static struct big big_multiply(const struct big *a, const struct big *b)
{
    struct big r = {{0}};
    for (uint32_t i = 0; i < LIMBS; i++) {
        uint64_t carry = 0;
        for (uint32_t j = 0; a->limb[i] && i + j < LIMBS; j++) {
            carry += (uint64_t)a->limb[i] * b->limb[j] + r.limb[i + j];
            r.limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return r;
}

/* Zeros come in from below. */
static uint32_t limb_at(const struct big *a, int64_t k, uint32_t fill)
{
    if (k < 0)
        return 0;
    return k < LIMBS ? a->limb[k] : fill;
}

/* Left by a positive number of bits, right by a negative one; `fill` comes in from above. */
static struct big big_shift(const struct big *a, int64_t by, uint32_t fill)
{
    struct big r;
    int64_t whole = by >= 0 ? by / 32 : -((-by + 31) / 32), rest = by - whole * 32;
    for (int64_t k = 0; k < LIMBS; k++) {
        int64_t from = k - whole;
        uint32_t high = limb_at(a, from, fill), low = limb_at(a, from - 1, fill);
        r.limb[k] = rest ? high << rest | low >> (32 - rest) : high;
    }
    return r;
}

static int big_order(const struct big *a, const struct big *b)
{
    for (uint32_t k = LIMBS; k-- > 0;)
        if (a->limb[k] != b->limb[k])
            return a->limb[k] < b->limb[k] ? -1 : 1;
    return 0;
}

static bool big_compare(enum compare how, const slot *p, const slot *q, uint32_t width)
{
    bool is_signed = how >= COMPARE_SLT;
    struct big a = big_get(p, width, is_signed), b = big_get(q, width, is_signed);
    a.limb[LIMBS - 1] ^=
        is_signed ? 0x80000000u : 0; /* the order of signed numbers, moved to unsigned ones */
    b.limb[LIMBS - 1] ^= is_signed ? 0x80000000u : 0;
    int order = big_order(&a, &b);
    switch (how) {
    case COMPARE_EQ:
        return order == 0;
    case COMPARE_NE:
        return order != 0;
    case COMPARE_ULT:
    case COMPARE_SLT:
        return order < 0;
    case COMPARE_ULE:
    case COMPARE_SLE:
        return order <= 0;
    case COMPARE_UGT:
    case COMPARE_SGT:
        return order > 0;
    case COMPARE_UGE:
    case COMPARE_SGE:
        return order >= 0;
    }
    return false;
}

static void big_load(struct interp *t, slot *r, slot p, uint32_t width)
{
    uint64_t offset;
    uint32_t bytes = (width + 7) / 8;
    const struct object *o = access_check(t, p, bytes, ACCESS_READ, &offset);
    struct big v = {{0}};
    memcpy(&v, o->bytes + offset, bytes);
    big_put(r, v, width);
}

static void big_store(struct interp *t, slot p, const slot *value, uint32_t width)
{
    uint64_t offset;
    uint32_t bytes = (width + 7) / 8;
    struct object *o = access_check(t, p, bytes, ACCESS_WRITE, &offset);
    memcpy(o->bytes + offset, value, bytes);
    if (o->defined)
        memset(o->defined + offset, 0xff, bytes);
    object_clear_provenance(o, offset, bytes);
}

void big_operation(struct interp *t, const struct operation *o, slot *r, const slot *p,
                   const slot *q)
{
    uint32_t width = o->type.width, from = o->from.width;
    if (o->op == OP_LOAD) {
        big_load(t, r, *p, width);
        return;
    }
    if (o->op == OP_STORE) {
        big_store(t, *p, q, width);
        return;
    }
    if (o->op == OP_ICMP) {
        *r = (slot){big_compare(o->sub, p, q, from), 0};
        return;
    }
    bool is_signed = o->op == OP_SEXT || o->op == OP_ASHR;
    struct big a = big_get(p, from, is_signed), b = {{0}};
    if (o->count > 1)
        b = big_get(q, from, false);
    int64_t by = b.limb[0];
    if (op_class((enum op)o->op) != CLASS_INTEGER)
        stop_end(t, INTERP_UNSUPPORTED, "an operation on integers of %u bits", from);
    switch ((enum integer_op)o->op) {
    case OP_ADD:
        a = big_add(&a, &b, 0, 0);
        break;
    case OP_SUB:
        a = big_add(&a, &b, 1, ~0u);
        break;
    case OP_MUL:
        a = big_multiply(&a, &b);
        break;
    case OP_AND:
        for (uint32_t k = 0; k < LIMBS; k++)
            a.limb[k] &= b.limb[k];
        break;
    case OP_OR:
        for (uint32_t k = 0; k < LIMBS; k++)
            a.limb[k] |= b.limb[k];
        break;
    case OP_XOR:
        for (uint32_t k = 0; k < LIMBS; k++)
            a.limb[k] ^= b.limb[k];
        break;
    case OP_SHL:
        a = big_shift(&a, by, 0);
        break;
    case OP_LSHR:
        a = big_shift(&a, -by, 0);
        break;
    case OP_ASHR:
        a = big_shift(&a, -by, a.limb[LIMBS - 1] >> 31 ? ~0u : 0);
        break;
    case OP_ZEXT:
    case OP_SEXT:
    case OP_TRUNC:
        break;
    case OP_ICMP: /* above */
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
    case OP_BITS:
        stop_end(t, INTERP_UNSUPPORTED, "an operation on integers of %u bits", from);
    }
    if (width <= 64)
        *r = (slot){((uint64_t)a.limb[1] << 32 | a.limb[0]) & mask_of(width), 0};
    else
        big_put(r, a, width);
}
