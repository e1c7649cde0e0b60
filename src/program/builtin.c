/* What a function without body means, by its name (builtin.def). */
#include "program/program.h"

#include "base/text.h"

enum builtin builtin_find(const char *name)
{
    static const struct {
        const char *text;
        bool prefix;
        enum builtin kind;
    } table[] = {
#define NAMED(text, kind) {text, false, BUILTIN_##kind},
#define PREFIX(text, kind) {text, true, BUILTIN_##kind},
#include "program/builtin.def"
#undef NAMED
#undef PREFIX
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].prefix ? text_starts(name, table[i].text)
                            : text_same(name, table[i].text))
            return table[i].kind;
    return BUILTIN_NONE;
}
