/* A plan in words. */
#include "caller/caller.h"
#include "caller/caller_internal.h"
#include "program/library.h"

static const char *elements_of(const struct caller *p, const struct spot *s)
{
    const struct ctype *t =
        &p->program->ctypes.data[p->program->ctypes.data[s->ctype].element];
    if (!t->bytes || t->kind == CTYPE_VOID)
        return "byte";
    return "element";
}

static const char *done_by(const struct caller *p, const struct spot *s)
{
    enum callback_kind kind = caller_callback_kind(p, s);
    if (!p->quiet_callbacks && kind != CALLBACK_FREES)
        return "returns anything and changes at most what its arguments lead to";
    switch (kind) {
    case CALLBACK_ALLOCATES:
        return s->sure_result ? "returns new memory of the size it is asked for, never null, "
                                "and changes nothing"
                              : "returns new memory of the size it is asked for and changes "
                                "nothing";
    case CALLBACK_STRING:
        return s->sure_result ? "returns a new string and changes nothing"
                              : "returns a new string or null and changes nothing";
    case CALLBACK_OBJECT:
        return s->sure_result ? "returns a new object and changes nothing"
                              : "returns a new object or null and changes nothing";
    case CALLBACK_FREES:
        return "frees its argument and changes nothing else";
    case CALLBACK_NOTHING:
    case CALLBACK_NUMBER:
    case CALLBACK_OTHER:
        break;
    }
    if (caller_callback_writes(p, s))
        return "returns anything and changes only the bytes and numbers that it is given "
               "room for";
    return "returns anything and changes nothing";
}

/* A length that nothing else says a range of. */
static bool may_look_negative(const struct caller *p, const struct spot *length)
{
    enum ctype_kind kind = p->program->ctypes.data[length->ctype].kind;
    return !length->has_range && (kind == CTYPE_SIGNED || kind == CTYPE_CHAR);
}

static void tell_list(const struct spot *s, struct text *out)
{
    if (s->ring)
        text_add(out, "%s leads to a node of a ring along %s, and back along %s", s->name,
                 s->member, s->back);
    else if (s->back)
        text_add(out, "%s leads to %s list along %s, and back along %s, that ends in null",
                 s->name, s->looks_back ? "a node of a" : "a", s->member, s->back);
    else
        text_add(out, "%s leads to a list along %s that ends in null", s->name, s->member);
    text_put(out, ", whose further nodes hold no other pointers");
}

static void tell_returned(const struct caller *p, const struct spot *s, struct text *out)
{
    const struct spot *number = caller_returned(p, s);
    if (!number)
        return;
    text_add(out, "what %s returns: ", s->name);
    caller_put_condition((struct caller *)p, number, true, out);
    text_put(out, "\n");
}

static void tell_pointer(const struct caller *p, const struct spot *s, struct text *out)
{
    const struct ctype *t =
        &p->program->ctypes.data[p->program->ctypes.data[s->ctype].element];
    switch (s->shape) {
    case SPOT_ONE:
        if (t->kind == CTYPE_POINTER)
            text_add(out, "%s points to a pointer", s->name);
        else
            text_add(out, "%s points to one %s%s", s->name, *t->name ? t->name : "object",
                     s->flexible ? " with any number of elements at its end" : "");
        break;
    case SPOT_ARRAY:
        text_add(out, "%s points to %llu %s%s", s->name, (unsigned long long)s->count,
                 elements_of(p, s), s->count == 1 ? "" : "s");
        break;
    case SPOT_COUNTED:
        text_add(out, "%s points to ", s->name);
        if (s->factor)
            text_add(out, "%u * ", s->factor);
        text_add(out, "%s %ss", s->expression ? s->expression : p->spots.data[s->length].name,
                 elements_of(p, s));
        if (s->holds_zero)
            text_put(out, ", among them a 0");
        if (!s->expression && may_look_negative(p, &p->spots.data[s->length]))
            text_add(out, " (%s is not negative)", p->spots.data[s->length].name);
        break;
    case SPOT_SPAN:
        text_add(out, "%s points to any number of %ss", s->name, elements_of(p, s));
        break;
    case SPOT_END:
        text_add(out, "%s points past the last element of %s", s->name,
                 p->spots.data[s->length].name);
        break;
    case SPOT_INSIDE:
        text_add(out, "%s points to an element of %s or past the last", s->name,
                 p->spots.data[s->length].name);
        break;
    case SPOT_ROOM:
        text_add(out,
                 "%s leads to as much memory as is used through it, in front of it too: "
                 "its bounds are not checked",
                 s->name);
        break;
    case SPOT_STRING:
        text_add(out, "%s is a string", s->name);
        if (s->beside != SPOT_NONE)
            text_add(out, " with room for %s behind it", p->spots.data[s->beside].name);
        if (s->characters)
            text_add(out, " of at least %u character%s", s->characters,
                     s->characters == 1 ? "" : "s");
        break;
    case SPOT_STREAM:
        text_add(out, "%s is an open stream", s->name);
        break;
    case SPOT_LIST:
        tell_list(s, out);
        break;
    case SPOT_FUNCTION:
        text_add(out, "%s points to a function that %s", s->name, done_by(p, s));
        break;
    case SPOT_NULL:
        text_add(out, "%s is null", s->name);
        break;
    case SPOT_FAR:
        text_add(out,
                 "%s leads to memory of its own, as much as is used through it, which holds "
                 "anything each time it is read: its bounds and life are not checked",
                 s->name);
        break;
    case SPOT_NUMBER:
    case SPOT_FLOAT:
    case SPOT_RECORD:
    case SPOT_GONE:
        return;
    }
    if (s->before)
        text_add(out, ", with %u byte%s in front of it", s->before,
                 s->before == 1 ? "" : "s");
    if (s->may_be_null && s->shape != SPOT_NULL)
        text_put(out, " or is null");
    text_put(out, "\n");
}

static bool makes_memory(const struct spot *s)
{
    return s->shape >= SPOT_ONE && s->shape <= SPOT_LIST && s->shape != SPOT_STREAM &&
           s->shape != SPOT_END && s->shape != SPOT_INSIDE;
}

static bool has_variables(const struct program *p)
{
    bool any = false;
    for (size_t i = 0; i < p->globals.count && !any; i++)
        any = !p->globals.data[i].read_only && !library_unit(p->globals.data[i].unit);
    return any;
}

void caller_tell(const struct caller *p, struct text *out)
{
    uint32_t memory = 0;
    bool sized = false;
    for (size_t i = 0; i < p->spots.count; i++) {
        const struct spot *s = &p->spots.data[i];
        memory += makes_memory(s);
        sized |= s->shape == SPOT_COUNTED || s->shape == SPOT_SPAN || s->shape == SPOT_STRING;
        tell_pointer(p, s, out);
        if (s->shape == SPOT_FUNCTION)
            tell_returned(p, s, out);
    }
    caller_tell_elements(p, out);
    caller_tell_externs(p, out);
    caller_tell_far(p, out);
    caller_tell_once(p, out);
    if (p->initial_globals)
        text_put(out, "globals hold their initial values\n");
    if (memory > 1)
        text_put(out, "the pointers lead to separate objects");
    for (uint32_t i = 0; memory > 1 && i < p->spots.count; i++)
        for (uint32_t k = i + 1; k < p->spots.count; k++)
            if (caller_may_be_same(p, i, k))
                text_add(out, "; %s and %s also to the same", p->spots.data[i].name,
                         p->spots.data[k].name);
    if (memory > 1)
        text_put(out, "\n");
    struct caller_looks looks = caller_looks(p);
    if (memory && looks.frees)
        text_put(out, "what pointers lead to was made by malloc\n");
    if (memory && looks.addresses && !looks.frees)
        text_put(out, "what pointers lead to is aligned as if malloc had made it\n");
    if (memory && has_variables(p->program))
        text_put(out, "no pointer leads to a global variable\n");
    if (p->high_addresses)
        text_add(out,
                 "no memory of callers lies in the first or last %d bytes of addresses\n",
                 CALLER_END_BYTES);
    caller_tell_streams(p, out);
    caller_tell_library(p, memory, out);
    if (sized)
        text_put(out, "every buffer is smaller than 2 GB\n");
    for (size_t i = 0; i < p->spots.count; i++) {
        const struct spot *s = &p->spots.data[i];
        if (!spot_is_limited(s))
            continue;
        caller_put_condition((struct caller *)p, s, true, out);
        text_put(out, "\n");
    }
    for (size_t i = 0; i < p->extra.count; i++)
        text_add(out, "%s\n", p->extra.data[i]);
}
