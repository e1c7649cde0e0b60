/* Assembly outside of functions, compared as far as functions of the same file can notice.
 *
 * The text is cut at its labels (and .set lines). A piece that differs matters only if the
 * file's functions mention its name: the entries that EXPORT_SYMBOL and initcalls leave
 * behind, with names that count lines, are for the linker alone. Text before the first label
 * counts always. */
#include "diff/project/module_assembly.h"

#include "base/arena.h"
#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"
#include "base/vector.h"

#include <ctype.h>
#include <llvm-c/Core.h>
#include <string.h>

struct piece {
    const char *name; /* "" before the first label */
    struct text text;
};

struct pieces {
    struct arena arena;
    VECTOR(struct piece) list;
};

static size_t name_length(const char *p)
{
    size_t n = 0;
    if (isalpha((unsigned char)*p) || *p == '_' || *p == '.')
        while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '.' || p[n] == '$')
            n++;
    return n;
}

/* The name that a statement gives a meaning to, or null. */
static const char *defined_name(struct arena *a, const char *statement)
{
    size_t n = name_length(statement);
    if (n && statement[n] == ':')
        return arena_text_range(a, statement, n);
    static const char *const giving[] = {".set", ".equ", ".weak", ".weakref", ".symver"};
    n = statement[0] == '.' ? strcspn(statement, " \t") : 0;
    for (size_t i = 0; n && i < sizeof giving / sizeof *giving; i++) {
        if (strlen(giving[i]) != n || strncmp(statement, giving[i], n))
            continue;
        statement += n + strspn(statement + n, " \t");
        return arena_text_range(a, statement, name_length(statement));
    }
    return NULL;
}

static void cut(struct pieces *p, const char *assembly, size_t length)
{
    arena_init(&p->arena);
    char *rest = arena_text_range(&p->arena, assembly, length);
    VECTOR_PUSH(&p->list, (struct piece){.name = ""});
    for (char *statement; (statement = strsep(&rest, "\n;"));) {
        statement += strspn(statement, " \t");
        size_t n = strlen(statement);
        while (n && strchr(" \t\r", statement[n - 1]))
            statement[--n] = 0;
        const char *name = defined_name(&p->arena, statement);
        if (name)
            VECTOR_PUSH(&p->list, (struct piece){.name = name});
        text_add(&VECTOR_LAST(&p->list).text, "%s\n", statement);
    }
}

static void release(struct pieces *p)
{
    for (size_t i = 0; i < p->list.count; i++)
        text_release(&p->list.data[i].text);
    VECTOR_RELEASE(&p->list);
    arena_release(&p->arena);
}

static bool is_mentioned(LLVMModuleRef module, const char *name)
{
    return !*name || LLVMGetNamedFunction(module, name) || LLVMGetNamedGlobal(module, name);
}

static bool has_piece(const struct text_map *pieces, const struct pieces *list,
                      const struct piece *wanted)
{
    uint64_t index;
    return text_map_get(pieces, wanted->name, &index) &&
           text_same(text_of(&list->list.data[index].text), text_of(&wanted->text));
}

/* Every piece of A that the functions of either file mention is in B. */
static bool is_covered(const struct pieces *a, const struct pieces *b,
                       const LLVMModuleRef modules[2])
{
    LAW(a->list.count > 0 &&
        !*a->list.data[0].name); /* text before the first label comes first */
    struct text_map names = {0};
    for (size_t i = 0; i < b->list.count; i++)
        text_map_set(&names, b->list.data[i].name, i);
    bool covered = true;
    for (size_t i = 0; i < a->list.count && covered; i++) {
        const struct piece *one = &a->list.data[i];
        if (has_piece(&names, b, one))
            continue;
        covered =
            !is_mentioned(modules[0], one->name) && !is_mentioned(modules[1], one->name);
    }
    text_map_release(&names);
    return covered;
}

bool module_assembly_equal(LLVMModuleRef a, LLVMModuleRef b)
{
    size_t n, k;
    const char *x = LLVMGetModuleInlineAsm(a, &n), *y = LLVMGetModuleInlineAsm(b, &k);
    if (n == k && (!n || !memcmp(x, y, n)))
        return true;
    const LLVMModuleRef modules[2] = {a, b};
    struct pieces old = {0}, new = {0};
    cut(&old, x, n);
    cut(&new, y, k);
    bool equal = is_covered(&old, &new, modules) && is_covered(&new, &old, modules);
    release(&old);
    release(&new);
    return equal;
}
