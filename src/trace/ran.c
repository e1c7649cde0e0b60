/* Runs of the interpreter that look for violations: which errors are looked for, and what a
 * run that ended in one shows. */
#include "trace/trace.h"

#include "base/failure.h"

uint32_t violations_errors(uint32_t violations)
{
    uint32_t errors = 0;
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (violations & VIOLATION_BIT(v))
            errors |= violation_errors((enum violation)v);
    return errors;
}

/* VIOLATION_COUNT: none of these. */
static enum violation violation_of(uint32_t violations, enum interp_error error)
{
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if ((violations & VIOLATION_BIT(v)) &&
            (violation_errors((enum violation)v) & INTERP_BIT(error)))
            return (enum violation)v;
    return VIOLATION_COUNT;
}

bool trace_of_run(struct trace *t, uint32_t violations, uint32_t entry,
                  const struct interp_result *ended)
{
    LAW(ended->end == INTERP_ERROR);
    enum violation found = violation_of(violations, ended->error);
    if (found == VIOLATION_COUNT)
        return false;
    t->kind = found;
    t->ran = t->asked = true;
    t->function = ended->stack_count ? ended->stack[0].function : entry;
    t->instruction = ended->stack_count ? ended->stack[0].instruction : 0;
    return true;
}
