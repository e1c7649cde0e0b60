/* Spots whose memory is far. */
#include "caller/far/far.h"

static bool lies_behind(const struct caller *c, uint32_t spot, uint32_t other)
{
    for (uint32_t up = c->spots.data[spot].parent; up != SPOT_NONE && up != SPOT_GLOBAL;
         up = c->spots.data[up].parent)
        if (up == other)
            return true;
    return false;
}

static bool is_pointer(const struct spot *s)
{
    return s->shape >= SPOT_ONE && s->shape != SPOT_GONE;
}

/* What says how large it is, or what it leads into, is not there any more. */
static bool hangs_in_the_air(const struct caller *c, const struct spot *s)
{
    if (!is_pointer(s) || s->shape == SPOT_FAR || s->length == SPOT_NONE || s->expression)
        return false;
    bool leans = s->shape == SPOT_COUNTED || s->shape == SPOT_END || s->shape == SPOT_INSIDE;
    enum spot_shape on = c->spots.data[s->length].shape;
    return leans && (on == SPOT_GONE || on == SPOT_FAR);
}

static void put_far(struct caller *c, uint32_t spot)
{
    struct spot *s = &c->spots.data[spot];
    s->shape = SPOT_FAR;
    s->length = s->beside = SPOT_NONE;
    s->before = 0;
    s->line = 0;
    s->cut_off = s->holds_zero = s->ring = s->looks_back = false;
    for (uint32_t i = spot + 1; i < c->spots.count; i++)
        if (lies_behind(c, i, spot))
            c->spots.data[i] = (struct spot){.shape = SPOT_GONE,
                                             .name = c->spots.data[i].name,
                                             .ctype = c->spots.data[i].ctype,
                                             .parent = c->spots.data[i].parent,
                                             .use = USE_NONE,
                                             .number = USE_NONE,
                                             .length = SPOT_NONE,
                                             .beside = SPOT_NONE,
                                             .below = SPOT_NONE};
}

/* Limits and rooms that name what is gone mean nothing. */
static void tidy(struct caller *c)
{
    for (size_t i = 0; i < c->spots.count; i++) {
        struct spot *s = &c->spots.data[i];
        if (s->below != SPOT_NONE && (c->spots.data[s->below].shape == SPOT_GONE ||
                                      c->spots.data[s->below].shape == SPOT_FAR))
            s->below = SPOT_NONE;
        if (s->beside != SPOT_NONE && c->spots.data[s->beside].shape != SPOT_STRING)
            s->beside = SPOT_NONE;
    }
}

bool caller_make_far(struct caller *c, uint32_t spot)
{
    LAW(spot < c->spots.count);
    if (c->spots.data[spot].by_contract || !is_pointer(&c->spots.data[spot]))
        return false;
    put_far(c, spot);
    for (uint32_t i = 0; i < c->spots.count; i++)
        if (hangs_in_the_air(c, &c->spots.data[i]))
            put_far(c, i);
    tidy(c);
    return true;
}

bool caller_go_far(struct caller *c)
{
    if (c->far || c->fixed)
        return false;
    c->far = c->quiet_callbacks = c->quiet_externs = true;
    for (uint32_t i = 0; i < c->spots.count; i++)
        if (c->spots.data[i].shape == SPOT_NULL)
            caller_make_far(c, i);
    return true;
}

static void tell_numbers(const struct caller *c, struct text *out)
{
    if (c->far_divides)
        text_put(out, "numbers in such memory that something is divided by are not 0\n");
    if (c->far_indexes)
        text_put(out, "numbers in such memory that are indices of tables, and that nobody "
                      "compares, lead into them\n");
    if (c->far_rung)
        text_add(out, "numbers in such memory%s, of 32 bits and more, are %s\n",
                 c->far_returns ? ", and those that functions there return" : "",
                 c->far_rung == 1   ? "at most half as large as their type lets them be"
                 : c->far_rung == 2 ? "not negative, and at most half as large as their type "
                                      "lets them be"
                                    : "not negative, and small: half as many bits");
}

void caller_tell_far(const struct caller *c, struct text *out)
{
    if (c->far_prints)
        text_put(out,
                 "what printf, and others of its kind, print is not looked at: they return "
                 "any number, and fill all the room that they are given\n");
    if (!c->far)
        return;
    for (size_t i = 0; i < c->far_names.count; i++)
        text_add(out, "%s%s", i ? "; " : "", c->far_names.data[i]);
    if (c->far_names.count)
        text_put(
            out,
            ": each leads to memory of its own, as much as is used through it, which holds "
            "anything each time it is read, or to a function that returns anything, but no "
            "null that nobody asks for, and "
            "changes only locals, and members but the first, that it is given the address "
            "of: bounds and "
            "life are not "
            "checked there\n");
    tell_numbers(c, out);
}
