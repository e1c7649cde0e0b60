/* LLVM modules in memory: reading, checking, linking. One context per load; nothing here ends the process. */
#ifndef FRONTEND_MODULE_H
#define FRONTEND_MODULE_H
#include "base/failure.h"
#include "frontend/positions.h"

#include <llvm-c/Core.h>

/* Holds the foreign handles of one load. */
struct module_store {
    LLVMContextRef context;
    LLVMModuleRef module;       /* everything linked so far; null at first */
    struct positions positions; /* of the instructions that came from clang */
    char message[400];          /* LLVM's last complaint */
};

void module_store_init(struct module_store *);
void module_store_release(struct module_store *);
/* Adds clang's output from a descriptor. */
bool module_add_output(struct module_store *, int descriptor, const char *name, struct failure *);
/* Adds a .bc or .ll file written by others: tried in a child process first, as LLVM's readers may crash, then
 * verified. */
bool module_add_file(struct module_store *, const char *path, struct failure *);
/* Links those library models that the module needs. */
bool module_add_models(struct module_store *, struct failure *);

#endif
