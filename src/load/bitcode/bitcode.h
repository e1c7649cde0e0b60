/* Reading LLVM 19's bitcode without LLVM.
 *
 * A module is read lazily: adding reads types, symbols and the places of everything else;
 * linking reads the constants of the symbols that are kept; a body is read when it is asked
 * for. The data must stay in place until the store is released.
 *
 * Law: bytes that are no bitcode of LLVM 19 end in a failure, never in a crash or a read
 * outside the data. What LLVM's verifier would refuse is not looked for: files of others go
 * through LLVM first. */
#ifndef LOAD_BITCODE_BITCODE_H
#define LOAD_BITCODE_BITCODE_H
#include <stdbool.h>
#include <stddef.h>

extern const struct ir_reader bitcode_reader;

/* The bitcode names LLVM 19 as its producer. What others wrote must go through LLVM first:
 * records change their meaning from one version to the next. */
bool bitcode_is_known(const void *data, size_t bytes);

#endif
