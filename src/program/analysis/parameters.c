#include "program/analysis/parameters.h"

#include "base/failure.h"

enum { DEEPEST = 12 };

const struct parameter_promise *parameter_own(const struct function *f,
                                              const struct instruction *param)
{
    LAW(param->op == OP_PARAM && param->extra < f->param_count);
    if (!f->promises || !f->promises[param->extra].own)
        return NULL;
    return &f->promises[param->extra];
}

static bool holds_union(const struct program *p, uint32_t ctype, unsigned fuel)
{
    LAW(ctype < p->ctypes.count);
    const struct ctype *t = &p->ctypes.data[ctype];
    if (t->kind == CTYPE_UNION || !fuel)
        return true;
    if (t->kind == CTYPE_ARRAY)
        return holds_union(p, t->element, fuel - 1);
    for (uint32_t i = 0; t->kind == CTYPE_STRUCT && i < t->member_count; i++)
        if (holds_union(p, t->members[i].ctype, fuel - 1))
            return true;
    return false;
}

/* Pointers of the source are one PARAM each; what is left are parts of structs and unions. */
bool parameters_hold_union(const struct program *p, const struct function *f)
{
    uint32_t pointers = 0, declared = 0;
    bool found = false;
    for (uint32_t i = 0; i < f->param_count; i++)
        pointers += f->params[i].kind == TYPE_POINTER && !(f->promises && f->promises[i].own);
    for (uint32_t i = 0; i < f->signature_count; i++) {
        uint32_t ctype = f->signature[i].ctype;
        declared += p->ctypes.data[ctype].kind == CTYPE_POINTER;
        found |= holds_union(p, ctype, DEEPEST);
    }
    return found && pointers > declared;
}
