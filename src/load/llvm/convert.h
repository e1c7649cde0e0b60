/* Bitcode of any version and LLVM assembly, to the bitcode of the LLVM that sooth-llvm is
 * linked with. */
#ifndef LOAD_LLVM_CONVERT_H
#define LOAD_LLVM_CONVERT_H
#include "base/failure.h"

/* Reads and verifies the file and writes it to the descriptor. Debug information of another
 * version is left out; a module that names no data layout gets x86-64's. False with a failure
 * if it is no module or a broken one; LLVM may also end the process. */
bool llvm_convert(const char *path, int descriptor, struct failure *);

#endif
