/* What is assumed of a number, as a C expression or in words. */
#include "caller/caller_internal.h"

static void put_wide(struct text *out, __int128 v)
{
    if (v < 0 && v == (__int128)INT64_MIN)
        text_add(out, "(-0x7fffffffffffffff - 1)");
    else if (v < 0)
        text_add(out, "%lld", (long long)v);
    else
        text_add(out, "%llu", (unsigned long long)v);
}

void caller_put_condition(struct caller *p, const struct spot *s, bool words,
                          struct text *out)
{
    const char *and = words ? ", " : " && ", *before = "";
    if (s->has_range) {
        const char *name = s->name;
        put_wide(out, s->least);
        text_add(out, " <= %s%s%s <= ", name, words ? "" : " && ", words ? "" : name);
        put_wide(out, s->most);
        before = and;
    }
    if (s->not_zero) {
        text_add(out, words ? "%s%s is not 0" : "%s%s != 0", before, s->name);
        before = and;
    }
    if (s->below == SPOT_NONE)
        return;
    const struct spot *limit = &p->spots.data[s->below];
    const char *size = limit->shape == SPOT_NUMBER ? limit->name : caller_size_name(p, limit);
    if (words && limit->shape != SPOT_NUMBER)
        size = arena_format(&p->arena, "the size of %s", limit->name);
    bool is_signed = p->program->ctypes.data[s->ctype].kind == CTYPE_SIGNED;
    text_put(out, before);
    if (words)
        text_add(out, "%s%s %s %s", is_signed ? "0 <= " : "", s->name,
                 s->or_equal ? "<=" : "<", size);
    else
        text_add(out, "%s%s%s(unsigned long)%s %s (unsigned long)%s",
                 is_signed ? "0 <= " : "", is_signed ? s->name : "", is_signed ? " && " : "",
                 s->name, s->or_equal ? "<=" : "<", size);
}
