/* Global variables in a snapshot: the functions that mention one, and the variable behind a
 * sysctl name.
 *
 * A sysctl is an entry of a ctl_table initialiser: { procname, data, maxlen, mode, ...,
 * proc_handler, ... }. Entries are told by their shape (a string first, a function further
 * on), as clang gives some of them a type without a name. */
#include "diff/snapshot/snapshot_internal.h"

#include "base/map.h"
#include "base/text.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <string.h>

static LLVMModuleRef open_unit(LLVMContextRef context, const char *bitcode)
{
    LLVMMemoryBufferRef buffer = NULL;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(bitcode, &buffer, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    if (LLVMParseBitcodeInContext2(context, buffer, &module))
        module = NULL;
    LLVMDisposeMemoryBuffer(buffer);
    return module;
}

static void visit_users(LLVMValueRef value, struct map *seen,
                        void (*found)(void *, LLVMValueRef), void *context)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (map_has(seen, (uintptr_t)user))
            continue;
        map_set(seen, (uintptr_t)user, 1);
        if (LLVMIsAInstruction(user))
            found(context, user);
        else if (LLVMIsAConstantExpr(user))
            visit_users(user, seen, found, context);
    }
}

struct user_search {
    const struct snapshot_unit *unit;
    struct map functions;
    void (*found)(void *, const struct snapshot_unit *, const char *);
    void *context;
};

static void note_function(void *context, LLVMValueRef instruction)
{
    struct user_search *s = context;
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
    if (map_has(&s->functions, (uintptr_t)function))
        return;
    map_set(&s->functions, (uintptr_t)function, 1);
    size_t n = 0;
    s->found(s->context, s->unit, LLVMGetValueName2(function, &n));
}

void snapshot_find_users(const struct snapshot *snapshot, const char *variable,
                         void (*found)(void *, const struct snapshot_unit *, const char *),
                         void *context)
{
    for (size_t i = 0; i < snapshot->units.count; i++) {
        LLVMContextRef llvm = LLVMContextCreate();
        LLVMModuleRef module = open_unit(llvm, snapshot->units.data[i].bitcode);
        LLVMValueRef global = module ? LLVMGetNamedGlobal(module, variable) : NULL;
        if (global) {
            struct user_search search = {
                .unit = &snapshot->units.data[i], .found = found, .context = context};
            struct map seen = {0};
            visit_users(global, &seen, note_function, &search);
            map_release(&seen);
            map_release(&search.functions);
        }
        if (module)
            LLVMDisposeModule(module);
        LLVMContextDispose(llvm);
    }
}

/* ---- sysctl ---- */

struct sysctl_search {
    struct arena *arena;
    const char *entry;  /* last part of the name */
    const char *folder; /* what stands before it, with slashes, or null */
    struct snapshot_sysctl first, exact;
};

static const char *string_behind(struct arena *a, LLVMValueRef value)
{
    if (!LLVMIsAGlobalVariable(value))
        return NULL;
    LLVMValueRef content = LLVMGetInitializer(value);
    if (!content || !LLVMIsConstantString(content))
        return NULL;
    size_t n = 0;
    const char *text = LLVMGetAsString(content, &n);
    return arena_text_range(a, text, strnlen(text, n));
}

static LLVMValueRef strip(LLVMValueRef value)
{
    while (LLVMIsAConstantExpr(value))
        value = LLVMGetOperand(value, 0);
    return value;
}

static const char *name_of(struct arena *a, LLVMValueRef value)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(value, &n);
    return arena_text_range(a, name, n);
}

static bool read_entry(struct sysctl_search *s, LLVMValueRef entry,
                       struct snapshot_sysctl *into)
{
    int count = LLVMIsAConstantStruct(entry) ? LLVMGetNumOperands(entry) : 0;
    if (count < 5)
        return false;
    const char *name = string_behind(s->arena, LLVMGetOperand(entry, 0));
    if (!name || !text_same(name, s->entry))
        return false;
    LLVMValueRef data = strip(LLVMGetOperand(entry, 1));
    if (LLVMIsAGlobalVariable(data))
        into->variable = name_of(s->arena, data);
    for (int i = 2; i < count && !into->handler; i++) {
        LLVMValueRef handler = strip(LLVMGetOperand(entry, (unsigned)i));
        if (LLVMIsAFunction(handler))
            into->handler = name_of(s->arena, handler);
    }
    return into->variable || into->handler;
}

struct registration {
    struct sysctl_search *search;
    bool matches;
};

/* register_sysctl(path, table) and its kin name the folder in one argument and the table in
 * another. */
static void note_registration(void *context, LLVMValueRef instruction)
{
    struct registration *r = context;
    if (!LLVMIsACallInst(instruction))
        return;
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        const char *path =
            string_behind(r->search->arena, LLVMGetOperand(instruction, (unsigned)i));
        if (path && text_same(path, r->search->folder))
            r->matches = true;
    }
}

static void search_table(struct sysctl_search *s, LLVMValueRef global)
{
    LLVMValueRef table = LLVMGetInitializer(global);
    if (!table)
        return;
    bool many = LLVMIsAConstantArray(table) || LLVMIsAConstantStruct(table);
    struct snapshot_sysctl hit = {0};
    bool found = read_entry(s, table, &hit);
    for (int i = 0; many && !found && i < LLVMGetNumOperands(table); i++)
        found = read_entry(s, LLVMGetOperand(table, (unsigned)i), &hit);
    if (!found)
        return;
    if (!s->first.variable && !s->first.handler)
        s->first = hit;
    if (!s->folder)
        return;
    struct registration r = {.search = s};
    struct map seen = {0};
    visit_users(global, &seen, note_registration, &r);
    map_release(&seen);
    if (r.matches)
        s->exact = hit;
}

struct snapshot_sysctl snapshot_find_sysctl(const struct snapshot *snapshot, struct arena *a,
                                            const char *name)
{
    char *folder = arena_text(a, name);
    char *dot = strrchr(folder, '.');
    struct sysctl_search s = {
        .arena = a, .entry = dot ? dot + 1 : folder, .folder = dot ? folder : NULL};
    if (dot)
        *dot = 0;
    for (char *p = folder; dot && *p; p++)
        if (*p == '.')
            *p = '/';
    for (size_t i = 0; i < snapshot->units.count; i++) {
        LLVMContextRef llvm = LLVMContextCreate();
        LLVMModuleRef module = open_unit(llvm, snapshot->units.data[i].bitcode);
        for (LLVMValueRef g = module ? LLVMGetFirstGlobal(module) : NULL; g;
             g = LLVMGetNextGlobal(g))
            search_table(&s, g);
        if (module)
            LLVMDisposeModule(module);
        LLVMContextDispose(llvm);
    }
    return s.exact.variable || s.exact.handler ? s.exact : s.first;
}
