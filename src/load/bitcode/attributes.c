/* Attributes of functions and calls: groups (one per place: function, result, parameter),
 * then lists of groups that symbols and calls name by number. Only noreturn, byval, sret,
 * align, nonnull, dereferenceable and allocsize are kept. */
#include "load/bitcode/internal.h"

#include "base/failure.h"

#include <string.h>

enum { ATTRIBUTE_LIST = 2, ATTRIBUTE_GROUP = 3 };
enum {
    KIND_ALIGNMENT = 1,
    KIND_BYVAL = 3,
    KIND_NO_RETURN = 17,
    KIND_SRET = 29,
    KIND_NON_NULL = 39,
    KIND_DEREFERENCEABLE = 41,
    KIND_ALLOC_SIZE = 51
};
enum {
    FORM_PLAIN = 0,
    FORM_NUMBER = 1,
    FORM_TEXT = 3,
    FORM_TEXT_VALUE = 4,
    FORM_TYPE_MISSING = 5,
    FORM_TYPE = 6,
    FORM_RANGE = 7,
    FORM_RANGES = 8
};
enum { PLACE_FUNCTION = UINT32_MAX };

struct attribute_group {
    uint32_t place; /* 0: result, 1: first parameter */
    bool no_return;
    uint32_t size_parameter, count_parameter;
    struct ir_parameter parameter;
};

static size_t pass_text(const struct stream *s, size_t k)
{
    while (k < s->values.count && s->values.data[k])
        k++;
    return k + 1;
}

/* Two numbers, each in as many words as the first value says if they are wide. */
static size_t pass_range(const struct stream *s, size_t k, uint64_t bits)
{
    if (bits <= 64)
        return k + 2;
    uint64_t words = stream_value(s, k);
    return k + 1 + (uint32_t)words + (size_t)(words >> 32);
}

static size_t pass_ranges(const struct stream *s, size_t k)
{
    uint64_t count = stream_value(s, k), bits = stream_value(s, k + 1);
    k += 2;
    for (uint64_t i = 0; i < count && k < s->values.count; i++)
        k = pass_range(s, k, bits);
    return k;
}

static bool read_type(struct bitcode_module *m, struct attribute_group *g, uint64_t kind,
                      uint64_t number)
{
    if (kind == KIND_BYVAL)
        return (g->parameter.byval = bitcode_type_at(m, number)) != NULL;
    if (kind == KIND_SRET)
        return (g->parameter.sret = bitcode_type_at(m, number)) != NULL;
    return true;
}

/* Two numbers of parameters in one; the second is all ones where there is none. */
static void read_sizes(struct attribute_group *g, uint64_t packed)
{
    g->size_parameter = (uint32_t)(packed >> 32) + 1;
    g->count_parameter = (uint32_t)packed + 1; /* 0 if there is none */
}

/* The attribute at k, and where the next one is. */
static bool read_attribute(struct bitcode_module *m, struct attribute_group *g, size_t *at)
{
    LAW(*at < m->stream.values.count);
    const struct stream *s = &m->stream;
    size_t k = *at + 2;
    uint64_t form = s->values.data[*at], kind = stream_value(s, *at + 1);
    switch (form) {
    case FORM_PLAIN:
        if (kind == KIND_NO_RETURN)
            g->no_return = true;
        if (kind == KIND_NON_NULL)
            g->parameter.non_null = true;
        break;
    case FORM_NUMBER:
        if (kind == KIND_ALIGNMENT)
            g->parameter.alignment = stream_value(s, k);
        if (kind == KIND_DEREFERENCEABLE)
            g->parameter.dereferenceable = stream_value(s, k);
        if (kind == KIND_ALLOC_SIZE)
            read_sizes(g, stream_value(s, k));
        k++;
        break;
    case FORM_TEXT:
        k = pass_text(s, *at + 1);
        break;
    case FORM_TEXT_VALUE:
        k = pass_text(s, pass_text(s, *at + 1));
        break;
    case FORM_TYPE_MISSING:
        break;
    case FORM_TYPE:
        if (!read_type(m, g, kind, stream_value(s, k)))
            return false;
        k++;
        break;
    case FORM_RANGE:
        k = pass_range(s, k + 1, stream_value(s, k));
        break;
    case FORM_RANGES:
        k = pass_ranges(s, k);
        break;
    default:
        return false;
    }
    *at = k;
    return true;
}

static bool read_group(struct bitcode_module *m)
{
    const struct stream *s = &m->stream;
    if (s->values.count < 2)
        return false;
    struct attribute_group *g = ARENA_NEW(&m->ir.store->arena, struct attribute_group);
    g->place = (uint32_t)s->values.data[1];
    for (size_t k = 2; k < s->values.count;)
        if (!read_attribute(m, g, &k))
            return false;
    VECTOR_PUSH(&m->group_list, g);
    map_set(&m->groups, s->values.data[0], m->group_list.count);
    return true;
}

bool bitcode_groups_read(struct bitcode_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    struct stream_block block = s->block;
    struct stream_outer outer = stream_enter(s, &block);
    while (stream_record(s))
        if (s->code == ATTRIBUTE_GROUP && !read_group(m))
            return bitcode_malformed(m, "an attribute", failure);
    stream_leave(s, outer);
    return !s->broken || bitcode_malformed(m, "its attributes", failure);
}

static const struct attribute_group *group_of(const struct bitcode_module *m, uint64_t number)
{
    uint64_t k = map_or(&m->groups, number, 0);
    return k ? m->group_list.data[k - 1] : NULL;
}

enum { MOST_PARAMETERS = 1 << 16 };

static const struct ir_attributes *make_list(struct bitcode_module *m)
{
    const struct stream *s = &m->stream;
    struct ir_attributes all = {0};
    uint32_t count = 0;
    for (size_t i = 0; i < s->values.count; i++) {
        const struct attribute_group *g = group_of(m, s->values.data[i]);
        if (!g)
            return NULL;
        if (g->place == PLACE_FUNCTION) {
            all.no_return = g->no_return;
            all.size_parameter = g->size_parameter;
            all.count_parameter = g->count_parameter;
            continue;
        }
        if (!g->place)
            all.result_non_null = g->parameter.non_null;
        if (g->place > MOST_PARAMETERS)
            return NULL;
        const struct ir_parameter *p = &g->parameter;
        bool matters =
            p->byval || p->sret || p->alignment || p->non_null || p->dereferenceable;
        if (matters && g->place > count)
            count = g->place;
    }
    if (!all.no_return && !all.result_non_null && !all.size_parameter && !count)
        return &ir_no_attributes;
    LAW(count <= MOST_PARAMETERS);
    struct ir_attributes *a = ARENA_NEW(&m->ir.store->arena, struct ir_attributes);
    struct ir_parameter *parameters =
        ARENA_ARRAY(&m->ir.store->arena, struct ir_parameter, count);
    for (size_t i = 0; i < s->values.count; i++) {
        const struct attribute_group *g = group_of(m, s->values.data[i]);
        if (g->place && g->place <= count)
            parameters[g->place - 1] = g->parameter;
    }
    *a = all;
    a->count = count;
    a->parameters = parameters;
    return a;
}

bool bitcode_attributes_read(struct bitcode_module *m, struct failure *failure)
{
    struct stream *s = &m->stream;
    struct stream_block block = s->block;
    struct stream_outer outer = stream_enter(s, &block);
    while (stream_record(s)) {
        const struct ir_attributes *a = s->code == ATTRIBUTE_LIST ? make_list(m) : NULL;
        if (!a)
            return bitcode_malformed(m, "a list of attributes", failure);
        VECTOR_PUSH(&m->attributes, a);
    }
    stream_leave(s, outer);
    return !s->broken || bitcode_malformed(m, "its attributes", failure);
}

const struct ir_attributes *bitcode_attributes(const struct bitcode_module *m,
                                               uint64_t number)
{
    return number && number <= m->attributes.count ? m->attributes.data[number - 1]
                                                   : &ir_no_attributes;
}
