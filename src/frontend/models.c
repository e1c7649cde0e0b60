/* The library models (models/ in C), compiled at build time and embedded as bitcode, one image per data
 * model.
 *
 * Their functions are marked linkonce, so that LLVM's linker takes only those the program refers to,
 * transitively, and keeps the program's own definition where there is one. */
#include "frontend/module.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <string.h>

extern const char models_64_start[], models_64_end[], models_32_start[], models_32_end[];

static void mark_optional(LLVMValueRef v)
{
    if (!LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalLinkage)
        LLVMSetLinkage(v, LLVMLinkOnceODRLinkage);
}

bool module_add_models(struct module_store *s, struct failure *failure)
{
    bool wide = LLVMPointerSize(LLVMGetModuleDataLayout(s->module)) == 8;
    const char *start = wide ? models_64_start : models_32_start, *end = wide ? models_64_end : models_32_end;
    if (start == end) return true;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(start, (size_t)(end - start), "models", 0);
    LLVMModuleRef models;
    if (LLVMGetBitcodeModuleInContext2(s->context, buffer, &models)) BUG("embedded models: %s", s->message);
    if (strcmp(LLVMGetDataLayoutStr(models), LLVMGetDataLayoutStr(s->module))) {
        LLVMDisposeModule(models);
        return true; /* another target: its functions without body stay so */
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(models); f; f = LLVMGetNextFunction(f))
        mark_optional(f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(models); g; g = LLVMGetNextGlobal(g))
        mark_optional(g);
    s->message[0] = 0;
    if (LLVMLinkModules2(s->module, models))
        return failure_set(failure, FAILURE_INPUT, "the library models do not link with the program: %s",
                           s->message);
    return true;
}
