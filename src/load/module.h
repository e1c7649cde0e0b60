/* Modules in memory: clang's output, files of others, the library models; linked by
 * load/ir/store.h. One reader reads them all: our own (load/bitcode), for which files of
 * others are written anew by LLVM, or LLVM's (load/llvm), which takes everything as it is. */
#ifndef LOAD_MODULE_H
#define LOAD_MODULE_H
#include "base/failure.h"
#include "base/vector.h"
#include "load/ir/store.h"

struct module_data {
    void *bytes;
    size_t size;
};
/* The store of one load and what its modules were read from. */
struct module_store {
    struct ir_store ir;
    const struct ir_reader *reader;
    VECTOR(struct module_data) data;
};

void module_store_init(struct module_store *, const struct ir_reader *); /* null: our own */
void module_store_release(struct module_store *);
/* Adds bitcode from a descriptor, which may be closed afterwards. `writer` wrote it. */
bool module_add_output(struct module_store *, int descriptor, const char *name,
                       const char *writer, struct failure *);
/* Adds a .bc or .ll file written by others; for our own reader through LLVM in a process of
 * its own (convert.c). */
bool module_add_file(struct module_store *, const char *path, struct failure *);
/* Adds the library models, of which linking takes what the program needs. */
bool module_add_models(struct module_store *, struct failure *);

/* convert.c: a descriptor of the file's module as LLVM 19 writes it, verified; the caller
 * closes it. -1 with a failure if LLVM cannot read the file. */
int convert_file(const char *path, struct failure *);

#endif
