/* LLVM reads, verifies and writes; its message's first line says what is wrong. */
#include "load/llvm/convert.h"

#include "base/text.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <stdio.h>

static const char default_layout[] =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

struct reading {
    LLVMContextRef context;
    const char *path;
    struct failure *failure;
    char diagnostic[400]; /* LLVM's last complaint */
};

/* LLVM's messages end with the source line and a caret: the first line says it. */
static void first_line(char *text)
{
    for (; text && *text; text++)
        if (*text == '\n') *text = 0;
}

static void keep_message(LLVMDiagnosticInfoRef diagnostic, void *data)
{
    struct reading *r = data;
    if (LLVMGetDiagInfoSeverity(diagnostic) != LLVMDSError) return;
    char *text = LLVMGetDiagInfoDescription(diagnostic);
    snprintf(r->diagnostic, sizeof r->diagnostic, "%s", text);
    LLVMDisposeMessage(text);
}

/* Otherwise the reader strips debug information that it finds broken in silence. */
static void read_without_upgrade(void)
{
    static const char *const options[] = {"sooth", "-disable-auto-upgrade-debug-info"};
    LLVMParseCommandLineOptions(2, options, NULL);
}

static LLVMModuleRef parse(struct reading *r)
{
    struct text text = {0};
    if (!text_read_file(&text, r->path, r->failure)) return NULL;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text_of(&text), text.count, r->path);
    text_release(&text);
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (!LLVMParseIRInContext(r->context, buffer, &module, &message)) return module;
    first_line(message);
    failure_set(r->failure, FAILURE_INPUT, "%s: no LLVM module: %s", r->path,
                message ? message : r->diagnostic);
    LLVMDisposeMessage(message);
    return NULL;
}

static bool verify(struct reading *r, LLVMModuleRef module)
{
    char *message = NULL;
    bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    first_line(message);
    if (broken) failure_set(r->failure, FAILURE_INPUT, "%s: broken LLVM module: %s", r->path, message);
    LLVMDisposeMessage(message);
    return !broken;
}

static bool write_module(struct reading *r, LLVMModuleRef module, int descriptor)
{
    if (!*LLVMGetDataLayoutStr(module)) LLVMSetDataLayout(module, default_layout);
    LLVMSetIsNewDbgInfoFormat(module, 1);
    if (!LLVMWriteBitcodeToFD(module, descriptor, 0, 0)) return true;
    return failure_set(r->failure, FAILURE_LIMIT, "%s: cannot write its bitcode", r->path);
}

bool foreign_convert(const char *path, int descriptor, struct failure *failure)
{
    struct reading r = {.context = LLVMContextCreate(), .path = path, .failure = failure};
    read_without_upgrade();
    LLVMContextSetDiagnosticHandler(r.context, keep_message, &r);
    LLVMModuleRef module = parse(&r);
    if (module && LLVMGetModuleDebugMetadataVersion(module) != LLVMDebugMetadataVersion())
        LLVMStripModuleDebugInfo(module);
    bool good = module && verify(&r, module) && write_module(&r, module, descriptor);
    if (module) LLVMDisposeModule(module);
    LLVMContextDispose(r.context);
    return good;
}
