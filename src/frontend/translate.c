/* The module as a whole: declares globals and functions, lays out initialisers, translates bodies. */
#include "frontend/translate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool translator_fail(struct translator *t, enum failure_kind kind, const char *format, ...)
{
    if (t->failed) return false;
    char text[sizeof t->failure->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    t->failed = true;
    return failure_set(t->failure, kind, "%s", text);
}

static void translator_init(struct translator *t, LLVMModuleRef module, struct failure *failure)
{
    static const char *const names[] = {
        [ATTRIBUTE_BYVAL] = "byval", [ATTRIBUTE_ALIGN] = "align", [ATTRIBUTE_NORETURN] = "noreturn"};
    memset(t, 0, sizeof *t);
    t->failure = failure;
    t->module = module;
    t->context = LLVMGetModuleContext(module);
    t->layout = LLVMGetModuleDataLayout(module);
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        t->attribute[i] = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
    arena_init(&t->arena);
}

static void translator_release(struct translator *t)
{
    struct map *maps[] = {&t->shapes,     &t->functions, &t->globals, &t->places,       &t->files, &t->ctypes,
                          &t->intrinsics, &t->values,    &t->blocks,  &t->parameter_of, &t->areas};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_release(maps[i]);
    VECTOR_RELEASE(&t->incomplete);
    VECTOR_RELEASE(&t->states);
    VECTOR_RELEASE(&t->phis);
    arena_release(&t->arena);
}

struct program *translate_module(LLVMModuleRef module, const struct positions *positions,
                                 enum overflow_sites sites, struct failure *failure)
{
    struct translator t;
    translator_init(&t, module, failure);
    unsigned width = LLVMPointerSize(t.layout) * 8;
    if ((width != 32 && width != 64) || LLVMByteOrder(t.layout) != LLVMLittleEndian) {
        translator_release(&t);
        failure_set(failure, FAILURE_UNSUPPORTED,
                    "a target that is not little-endian with 32 or 64-bit pointers");
        return NULL;
    }
    t.known_positions = positions;
    t.overflow_sites = sites == OVERFLOW_SITES_PLACED;
    t.program = program_new(width);
    declare_globals(&t);
    declare_functions(&t);
    fill_globals(&t);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !t.failed; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) translate_function(&t, f);
    struct program *program = t.program;
    if (t.failed) {
        program_free(program);
        program = NULL;
    } else {
        program_link(program);
    }
    translator_release(&t);
    return program;
}
