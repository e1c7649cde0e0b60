/* Functions that must never be called: a declaration with __attribute__((error)) stops the
 * build if a call of it is left.
 *
 * BUILD_BUG_ON and its kin make one per use and number it, so a line added further up renames
 * all that follow. Since no call is left in a program that was built, all with one message
 * are the same function to the comparison. */
#include "diff/normalise/normalise_internal.h"

#include "base/text.h"

#include <llvm-c/Core.h>
#include <string.h>

#define ERROR_ATTRIBUTE "dontcall-error"

static bool message_of(struct text *into, LLVMValueRef function)
{
    LLVMAttributeRef attribute =
        LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, ERROR_ATTRIBUTE,
                                      (unsigned)strlen(ERROR_ATTRIBUTE));
    if (!LLVMIsDeclaration(function) || !attribute)
        return false;
    unsigned n = 0;
    const char *message = LLVMGetStringAttributeValue(attribute, &n);
    text_clear(into);
    text_put(into, "sooth.never.");
    text_put_range(into, message, n);
    return true;
}

void merge_never_called(LLVMModuleRef module)
{
    struct text name = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!message_of(&name, f))
            continue;
        LLVMTypeRef type = LLVMGlobalGetValueType(f);
        LLVMValueRef common = LLVMGetNamedFunction(module, text_of(&name));
        if (!common)
            common = LLVMAddFunction(module, text_of(&name), type);
        if (LLVMGlobalGetValueType(common) == type)
            LLVMReplaceAllUsesWith(f, common);
    }
    text_release(&name);
}
