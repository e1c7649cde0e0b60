/* Which functions of a snapshot are asked for: all exported, all, those in a list, the users
 * of a global, or those behind a sysctl name. A name in a list that several units define
 * (statics) selects each of them. */
#include "diff/snapshot/snapshot_internal.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

struct selection {
    struct snapshot *snapshot;
    struct arena *arena;
    struct text_map seen; /* "name\tunit" */
    const char *variable;
    size_t found;
};

static bool unit_is_listed(const struct snapshot *s, const char *unit)
{
    for (size_t i = 0; i < s->units.count; i++)
        if (text_same(s->units.data[i].source, unit))
            return true;
    return false;
}

static void add(struct selection *s, const char *name, const char *unit)
{
    LAW(unit_is_listed(s->snapshot, unit));
    const char *key = arena_format(s->arena, "%s\t%s", name, unit);
    uint64_t had;
    s->found++;
    if (text_map_get(&s->seen, key, &had))
        return;
    text_map_set(&s->seen, key, 1);
    VECTOR_PUSH(&s->snapshot->selected,
                (struct snapshot_selected){arena_text(s->arena, name), unit, s->variable});
}

static void add_linkage(struct selection *s, bool locals)
{
    const struct snapshot *from = s->snapshot;
    for (size_t i = 0; i < from->units.count; i++) {
        const struct snapshot_unit *u = &from->units.data[i];
        for (size_t k = 0; k < u->functions.count; k++)
            if (locals || u->functions.data[k].linkage == SNAPSHOT_EXPORTED)
                add(s, u->functions.data[k].name, u->source);
    }
}

static void add_name(struct selection *s, const char *name)
{
    const struct snapshot *from = s->snapshot;
    size_t before = s->found;
    for (size_t i = 0; i < from->units.count; i++) {
        const struct snapshot_unit *u = &from->units.data[i];
        for (size_t k = 0; k < u->functions.count; k++)
            if (text_same(u->functions.data[k].name, name))
                add(s, name, u->source);
    }
    if (s->found == before)
        VECTOR_PUSH(&s->snapshot->missing, arena_text(s->arena, name));
}

/* A kernel's exports include variables: names without a body are no loss there. */
static void add_exported(struct selection *s)
{
    struct snapshot *from = s->snapshot;
    if (!from->kernel_exports.count) {
        add_linkage(s, false);
        return;
    }
    size_t missing = from->missing.count;
    for (size_t i = 0; i < from->kernel_exports.count; i++)
        add_name(s, from->kernel_exports.data[i]);
    from->missing.count = missing;
}

/* One name per line; `#` starts a comment, `[section]` lines are headings. */
static bool add_listed(struct selection *s, const char *path, struct failure *f)
{
    struct text t = {0};
    if (!text_read_file(&t, path, f))
        return false;
    for (char *save = NULL, *line = t.data ? strtok_r(t.data, "\n", &save) : NULL; line;
         line = strtok_r(NULL, "\n", &save)) {
        line[strcspn(line, "#")] = 0;
        line += strspn(line, " \t\r");
        if (*line == '[' || !*line)
            continue;
        line[strcspn(line, " \t\r")] = 0;
        add_name(s, line);
    }
    text_release(&t);
    return true;
}

static void add_user(void *context, const struct snapshot_unit *unit, const char *function)
{
    add(context, function, unit->source);
}

static bool add_users(struct selection *s, const char *variable)
{
    size_t before = s->found;
    LAW(!s->variable);
    s->variable = arena_text(s->arena, variable);
    snapshot_find_users(s->snapshot, variable, add_user, s);
    s->variable = NULL;
    return s->found > before;
}

static bool add_sysctl(struct selection *s, const char *name, struct failure *f)
{
    struct snapshot_sysctl behind = snapshot_find_sysctl(s->snapshot, s->arena, name);
    if (!behind.variable && !behind.handler)
        return failure_set(f, FAILURE_INPUT,
                           "%s: no ctl_table entry with this name in the snapshot", name);
    if (behind.handler) {
        s->variable = behind.variable;
        add_name(s, behind.handler);
        s->variable = NULL;
    }
    if (behind.variable)
        add_users(s, behind.variable);
    return true;
}

static bool add_wish(struct selection *s, const struct snapshot_wish *w, struct failure *f)
{
    switch (w->kind) {
    case SNAPSHOT_WISH_EXPORTED:
        add_exported(s);
        return true;
    case SNAPSHOT_WISH_ALL:
        add_linkage(s, true);
        return true;
    case SNAPSHOT_WISH_LIST:
        return add_listed(s, w->argument, f);
    case SNAPSHOT_WISH_SYSCTL:
        return add_sysctl(s, w->argument, f);
    case SNAPSHOT_WISH_USES:
        return add_users(s, w->argument) ||
               failure_set(f, FAILURE_INPUT,
                           "%s: no function in the snapshot uses a global of this name",
                           w->argument);
    }
    BUG("kind of wish %d", (int)w->kind);
}

bool snapshot_select(struct snapshot *snapshot, struct arena *a,
                     const struct snapshot_wish *wishes, size_t count, struct failure *f)
{
    struct selection s = {.snapshot = snapshot, .arena = a};
    snapshot->selected.count = snapshot->missing.count = 0;
    bool good = true;
    if (!count)
        add_exported(&s);
    for (size_t i = 0; i < count && good; i++)
        good = add_wish(&s, &wishes[i], f);
    text_map_release(&s.seen);
    return good;
}
