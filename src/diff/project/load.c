/* Reads one LLVM module for the comparison. C files go through clang with the arguments
 * below, which keep lifetime markers and debug information and run no pass; everything else
 * is read as LLVM wrote it. */
#include "diff/project/load.h"

#include "base/failure.h"
#include "base/process.h"
#include "base/temporary.h"
#include "base/text.h"
#include "program/library.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const load_clang_arguments[] = {
    "-c", "-emit-llvm", "-g", "-O1", "-Xclang", "-disable-llvm-passes", "-ffp-contract=off",
    "-w", NULL,
};

enum { MOST_OWN = 100, MAX_ARGUMENTS = 32 + MOST_OWN };

/* Functions of the source's own that have names of the C library: clang would take calls of
 * them for the library's. */
struct own {
    struct text arguments[MOST_OWN]; /* "-fno-builtin-NAME" */
    size_t count;
};

static void find_own(struct own *own, LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f && own->count < MOST_OWN;
         f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        if (LLVMIsDeclaration(f) || !library_function(name))
            continue;
        text_add(&own->arguments[own->count++], "-fno-builtin-%s", name);
    }
}

static bool run_clang(const char *source, const char *root, struct own *own,
                      const char *output, struct failure *failure)
{
    const char *argv[MAX_ARGUMENTS] = {"clang-19"};
    size_t n = 1;
    for (size_t i = 0; i < own->count; i++)
        argv[n++] = text_of(&own->arguments[i]);
    struct text map = {0};
    text_add(&map, "-fmacro-prefix-map=%s/=", root ? root : "");
    if (root)
        argv[n++] = text_of(&map);
    for (const char *const *a = load_clang_arguments; *a; a++)
        argv[n++] = *a;
    argv[n++] = source;
    argv[n++] = "-o";
    argv[n++] = output;
    argv[n] = NULL;
    LAW(n < MAX_ARGUMENTS);
    struct process_command command = {
        .arguments = argv, .output = PROCESS_OURS, .errors = PROCESS_OURS};
    struct process child;
    struct process_status status = {PROCESS_EXITED, PROCESS_NOT_FOUND};
    fflush(NULL);
    if (process_run(&child, &command))
        status = process_wait(&child);
    text_release(&map);
    if (status.end == PROCESS_EXITED && status.code == PROCESS_NOT_FOUND)
        return failure_set(failure, FAILURE_INPUT,
                           "clang-19 cannot be run; is it installed?");
    if (status.end != PROCESS_EXITED || status.code)
        return failure_set(failure, FAILURE_INPUT,
                           "%s: clang-19 could not compile it (its messages are above)",
                           source);
    return true;
}

static LLVMModuleRef compile_once(LLVMContextRef context, const char *path, const char *root,
                                  struct own *own, struct failure *failure)
{
    struct temporary output;
    if (!temporary_file(&output, "diff", ".bc", failure))
        return NULL;
    bool good = run_clang(path, root, own, output.path, failure);
    LLVMModuleRef module = good ? load_module(context, output.path, NULL, failure) : NULL;
    temporary_remove(&output);
    return module;
}

static LLVMModuleRef compile(LLVMContextRef context, const char *path, const char *root,
                             struct failure *failure)
{
    struct own own = {0};
    LLVMModuleRef module = compile_once(context, path, root, &own, failure);
    if (module)
        find_own(&own, module);
    if (own.count) {
        LLVMDisposeModule(module);
        module = compile_once(context, path, root, &own, failure);
    }
    for (size_t i = 0; i < own.count; i++)
        text_release(&own.arguments[i]);
    return module;
}

/* LLVM's default handler ends the process on a malformed file. */
static void keep_going(LLVMDiagnosticInfoRef info, void *unused)
{
    (void)info;
    (void)unused;
}

LLVMModuleRef load_module(LLVMContextRef context, const char *path, const char *root,
                          struct failure *failure)
{
    if (text_ends(path, ".c"))
        return compile(context, path, root, failure);
    LLVMContextSetDiagnosticHandler(context, keep_going, NULL);
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        failure_set(failure, FAILURE_INPUT, "%s: cannot be read: %s", path, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    LLVMModuleRef module = NULL;
    if (text_ends(path, ".bc")) {
        LLVMBool bad = LLVMParseBitcodeInContext2(context, buffer, &module);
        LLVMDisposeMemoryBuffer(buffer);
        if (!bad)
            return module;
        failure_set(failure, FAILURE_INPUT, "%s: not a bitcode file that LLVM 19 reads",
                    path);
        return NULL;
    }
    if (!LLVMParseIRInContext(context, buffer, &module, &message))
        return module;
    failure_set(failure, FAILURE_INPUT, "%s: not LLVM IR: %s", path, message ? message : "");
    LLVMDisposeMessage(message);
    return NULL;
}
