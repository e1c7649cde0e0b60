/* C types as text around a declarator. */
#include "caller/caller.h"

#include <string.h>

static bool declare_parameter(const struct program *p, const struct ctype *t, uint32_t i,
                              struct text *out)
{
    char name[32];
    snprintf(name, sizeof name, "parameter_%u", i + 1);
    return caller_declare(p, t->members[i].ctype, name, out);
}

static bool declare_function(const struct program *p, const struct ctype *t, const char *name,
                             struct text *out)
{
    struct text inner = {0};
    text_add(&inner, "%s(", name);
    bool good = true;
    for (uint32_t i = 0; good && i < t->member_count; i++) {
        if (i)
            text_put(&inner, ", ");
        if (!t->members[i].ctype && i + 1 == t->member_count && i)
            text_put(&inner, "...");
        else
            good = declare_parameter(p, t, i, &inner);
    }
    text_put(&inner, t->member_count ? ")" : "void)");
    good = good && caller_declare(p, t->element, text_of(&inner), out);
    text_release(&inner);
    return good;
}

static bool is_unnamed(const struct ctype *t)
{
    return !*t->name || !strcmp(t->name, "struct") || !strcmp(t->name, "union");
}

bool caller_declare(const struct program *p, uint32_t ctype, const char *name,
                    struct text *out)
{
    LAW(ctype < p->ctypes.count);
    const struct ctype *t = &p->ctypes.data[ctype];
    char around[300];
    if (!ctype || t->kind == CTYPE_VOID)
        return text_add(out, "void %s", name), true;
    switch (t->kind) {
    case CTYPE_POINTER: {
        uint8_t to = p->ctypes.data[t->element].kind;
        bool wrap = t->element && (to == CTYPE_FUNCTION || to == CTYPE_ARRAY);
        snprintf(around, sizeof around, wrap ? "(*%s)" : "*%s", name);
        return caller_declare(p, t->element, around, out);
    }
    case CTYPE_ARRAY:
        snprintf(around, sizeof around, "%s[%llu]", name, (unsigned long long)t->count);
        return caller_declare(p, t->element, around, out);
    case CTYPE_FUNCTION:
        return declare_function(p, t, name, out);
    case CTYPE_ENUM:
        text_add(out, "%s %s", is_unnamed(t) || !strcmp(t->name, "enum") ? "int" : t->name,
                 name);
        return true;
    case CTYPE_STRUCT:
    case CTYPE_UNION:
        if (is_unnamed(t))
            return false;
        text_add(out, "%s %s", t->name, name);
        return true;
    case CTYPE_OTHER:
        return false;
    default:
        text_add(out, "%s %s", t->name, name);
        return true;
    }
}
