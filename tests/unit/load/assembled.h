/* Modules for the tests of this room, from LLVM's assembly: LLVM writes the bitcode that a
 * reader takes. Tests of a group are run with each of the two readers (ASSEMBLED_RUN). */
#ifndef TESTS_BITCODE_ASSEMBLED_H
#define TESTS_BITCODE_ASSEMBLED_H
#include "load/bitcode/bitcode.h"
#include "load/ir/reader.h"
#include "load/llvm/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#define LP64                                                                                 \
    "target datalayout = "                                                                   \
    "\"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
#define ILP32                                                                                \
    "target datalayout = "                                                                   \
    "\"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-"   \
    "S128\"\n"

static const struct ir_reader *assembled_reader = &bitcode_reader;

#define ASSEMBLED_RUN(name, tests)                                                           \
    (cmocka_run_group_tests_name(name, tests, NULL, NULL) +                                  \
     (assembled_reader = &llvm_reader,                                                       \
      cmocka_run_group_tests_name(name " by LLVM", tests, NULL, NULL)))

struct assembled {
    struct ir_store store;
    LLVMMemoryBufferRef buffers[8];
    unsigned count;
    struct arena arena;
    struct failure failure;
};

enum debug_format { DEBUG_RECORDS, DEBUG_CALLS };

static inline void assembled_init(struct assembled *a)
{
    memset(a, 0, sizeof *a);
    ir_store_init(&a->store);
    arena_init(&a->arena);
}

static inline void assembled_release(struct assembled *a)
{
    ir_store_release(&a->store);
    arena_release(&a->arena);
    while (a->count)
        LLVMDisposeMemoryBuffer(a->buffers[--a->count]);
}

static inline bool assembled_add_as(struct assembled *a, const char *text, enum ir_role role,
                                    enum debug_format format)
{
    char *message = NULL, name[] = "unit0";
    LLVMModuleRef module;
    LLVMContextRef context = LLVMContextCreate();
    LLVMMemoryBufferRef source =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "text");
    if (LLVMParseIRInContext(context, source, &module, &message))
        fail_msg("%s", message);
    LLVMSetIsNewDbgInfoFormat(module, format == DEBUG_RECORDS);
    LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module);
    name[4] = (char)('0' + a->count);
    a->buffers[a->count++] = bitcode;
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
    return ir_store_add(&a->store, assembled_reader, LLVMGetBufferStart(bitcode),
                        LLVMGetBufferSize(bitcode), name, role, &a->failure);
}

static inline void assembled_add(struct assembled *a, const char *text, enum ir_role role)
{
    if (!assembled_add_as(a, text, role, DEBUG_RECORDS))
        fail_msg("%s", a->failure.message);
}

static inline void assembled_link(struct assembled *a)
{
    if (!ir_store_link(&a->store, &a->failure))
        fail_msg("%s", a->failure.message);
}

static inline const struct ir_global *assembled_global(const struct assembled *a,
                                                       const char *name)
{
    for (size_t i = 0; i < a->store.globals.count; i++)
        if (!strcmp(a->store.globals.data[i]->symbol.name, name))
            return a->store.globals.data[i];
    return NULL;
}

static inline const struct ir_function *assembled_function(const struct assembled *a,
                                                           const char *name)
{
    for (size_t i = 0; i < a->store.functions.count; i++)
        if (!strcmp(a->store.functions.data[i]->symbol.name, name))
            return a->store.functions.data[i];
    return NULL;
}

static inline struct ir_body assembled_body(struct assembled *a, const char *name)
{
    struct ir_body body;
    const struct ir_function *f = assembled_function(a, name);
    assert_non_null(f);
    if (!ir_body_read(&a->store, f, &a->arena, &body, &a->failure))
        fail_msg("%s", a->failure.message);
    return body;
}

#endif
