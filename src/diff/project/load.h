/* Reading one LLVM module: from bitcode, from LLVM text, or by compiling a C file with clang.
 */
#ifndef DIFF_PROJECT_LOAD_H
#define DIFF_PROJECT_LOAD_H
#include "base/failure.h"

#include <llvm-c/Types.h>

/* The module at PATH (.c, .bc, .ll), owned by the caller, or null with a failure that says
 * why. In C below the folder ROOT (null: none) __FILE__ is relative to it. */
LLVMModuleRef load_module(LLVMContextRef, const char *path, const char *root,
                          struct failure *);

/* The arguments that turn C into the bitcode diff works on; ends with null. Snapshots use the
 * same. */
extern const char *const load_clang_arguments[];

#endif
