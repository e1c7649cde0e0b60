/* Assembly outside of functions. */
#ifndef DIFF_PROJECT_MODULE_ASSEMBLY_H
#define DIFF_PROJECT_MODULE_ASSEMBLY_H
#include <llvm-c/Types.h>
#include <stdbool.h>

/* True if the assembly text of two files is the same in all that their functions can refer
 * to. */
bool module_assembly_equal(LLVMModuleRef, LLVMModuleRef);

#endif
