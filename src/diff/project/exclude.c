/* What users do not want to hear of: functions, variables and files by pattern. */
#include "diff/project/plan.h"

#include "diff/project/project.h"

#include <fnmatch.h>
#include <string.h>

bool plan_matches(const char *name, const char *const *patterns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!fnmatch(patterns[i], name, 0))
            return true;
    return false;
}

static bool is_excluded(const struct plan *p, int side, const struct project_symbol *s,
                        const char *const *patterns, size_t count)
{
    char base[256];
    size_t length = project_symbol_base(s->name);
    if (length >= sizeof base)
        length = sizeof base - 1;
    memcpy(base, s->name, length);
    base[length] = 0;
    return plan_matches(base, patterns, count) ||
           plan_matches(p->project[side]->units.data[s->unit].source, patterns, count);
}

void plan_exclude(struct plan *p, const char *const *patterns, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->entries.count; i++) {
        const struct plan_entry *e = &p->entries.data[i];
        int side = e->function[0] ? 0 : 1;
        if (!is_excluded(p, side, e->function[side], patterns, count))
            p->entries.data[kept++] = *e;
    }
    p->entries.count = kept;
    kept = 0;
    for (size_t i = 0; i < p->added.count; i++)
        if (!is_excluded(p, 1, p->added.data[i], patterns, count))
            p->added.data[kept++] = p->added.data[i];
    p->added.count = kept;
}
