/* frontend: positions taken out of bitcode are those that LLVM would have read, and LLVM reads none afterwards. */
#include "frontend/positions.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Two functions of three instructions each; the second one's middle lies in a block of another file, and its last
 * has no position. */
static LLVMMemoryBufferRef write_module(LLVMContextRef context)
{
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext("m", context);
    LLVMDIBuilderRef debug = LLVMCreateDIBuilder(module);
    LLVMBuilderRef build = LLVMCreateBuilderInContext(context);
    LLVMMetadataRef file = LLVMDIBuilderCreateFile(debug, "one.c", 5, ".", 1);
    LLVMMetadataRef other = LLVMDIBuilderCreateFile(debug, "two.h", 5, ".", 1);
    LLVMDIBuilderCreateCompileUnit(debug, LLVMDWARFSourceLanguageC, file, "", 0, 0, "", 0, 0, "", 0,
                                   LLVMDWARFEmissionFull, 0, 0, 0, "", 0, "", 0);
    LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(debug, file, NULL, 0, LLVMDIFlagZero);
    LLVMTypeRef number = LLVMInt32TypeInContext(context), signature = LLVMFunctionType(number, &number, 1, 0);
    for (unsigned k = 0; k < 2; k++) {
        const char *name = k ? "second" : "first";
        LLVMValueRef f = LLVMAddFunction(module, name, signature);
        LLVMMetadataRef scope = LLVMDIBuilderCreateFunction(debug, file, name, strlen(name), "", 0, file,
                                                            10 + k, type, 0, 1, 10 + k, LLVMDIFlagZero, 0);
        LLVMSetSubprogram(f, scope);
        LLVMMetadataRef block = k ? LLVMDIBuilderCreateLexicalBlockFile(debug, scope, other, 0) : scope;
        LLVMPositionBuilderAtEnd(build, LLVMAppendBasicBlockInContext(context, f, ""));
        LLVMSetCurrentDebugLocation2(build, LLVMDIBuilderCreateDebugLocation(context, 20 + k, 3, scope, NULL));
        LLVMValueRef place = LLVMBuildAlloca(build, number, "");
        LLVMSetCurrentDebugLocation2(build, LLVMDIBuilderCreateDebugLocation(context, 70000 + k, 300, block, NULL));
        LLVMValueRef value = LLVMBuildLoad2(build, number, place, "");
        if (k) LLVMSetCurrentDebugLocation2(build, NULL);
        LLVMBuildRet(build, value);
    }
    LLVMDIBuilderFinalize(debug);
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
    LLVMDisposeDIBuilder(debug);
    LLVMDisposeBuilder(build);
    LLVMDisposeModule(module);
    return buffer;
}

static void check(const struct positions *p, const struct position *at, const char *file, uint32_t line,
                  uint32_t column)
{
    assert_string_equal(p->files.data[at->file], file);
    assert_int_equal(at->line, line);
    assert_int_equal(at->column, column);
}

static void takes_what_llvm_would_read(void **state)
{
    (void)state;
    struct positions p;
    uint32_t count;
    LLVMModuleRef module;
    LLVMContextRef context = LLVMContextCreate();
    LLVMMemoryBufferRef buffer = write_module(context);
    size_t bytes = LLVMGetBufferSize(buffer);
    positions_init(&p);
    assert_true(positions_take(&p, (void *)(uintptr_t)LLVMGetBufferStart(buffer), bytes));
    assert_int_equal(LLVMParseBitcodeInContext2(context, buffer, &module), 0);
    positions_bind(&p, module);
    const struct position *first = positions_of(&p, LLVMGetNamedFunction(module, "first"), &count);
    assert_int_equal(count, 3);
    check(&p, first, "one.c", 20, 3);
    check(&p, first + 1, "one.c", 70000, 300);
    check(&p, first + 2, "one.c", 70000, 300);
    LLVMValueRef second = LLVMGetNamedFunction(module, "second");
    const struct position *at = positions_of(&p, second, &count);
    assert_int_equal(count, 3);
    check(&p, at, "one.c", 21, 3);
    check(&p, at + 1, "two.h", 70001, 300);
    check(&p, at + 2, "", 0, 0);
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(second));
    assert_null(LLVMInstructionGetDebugLoc(i));
    LLVMDisposeModule(module);
    LLVMDisposeMemoryBuffer(buffer);
    LLVMContextDispose(context);
    positions_release(&p);
}

static void survives_cuts(void **state)
{
    (void)state;
    LLVMContextRef context = LLVMContextCreate();
    LLVMMemoryBufferRef buffer = write_module(context);
    size_t bytes = LLVMGetBufferSize(buffer);
    for (size_t n = 1; n < bytes; n += 3) {
        struct positions p;
        char *copy = malloc(n);
        memcpy(copy, LLVMGetBufferStart(buffer), n);
        positions_init(&p);
        (void)positions_take(&p, copy, n);
        positions_release(&p);
        free(copy);
    }
    LLVMDisposeMemoryBuffer(buffer);
    LLVMContextDispose(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_llvm_would_read),
        cmocka_unit_test(survives_cuts),
    };
    return cmocka_run_group_tests_name("positions", tests, NULL, NULL);
}
