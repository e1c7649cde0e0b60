/* Custom change patterns at work (T23 chapter 8): where the bodies part, the changed code is
 * looked for, and either rewritten into the other side's code or, when functions are called
 * that may exist in one version only, replaced on both sides by one unknown function of the
 * pattern's inputs. Whether the rest agrees, and with it that the pattern was applied to
 * equal inputs at the same point, is left to the comparison that follows. */
#include "base/failure.h"
#include "diff/custom/custom.h"
#include "diff/match/attempt.h"
#include "diff/custom/custom_internal.h"
#include "diff/patterns/pattern.h"

enum { MOST_CANDIDATES = 48 };

/* Where a pattern may have its anchor: the instruction at which the bodies part, and what it
 * is computed from. */
struct candidates {
    LLVMValueRef data[MOST_CANDIDATES];
    size_t count;
};

static void list_candidates(struct candidates *c, LLVMValueRef instruction)
{
    c->count = 0;
    if (!instruction || !LLVMIsAInstruction(instruction))
        return;
    c->data[c->count++] = instruction;
    for (size_t i = 0; i < c->count; i++)
        for (unsigned k = 0;
             k < (unsigned)LLVMGetNumOperands(c->data[i]) && c->count < MOST_CANDIDATES;
             k++) {
            LLVMValueRef operand = LLVMGetOperand(c->data[i], k);
            if (LLVMIsAInstruction(operand))
                c->data[c->count++] = operand;
        }
}

/* The instruction at which the side of the pattern has its anchor and can be replaced; null:
 * nowhere near. */
static LLVMValueRef find(const struct custom_pattern *p, enum side side, LLVMValueRef at)
{
    struct candidates list;
    list_candidates(&list, at);
    for (size_t i = 0; i < list.count; i++) {
        struct custom_site site;
        if (!custom_find(&site, p, (int)side, list.data[i]))
            continue;
        bool fits = custom_point(&site) != NULL;
        custom_site_release(&site);
        if (fits)
            return list.data[i];
    }
    return NULL;
}

/* The same site in the attempt's own copy of the body, with the point for its replacement. */
static LLVMValueRef find_own(struct custom_site *site, const struct custom_pattern *p,
                             struct attempt *attempt, enum side side, LLVMValueRef anchor)
{
    LAW(LLVMIsAInstruction(anchor));
    bool there = custom_find(site, p, (int)side, attempt_own(attempt, side, anchor));
    CHECK_LAW(there);
    return custom_point(site);
}

static bool rewrite(const struct custom_pattern *p, struct attempt *attempt, enum side side,
                    LLVMValueRef at)
{
    enum side other = side == OLD ? NEW : OLD;
    if (!p->anchor[side] || p->calls[other] || custom_has_branches(p->function[other]))
        return false;
    LLVMValueRef anchor = find(p, side, at);
    if (!anchor)
        return false;
    struct custom_site site;
    LLVMValueRef point = find_own(&site, p, attempt, side, anchor);
    bool done = custom_rewrite(&site, point, p->function[other]);
    custom_site_release(&site);
    return done;
}

static bool abstract(struct comparer *comparer, const struct custom_pattern *p,
                     struct attempt *attempt, const struct difference *d, size_t number)
{
    if (!p->anchor[OLD] || !p->anchor[NEW])
        return false;
    LLVMValueRef anchor[2] = {find(p, OLD, d->instruction[OLD]),
                              find(p, NEW, d->instruction[NEW])};
    if (!anchor[OLD] || !anchor[NEW])
        return false;
    struct custom_site sites[2];
    LLVMValueRef points[2];
    for (int side = OLD; side <= NEW; side++)
        points[side] = find_own(&sites[side], p, attempt, (enum side)side, anchor[side]);
    bool done = custom_types_agree(&sites[OLD], &sites[NEW]);
    const char *name =
        arena_format(&comparer->arena, "sooth.pattern.%s.%zu", p->name, number);
    for (int side = OLD; side <= NEW && done; side++)
        done = custom_abstract(&sites[side], points[side], name);
    for (int side = OLD; side <= NEW; side++)
        custom_site_release(&sites[side]);
    return done;
}

static bool repair(struct comparer *comparer, const struct difference *d,
                   struct attempt *attempt)
{
    const struct custom_patterns *custom = comparer->options.custom;
    for (size_t i = 0; comparer->mode.custom_on && i < custom->patterns.count; i++) {
        const struct custom_pattern *p = &custom->patterns.data[i];
        if (!rewrite(p, attempt, NEW, d->instruction[NEW]) &&
            !rewrite(p, attempt, OLD, d->instruction[OLD]) &&
            !abstract(comparer, p, attempt, d, i))
            continue;
        attempt->assumptions |= ASSUME_PATTERN;
        for (int side = OLD; side <= NEW;
             side++) /* what is left of blocks that were cut apart */
            if (custom_has_branches(p->function[side]) && attempt->owned[side])
                normalise_again(&comparer->normaliser, attempt->body[side], NORMALISE_LIGHT);
        return true;
    }
    return false;
}

const struct diff_pattern pattern_custom = {
    .name = "custom",
    .summary = "changes that a pattern file declares harmless",
    .assumption = ASSUME_PATTERN,
    .repair = repair,
};
