/* What a bitcode file defines: its functions with a body (also under the names of aliases),
 * and the names it exports to kernel modules.
 *
 * EXPORT_SYMBOL leaves `__ksymtab_NAME` or `__export_symbol_NAME`, as a global or in the
 * unit's assembly text, depending on the kernel's version. */
#include "diff/snapshot/snapshot_internal.h"

#include "base/text.h"

#include <ctype.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

static const char *const export_marks[] = {"__ksymtab_", "__export_symbol_"};

static void list_export(struct snapshot_listing *l, struct arena *a, const char *name)
{
    size_t n = 0;
    while (isalnum((unsigned char)name[n]) || name[n] == '_')
        n++;
    const char *word = arena_text_range(a, name, n);
    if (text_same(word, "strings") || !n)
        return;
    for (size_t i = 0; i < l->kernel_exports.count; i++)
        if (text_same(l->kernel_exports.data[i], word))
            return;
    VECTOR_PUSH(&l->kernel_exports, word);
}

static void list_marks(struct snapshot_listing *l, struct arena *a, const char *text)
{
    for (size_t m = 0; m < sizeof export_marks / sizeof *export_marks; m++) {
        size_t n = strlen(export_marks[m]);
        for (const char *p = text; (p = strstr(p, export_marks[m])); p += n)
            list_export(l, a, p + n);
    }
}

/* f has the body, `name` may be an alias of it. */
static void list_function(struct snapshot_listing *l, struct arena *a, LLVMValueRef name,
                          LLVMValueRef f)
{
    LLVMLinkage linkage = LLVMGetLinkage(name);
    if (LLVMIsDeclaration(f) || linkage == LLVMAvailableExternallyLinkage)
        return;
    size_t n = 0;
    const char *text = LLVMGetValueName2(name, &n);
    LLVMMetadataRef program = LLVMGetSubprogram(f);
    bool local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    VECTOR_PUSH(&l->functions,
                (struct snapshot_function){
                    .name = arena_text_range(a, text, n),
                    .line = program ? (int)LLVMDISubprogramGetLine(program) : 0,
                    .linkage = local ? SNAPSHOT_LOCAL : SNAPSHOT_EXPORTED});
}

static void list_module(struct snapshot_listing *l, struct arena *a, LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        list_function(l, a, f, f);
    for (LLVMValueRef g = LLVMGetFirstGlobalAlias(module); g; g = LLVMGetNextGlobalAlias(g)) {
        LLVMValueRef target = LLVMAliasGetAliasee(g);
        if (LLVMIsAFunction(target))
            list_function(l, a, g, target);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        size_t n = 0;
        list_marks(l, a, arena_text(a, LLVMGetValueName2(g, &n)));
    }
    size_t n = 0;
    const char *assembly = LLVMGetModuleInlineAsm(module, &n);
    list_marks(l, a, arena_text_range(a, assembly, n));
}

bool snapshot_list(struct snapshot_listing *l, struct arena *a, const char *bitcode,
                   struct failure *f)
{
    *l = (struct snapshot_listing){0};
    LLVMContextRef context = LLVMContextCreate();
    LLVMMemoryBufferRef buffer = NULL;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    bool good = !LLVMCreateMemoryBufferWithContentsOfFile(bitcode, &buffer, &message) &&
                !LLVMParseBitcodeInContext2(context, buffer, &module);
    if (good)
        list_module(l, a, module);
    else
        failure_set(f, FAILURE_INPUT, "%s: cannot be read as bitcode%s%s", bitcode,
                    message ? ": " : "", message ? message : "");
    if (message)
        LLVMDisposeMessage(message);
    if (module)
        LLVMDisposeModule(module);
    if (buffer)
        LLVMDisposeMemoryBuffer(buffer);
    LLVMContextDispose(context);
    return good;
}

void snapshot_listing_release(struct snapshot_listing *l)
{
    VECTOR_RELEASE(&l->functions);
    VECTOR_RELEASE(&l->kernel_exports);
}
