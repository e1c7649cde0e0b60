#include "property/property.h"

#include "base/failure.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

#define BIT(name) VIOLATION_BIT(VIOLATION_##name)

const struct property property_list[] = {
    {"reach", "no assertion fails, no error function or code called unreachable is reached",
     BIT(REACH) | BIT(UNREACHABLE), false},
    {"memsafety", "accesses and frees are valid, no memory is lost",
     BIT(DEREF) | BIT(FREE) | BIT(MEMTRACK), false},
    {"memcleanup", "all memory is freed when the program ends", BIT(MEMCLEANUP), true},
    {"overflow", "signed arithmetic, shifts, divisions and conversions of floats are defined",
     BIT(OVERFLOW) | BIT(SHIFT) | BIT(DIVISION) | BIT(FLOAT_CAST), false},
    {"division", "no division by zero", BIT(DIVISION), false},
    {"termination", "every run ends", BIT(TERMINATION), true},
    {NULL, NULL, 0, false},
};

static const struct {
    const char *name, *sentence;
} kinds[VIOLATION_COUNT] = {
    [VIOLATION_REACH] = {"unreach-call", "an assertion fails"},
    [VIOLATION_DEREF] = {"valid-deref", "memory is accessed outside of a live object"},
    [VIOLATION_FREE] = {"valid-free", "what is freed was not allocated, or was freed before"},
    [VIOLATION_MEMTRACK] = {"valid-memtrack",
                            "allocated memory is lost: neither freed nor reachable"},
    [VIOLATION_MEMCLEANUP] = {"valid-memcleanup",
                              "allocated memory is not freed when the program ends"},
    [VIOLATION_OVERFLOW] = {"no-overflow",
                            "the result of a signed operation is not representable"},
    [VIOLATION_SHIFT] = {"shift", "a shift amount is negative or not below the width"},
    [VIOLATION_DIVISION] = {"division-by-zero", "a divisor is zero"},
    [VIOLATION_FLOAT_CAST] = {"float-cast",
                              "an integer type cannot hold the float converted to it"},
    [VIOLATION_UNREACHABLE] = {"unreachable",
                               "code that the program calls unreachable is reached"},
    [VIOLATION_TERMINATION] = {"termination", "a run never ends"},
};

const char *violation_name(enum violation v)
{
    return kinds[v].name;
}

const char *violation_sentence(enum violation v)
{
    return kinds[v].sentence;
}

bool violation_of_check(enum check_kind kind, enum violation *v)
{
    switch (kind) {
    case CHECK_ASSERTION:
        *v = VIOLATION_REACH;
        return true;
    case CHECK_UNREACHABLE:
        *v = VIOLATION_UNREACHABLE;
        return true;
    case CHECK_OVERFLOW:
    case CHECK_SHIFT_VALUE:
        *v = VIOLATION_OVERFLOW;
        return true;
    case CHECK_SHIFT_AMOUNT:
        *v = VIOLATION_SHIFT;
        return true;
    case CHECK_DIVISION:
        *v = VIOLATION_DIVISION;
        return true;
    case CHECK_INDEX:
        *v = VIOLATION_DEREF;
        return true;
    case CHECK_FLOAT_CAST:
        *v = VIOLATION_FLOAT_CAST;
        return true;
    case CHECK_KIND_COUNT:
        break;
    }
    return false;
}

/* What a CHECK of a .prp file may ask, without blanks. */
static const struct {
    const char *check;
    uint32_t violations;
} checks[] = {
#define OF_MAIN(formula) "CHECK(init(main()),LTL(" formula "))"
    {OF_MAIN("G!call(reach_error())"), BIT(REACH)},
    {OF_MAIN("G!call(__VERIFIER_error())"), BIT(REACH)},
    {OF_MAIN("Gvalid-free"), BIT(FREE)},
    {OF_MAIN("Gvalid-deref"), BIT(DEREF)},
    {OF_MAIN("Gvalid-memtrack"), BIT(MEMTRACK)},
    {OF_MAIN("Gvalid-memcleanup"), BIT(MEMCLEANUP)},
    {OF_MAIN("G!overflow"), BIT(OVERFLOW)},
    {OF_MAIN("Fend"), BIT(TERMINATION)},
};

/* Where the CHECK at the start ends; null: it is not known. */
static const char *parse_check(const char *text, uint32_t *violations)
{
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (text_starts(text, checks[i].check)) {
            *violations |= checks[i].violations;
            return text + strlen(checks[i].check);
        }
    return NULL;
}

/* All of it must be known, or the answer would be about less than what was asked. */
static bool parse_checks(const char *path, const char *text, uint32_t *violations,
                         struct failure *f)
{
    if (!*text)
        return failure_set(f, FAILURE_INPUT, "%s: no property in it is known", path);
    while (*text) {
        const char *end = parse_check(text, violations);
        if (!end)
            return failure_set(f, FAILURE_INPUT, "%s: not known: %.100s", path, text);
        text = end;
    }
    return true;
}

static bool parse_file(const char *path, uint32_t *violations, struct failure *f)
{
    struct text text = {0}, dense = {0};
    if (!text_read_file(&text, path, f))
        return false;
    for (const char *c = text_of(&text); *c; c++)
        if (!isspace((unsigned char)*c))
            text_put_range(&dense, c, 1);
    bool known = parse_checks(path, text_of(&dense), violations, f);
    text_release(&dense);
    text_release(&text);
    return known;
}

bool violations_need_sites(uint32_t violations)
{
    return violations & (BIT(OVERFLOW) | BIT(SHIFT) | BIT(FLOAT_CAST) | BIT(TERMINATION));
}

static bool has_unreachable(const struct program *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const struct function *f = &p->functions.data[i];
        for (size_t k = 0; k < f->instructions.count; k++)
            if (f->instructions.data[k].op == OP_CHECK &&
                f->instructions.data[k].sub == CHECK_UNREACHABLE)
                return true;
    }
    return false;
}

uint32_t violations_that_matter(const struct program *p, uint32_t violations)
{
    return has_unreachable(p) ? violations : violations & ~BIT(UNREACHABLE);
}

bool property_parse(const char *text, uint32_t *violations, struct failure *f)
{
    if (text_ends(text, ".prp"))
        return parse_file(text, violations, f);
    for (const struct property *p = property_list; p->name; p++)
        if (text_same(text, p->name)) {
            *violations |= p->violations;
            return true;
        }
    return failure_set(f, FAILURE_INPUT,
                       "property '%s' is not known; there are reach, memsafety, memcleanup, "
                       "overflow, division, "
                       "termination, or a .prp file",
                       text);
}
