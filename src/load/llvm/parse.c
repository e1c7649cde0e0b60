/* Modules from bitcode of any version that LLVM knows, or from its assembly; what is wrong
 * with one is said by the first line of LLVM's message. */
#include "load/llvm/internal.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <stdio.h>

static const char default_layout[] =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

struct reading {
    LLVMContextRef context;
    const char *name;
    struct failure *failure;
    char diagnostic[400]; /* LLVM's last complaint */
};

/* LLVM's messages end with the source line and a caret: the first line says it. */
static void first_line(char *text)
{
    for (; text && *text; text++)
        if (*text == '\n')
            *text = 0;
}

static void keep_message(LLVMDiagnosticInfoRef diagnostic, void *data)
{
    struct reading *r = data;
    if (LLVMGetDiagInfoSeverity(diagnostic) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(diagnostic);
    snprintf(r->diagnostic, sizeof r->diagnostic, "%s", text);
    LLVMDisposeMessage(text);
}

/* Otherwise the reader strips debug information that it finds broken in silence. LLVM takes
 * its options once. */
static void read_without_upgrade(void)
{
    static const char *const options[] = {"sooth", "-disable-auto-upgrade-debug-info"};
    static bool given;
    if (!given)
        LLVMParseCommandLineOptions(2, options, NULL);
    given = true;
}

static LLVMModuleRef parse(struct reading *r, const void *data, size_t bytes)
{
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(data, bytes, r->name);
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (!LLVMParseIRInContext(r->context, buffer, &module, &message))
        return module;
    first_line(message);
    failure_set(r->failure, FAILURE_INPUT, "%s: no LLVM module: %s", r->name,
                message ? message : r->diagnostic);
    LLVMDisposeMessage(message);
    return NULL;
}

static bool verify(struct reading *r, LLVMModuleRef module)
{
    char *message = NULL;
    bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    first_line(message);
    if (broken)
        failure_set(r->failure, FAILURE_INPUT, "%s: broken LLVM module: %s", r->name,
                    message);
    LLVMDisposeMessage(message);
    return !broken;
}

LLVMModuleRef llvm_parse(LLVMContextRef context, const void *data, size_t bytes,
                         const char *name, struct failure *failure)
{
    struct reading r = {.context = context, .name = name, .failure = failure};
    read_without_upgrade();
    LLVMContextSetDiagnosticHandler(context, keep_message, &r);
    LLVMModuleRef module = parse(&r, data, bytes);
    if (module && LLVMGetModuleDebugMetadataVersion(module) != LLVMDebugMetadataVersion())
        LLVMStripModuleDebugInfo(module);
    if (module && !verify(&r, module)) {
        LLVMDisposeModule(module);
        module = NULL;
    }
    LLVMContextSetDiagnosticHandler(context, NULL, NULL);
    if (!module)
        return NULL;
    if (!*LLVMGetDataLayoutStr(module))
        LLVMSetDataLayout(module, default_layout);
    LLVMSetIsNewDbgInfoFormat(module, 1);
    return module;
}
