/* Reading bitcode and assembly, verifying what others wrote, linking. */
#include "frontend/module.h"

#include "base/text.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* LLVM's messages end with the source line and a caret: the first line says it. */
static void first_line(char *text)
{
    for (; text && *text; text++)
        if (*text == '\n') *text = 0;
}

static void keep_message(LLVMDiagnosticInfoRef diagnostic, void *data)
{
    struct module_store *s = data;
    if (LLVMGetDiagInfoSeverity(diagnostic) != LLVMDSError) return;
    char *text = LLVMGetDiagInfoDescription(diagnostic);
    snprintf(s->message, sizeof s->message, "%s", text);
    LLVMDisposeMessage(text);
}

/* LLVM's reader verifies every module that has debug information, to strip what is broken. Clang's output
 * needs no such check and files of others get it in read_checked. */
static void read_without_upgrade(void)
{
    static const char *const options[] = {"sooth", "-disable-auto-upgrade-debug-info"};
    static bool done;
    if (!done) LLVMParseCommandLineOptions(2, options, NULL);
    done = true;
}

void module_store_init(struct module_store *s)
{
    memset(s, 0, sizeof *s);
    positions_init(&s->positions);
    read_without_upgrade();
    s->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(s->context, keep_message, s);
    LLVMContextSetDiscardValueNames(s->context, 0);
}

void module_store_release(struct module_store *s)
{
    if (s->module) LLVMDisposeModule(s->module);
    if (s->context) LLVMContextDispose(s->context);
    positions_release(&s->positions);
    memset(s, 0, sizeof *s);
}

/* Takes the module over. */
static bool link_in(struct module_store *s, LLVMModuleRef module, const char *name, struct failure *failure)
{
    if (!s->module) {
        s->module = module;
        return true;
    }
    if (!*LLVMGetDataLayoutStr(module)) LLVMSetDataLayout(module, LLVMGetDataLayoutStr(s->module));
    if (strcmp(LLVMGetDataLayoutStr(module), LLVMGetDataLayoutStr(s->module))) {
        LLVMDisposeModule(module);
        return failure_set(failure, FAILURE_INPUT, "%s: made for another target than the files before it",
                           name);
    }
    s->message[0] = 0;
    if (LLVMLinkModules2(s->module, module))
        return failure_set(failure, FAILURE_INPUT, "%s: does not link: %s", name, s->message);
    return true;
}

static bool parse(struct module_store *s, LLVMMemoryBufferRef buffer, const char *name, LLVMModuleRef *module,
                  struct failure *failure)
{
    char *message = NULL;
    if (!LLVMParseIRInContext(s->context, buffer, module, &message)) return true;
    first_line(message);
    failure_set(failure, FAILURE_INPUT, "%s: no LLVM module: %s", name, message ? message : s->message);
    LLVMDisposeMessage(message);
    return false;
}

bool module_add_output(struct module_store *s, int descriptor, const char *name, struct failure *failure)
{
    struct stat status;
    if (fstat(descriptor, &status) || !status.st_size)
        return failure_set(failure, FAILURE_INPUT, "%s: clang-19 wrote nothing", name);
    size_t size = (size_t)status.st_size;
    char *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
    if (data == MAP_FAILED)
        return failure_set(failure, FAILURE_LIMIT, "%s: no memory for clang's output", name);
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(data, size, name, 0);
    LLVMModuleRef module;
    bool good =
        positions_take(&s->positions, data, size) && !LLVMParseBitcodeInContext2(s->context, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    munmap(data, size);
    if (!good)
        return failure_set(failure, FAILURE_INPUT, "%s: clang-19 wrote no bitcode: %s", name, s->message);
    positions_bind(&s->positions, module);
    return link_in(s, module, name, failure);
}

static LLVMModuleRef read_checked(struct module_store *s, const char *path, struct failure *failure)
{
    struct text text = {0};
    if (!text_read_file(&text, path, failure)) return NULL;
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text_of(&text), text.count, path);
    text_release(&text);
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (!parse(s, buffer, path, &module, failure)) return NULL;
    if (LLVMGetModuleDebugMetadataVersion(module) != LLVMDebugMetadataVersion())
        LLVMStripModuleDebugInfo(module);
    if (!LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
        LLVMDisposeMessage(message);
        return module;
    }
    first_line(message);
    failure_set(failure, FAILURE_INPUT, "%s: broken LLVM module: %s", path, message);
    LLVMDisposeMessage(message);
    LLVMDisposeModule(module);
    return NULL;
}

/* The child exits with 0 if it could read and verify the file; its own message is not used. */
static bool readable(const char *path)
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return true;
    if (child == 0) {
        struct module_store s;
        struct failure ignored;
        if (!freopen("/dev/null", "w", stderr)) _exit(3);
        module_store_init(&s);
        _exit(read_checked(&s, path, &ignored) ? 0 : 1);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) <= 1; /* 1: a message comes from reading it here again */
}

bool module_add_file(struct module_store *s, const char *path, struct failure *failure)
{
    struct text text = {0};
    bool there = text_read_file(&text, path, failure); /* says what is wrong with the file itself */
    text_release(&text);
    if (!there) return false;
    if (!readable(path)) return failure_set(failure, FAILURE_INPUT, "%s: LLVM cannot read this file", path);
    LLVMModuleRef module = read_checked(s, path, failure);
    if (!module) return false;
    if (!*LLVMGetDataLayoutStr(module))
        LLVMSetDataLayout(module,
                          "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
    return link_in(s, module, path, failure);
}
