/* LLVM reads and verifies a file and writes it as its own bitcode. */
#include "load/llvm/convert.h"

#include "base/text.h"
#include "load/llvm/internal.h"

#include <llvm-c/BitWriter.h>

bool llvm_convert(const char *path, int descriptor, struct failure *failure)
{
    struct text text = {0};
    if (!text_read_file(&text, path, failure))
        return false;
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = llvm_parse(context, text_of(&text), text.count, path, failure);
    text_release(&text);
    bool good = module && !LLVMWriteBitcodeToFD(module, descriptor, 0, 0);
    if (module && !good)
        failure_set(failure, FAILURE_LIMIT, "%s: cannot write its bitcode", path);
    if (module)
        LLVMDisposeModule(module);
    LLVMContextDispose(context);
    return good;
}
