/* Loads custom change patterns: pairs the functions of a file, normalises them like the code
 * they are to be found in, makes a copy for each set of other names, and finds the first
 * instruction in which the sides differ. */
#include "diff/custom/custom.h"

#include "base/failure.h"
#include "base/text.h"
#include "diff/custom/custom_internal.h"
#include "diff/project/llvm_extra.h"
#include "diff/project/load.h"
#include "diff/normalise/normalise.h"

#include <dirent.h>
#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void custom_init(struct custom_patterns *c)
{
    *c = (struct custom_patterns){0};
    arena_init(&c->arena);
}

void custom_release(struct custom_patterns *c)
{
    for (size_t i = 0; i < c->modules.count; i++)
        LLVMDisposeModule(c->modules.data[i]);
    VECTOR_RELEASE(&c->patterns);
    VECTOR_RELEASE(&c->modules);
    arena_release(&c->arena);
}

static LLVMValueRef entry_of(LLVMValueRef function)
{
    return LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
}

/* ---- the first differing pair ---- */

static bool operand_agrees(const struct map *pairs, LLVMValueRef a, LLVMValueRef b)
{
    uint64_t other;
    if (map_get(pairs, (uintptr_t)a, &other))
        return other == (uintptr_t)b;
    return a == b;
}

static bool agrees(const struct map *pairs, LLVMValueRef a, LLVMValueRef b)
{
    if (!custom_same_operation(a, b) || LLVMTypeOf(a) != LLVMTypeOf(b))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
        if (!operand_agrees(pairs, LLVMGetOperand(a, i), LLVMGetOperand(b, i)))
            return false;
    return true;
}

/* The instruction itself, or for the end of a block with branches the one before it; null:
 * that side has no code. */
static LLVMValueRef anchor_at(LLVMValueRef function, LLVMValueRef instruction)
{
    if (instruction && LLVMIsATerminatorInst(instruction) && custom_has_branches(function))
        instruction = LLVMGetPreviousInstruction(instruction);
    return instruction && !LLVMIsATerminatorInst(instruction) &&
                   !custom_is_output(instruction)
               ? instruction
               : NULL;
}

static void find_anchors(struct custom_pattern *p)
{
    LAW(LLVMCountParams(p->function[0]) == LLVMCountParams(p->function[1]));
    struct map pairs = {0};
    unsigned count = LLVMCountParams(p->function[0]);
    for (unsigned i = 0; i < count; i++)
        map_set(&pairs, (uintptr_t)LLVMGetParam(p->function[0], i),
                (uintptr_t)LLVMGetParam(p->function[1], i));
    LLVMValueRef a = entry_of(p->function[0]), b = entry_of(p->function[1]);
    while (a && b && agrees(&pairs, a, b)) {
        map_set(&pairs, (uintptr_t)a, (uintptr_t)b);
        a = LLVMGetNextInstruction(a);
        b = LLVMGetNextInstruction(b);
    }
    map_release(&pairs);
    p->anchor[0] = anchor_at(p->function[0], a);
    p->anchor[1] = anchor_at(p->function[1], b);
}

static bool calls_something(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) && !LLVMIsAIntrinsicInst(i) && !custom_is_output(i))
                return true;
    return false;
}

/* ---- other names ---- */

static LLVMValueRef declared(LLVMModuleRef module, const char *name, LLVMValueRef like)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(like);
    bool function = LLVMIsAFunction(like);
    LLVMValueRef found =
        function ? LLVMGetNamedFunction(module, name) : LLVMGetNamedGlobal(module, name);
    if (found)
        return found;
    return function ? LLVMAddFunction(module, name, type) : LLVMAddGlobal(module, type, name);
}

static void rename_operands(LLVMValueRef function, const char *from, const char *to)
{
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++) {
                LLVMValueRef operand = LLVMGetOperand(i, k);
                size_t n = 0;
                if (!LLVMIsAGlobalValue(operand) ||
                    !text_same(LLVMGetValueName2(operand, &n), from))
                    continue;
                LLVMSetOperand(i, k, declared(module, to, operand));
            }
}

/* Adds a copy of the pattern for one list "from=to from=to". Names are replaced through a
 * mark first, so that they may be swapped. */
static void add_renamed(struct custom_patterns *c, const struct custom_pattern *p, char *list)
{
    struct custom_pattern copy = *p;
    for (int side = 0; side < 2; side++)
        copy.function[side] = extra_clone(p->function[side]);
    bool any = false;
    for (char *save = NULL, *word = strtok_r(list, " \t\n", &save); word;
         word = strtok_r(NULL, " \t\n", &save)) {
        char *equals = strchr(word, '=');
        if (!equals)
            continue;
        *equals = 0;
        any = true;
        for (int side = 0; side < 2; side++)
            rename_operands(copy.function[side], word, equals + 1);
    }
    if (!any) {
        for (int side = 0; side < 2; side++)
            LLVMDeleteFunction(copy.function[side]);
        return;
    }
    find_anchors(&copy);
    VECTOR_PUSH(&c->patterns, copy);
}

static const char *renames(struct arena *a, LLVMModuleRef module, const char *name)
{
    LLVMValueRef global = LLVMGetNamedGlobal(module, arena_format(a, "rename_%s", name));
    LLVMValueRef content = global ? LLVMGetInitializer(global) : NULL;
    if (content && !LLVMIsConstantString(content) && LLVMIsAGlobalVariable(content))
        content = LLVMGetInitializer(content);
    if (!content || !LLVMIsConstantString(content))
        return NULL;
    size_t n = 0;
    const char *text = LLVMGetAsString(content, &n);
    return arena_text_range(a, text, strnlen(text, n));
}

/* ---- files ---- */

static bool check_types(const struct custom_pattern *p, const char *path, struct failure *f)
{
    if (LLVMGlobalGetValueType(p->function[0]) == LLVMGlobalGetValueType(p->function[1]))
        return true;
    return failure_set(f, FAILURE_INPUT,
                       "%s: old_%s and new_%s must have the same parameters and result", path,
                       p->name, p->name);
}

static bool check_pattern(const struct custom_pattern *p, const char *path, struct failure *f)
{
    for (int side = 0; side < 2; side++)
        if (!custom_exit(p->function[side]))
            return failure_set(
                f, FAILURE_UNSUPPORTED,
                "%s: %s_%s: a pattern must return in one place, after a plain merge", path,
                side ? "new" : "old", p->name);
    if (!p->anchor[0] && !p->anchor[1])
        return true; /* the sides are the same to the comparison already */
    if (!custom_outputs_agree(p))
        return failure_set(f, FAILURE_INPUT, "%s: old_%s and new_%s have different outputs",
                           path, p->name, p->name);
    return true;
}

static bool add_pair(struct custom_patterns *c, LLVMModuleRef module, struct normaliser *n,
                     LLVMValueRef old, const char *name, const char *path, struct failure *f)
{
    struct custom_pattern p = {.name = name};
    p.function[0] = old;
    p.function[1] = LLVMGetNamedFunction(module, arena_format(&c->arena, "new_%s", name));
    if (!p.function[1] || LLVMIsDeclaration(p.function[1]))
        return failure_set(f, FAILURE_INPUT, "%s: old_%s has no new_%s beside it", path, name,
                           name);
    if (!check_types(&p, path, f))
        return false;
    for (int side = 0; side < 2; side++)
        normalise_function(n, p.function[side]);
    find_anchors(&p);
    for (int side = 0; side < 2; side++)
        p.calls[side] = calls_something(p.function[side]);
    if (!check_pattern(&p, path, f))
        return false;
    if (!p.anchor[0] && !p.anchor[1])
        return true;
    VECTOR_PUSH(&c->patterns, p);
    const char *others = renames(&c->arena, module, name);
    char *list = arena_text(&c->arena, others ? others : "");
    for (char *save = NULL, *one = strtok_r(list, ";", &save); one;
         one = strtok_r(NULL, ";", &save))
        add_renamed(c, &p, one);
    return true;
}

static bool load_file(struct custom_patterns *c, LLVMContextRef context, const char *path,
                      struct failure *f)
{
    LLVMModuleRef module = load_module(context, path, NULL, f);
    if (!module)
        return false;
    VECTOR_PUSH(&c->modules, module);
    struct normaliser normaliser;
    normaliser_init(&normaliser);
    normalise_module(module);
    bool good = true;
    size_t found = 0;
    VECTOR(LLVMValueRef) olds = {0};
    for (LLVMValueRef o = LLVMGetFirstFunction(module); o; o = LLVMGetNextFunction(o)) {
        size_t n = 0;
        if (!LLVMIsDeclaration(o) && text_starts(LLVMGetValueName2(o, &n), "old_"))
            VECTOR_PUSH(&olds, o);
    }
    for (size_t i = 0; i < olds.count && good; i++, found++) {
        size_t n = 0;
        const char *name =
            arena_text(&c->arena, LLVMGetValueName2(olds.data[i], &n) + strlen("old_"));
        good = add_pair(c, module, &normaliser, olds.data[i], name, path, f);
    }
    VECTOR_RELEASE(&olds);
    normaliser_release(&normaliser);
    if (good && !found)
        return failure_set(f, FAILURE_INPUT, "%s: no function old_NAME in the pattern file",
                           path);
    return good;
}

static bool is_pattern_file(const char *name)
{
    return text_ends(name, ".c") || text_ends(name, ".ll") || text_ends(name, ".bc");
}

bool custom_load(struct custom_patterns *c, LLVMContextRef context, const char *path,
                 struct failure *f)
{
    struct stat info;
    if (stat(path, &info))
        return failure_set(f, FAILURE_INPUT, "%s: no such pattern file or folder", path);
    if (!S_ISDIR(info.st_mode))
        return load_file(c, context, path, f);
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    bool good = true;
    for (int i = 0; i < count; i++) {
        if (good && is_pattern_file(entries[i]->d_name))
            good = load_file(c, context,
                             arena_format(&c->arena, "%s/%s", path, entries[i]->d_name), f);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return good;
}
