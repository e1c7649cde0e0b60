/* Formats of printf and its kin in one spelling: where long, long long, size_t and ptrdiff_t
 * are equally wide, %lld, %zd, %td and %jd print what %ld prints. */
#include "diff/normalise/normalise_internal.h"

#include "base/failure.h"
#include "base/text.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

static const struct printer {
    const char *name;
    unsigned format; /* the parameter */
} printers[] = {
    {"printf", 0},        {"fprintf", 1},       {"dprintf", 1},        {"sprintf", 1},
    {"snprintf", 2},      {"asprintf", 1},      {"vprintf", 0},        {"vfprintf", 1},
    {"vsprintf", 1},      {"vsnprintf", 2},     {"vasprintf", 1},      {"__printf_chk", 1},
    {"__fprintf_chk", 2}, {"__sprintf_chk", 3}, {"__snprintf_chk", 4},
};

static const struct printer *printer_of(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        return NULL;
    for (size_t i = 0; i < sizeof printers / sizeof *printers; i++)
        if (!strcmp(LLVMGetValueName(callee), printers[i].name) &&
            printers[i].format < LLVMGetNumArgOperands(call))
            return &printers[i];
    return NULL;
}

/* One directive, after its percent sign; returns where it ends. */
static const char *spell_directive(const char *at, struct text *out)
{
    size_t flags = strspn(at, "-+ #0123456789.*'$");
    text_put_range(out, at, flags);
    at += flags;
    size_t length = strspn(at, "lzjt");
    bool number = at[length] && strchr("diuoxX", at[length]);
    if (length && number)
        text_put(out, "l");
    else
        text_put_range(out, at, length);
    return at + length;
}

static void spell(const char *from, struct text *out)
{
    while (*from) {
        text_put_range(out, from, 1);
        if (*from++ != '%')
            continue;
        if (*from == '%')
            text_put_range(out, from++, 1);
        else
            from = spell_directive(from, out);
    }
}

/* What a constant string says; null where there is none. */
static const char *string_of(LLVMValueRef v)
{
    LLVMValueRef content =
        LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) ? LLVMGetInitializer(v) : NULL;
    size_t length = 0;
    if (!content || !LLVMIsAConstantDataSequential(content) ||
        !LLVMIsConstantString(content) || LLVMGetUnnamedAddress(v) != LLVMGlobalUnnamedAddr)
        return NULL;
    const char *text = LLVMGetAsString(content, &length);
    return length && strlen(text) + 1 == length ? text : NULL;
}

static void respell(LLVMModuleRef module, LLVMValueRef call, unsigned parameter)
{
    LAW(parameter < LLVMGetNumArgOperands(call));
    LLVMValueRef given = LLVMGetArgOperand(call, parameter);
    const char *text = string_of(given);
    if (!text)
        return;
    struct text spelt = {0};
    spell(text, &spelt);
    if (strcmp(text_of(&spelt), text)) {
        LLVMValueRef content = LLVMConstStringInContext(
            LLVMGetModuleContext(module), spelt.data, (unsigned)spelt.count, false);
        LLVMValueRef g = LLVMAddGlobal(module, LLVMTypeOf(content), ".str.format");
        LLVMSetInitializer(g, content);
        LLVMSetGlobalConstant(g, true);
        LLVMSetLinkage(g, LLVMPrivateLinkage);
        LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
        LLVMSetAlignment(g, 1);
        LLVMSetOperand(call, parameter, g);
    }
    text_release(&spelt);
}

void format_respell(LLVMModuleRef module, LLVMValueRef function)
{
    if (LLVMPointerSize(LLVMGetModuleDataLayout(module)) != 8 ||
        strstr(LLVMGetTarget(module), "windows"))
        return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const struct printer *printer = LLVMIsACallInst(i) ? printer_of(i) : NULL;
            if (printer)
                respell(module, i, printer->format);
        }
}
