/* The second reader of modules: LLVM reads bitcode of any version it knows, or assembly, and
 * its representation is taken over by LLVM's C interface. It is slower than load/bitcode
 * (docs/decisions/105), needs no knowledge of the format, and shows in tests what our own
 * reader gets wrong.
 *
 * Every module is verified. LLVM may end the process on hostile files. */
#ifndef LOAD_LLVM_READER_H
#define LOAD_LLVM_READER_H

extern const struct ir_reader llvm_reader;

#endif
