/* The library models (models/ in C), compiled at build time and embedded as bitcode, one
 * image per data model.
 *
 * They are a library for the store: linking takes only those functions the program refers to,
 * transitively, and keeps the program's own definition where there is one. */
#include "load/module.h"

extern const char models_64_start[], models_64_end[], models_32_start[], models_32_end[];

bool module_add_models(struct module_store *s, struct failure *failure)
{
    bool wide = s->ir.pointer_bits == 64;
    const char *start = wide ? models_64_start : models_32_start,
               *end = wide ? models_64_end : models_32_end;
    if (start == end)
        return true;
    return ir_store_add(&s->ir, s->reader, start, (size_t)(end - start), "the library models",
                        IR_LIBRARY, failure);
}
