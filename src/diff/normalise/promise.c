/* Promises of a program to the compiler, noted before they are stripped: restrict, nonnull
 * and the like on parameters and results, pure and const, assumptions, fast arithmetic. The
 * comparison ignores them; where the new version promises more than the old one, its verdict
 * says that it rests on them. */
#include "diff/normalise/normalise_internal.h"

#include "base/failure.h"
#include "base/text.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROMISE_MARK "sooth-promise" /* of the declaration: words that end with ; */
#define CODE_MARK                                                                            \
    "sooth-code" /* of the body: number of assumptions, and flags of arithmetic */

static bool has(LLVMValueRef function, LLVMAttributeIndex index, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(
               function, index, LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

static void note_value(struct text *words, LLVMValueRef function, LLVMAttributeIndex index)
{
    static const char *const names[] = {"noalias", "nonnull", "dereferenceable", "align"};
    if (has(function, index, "sret") || has(function, index, "byval"))
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (has(function, index, names[i]))
            text_add(words, "%s %u;", names[i], (unsigned)index);
}

static void set_mark(LLVMValueRef function, const char *mark, const char *value)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(context, mark, (unsigned)strlen(mark),
                                                      value, (unsigned)strlen(value)));
}

static const char *get_mark(struct text *into, LLVMValueRef function, const char *mark)
{
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
        function, LLVMAttributeFunctionIndex, mark, (unsigned)strlen(mark));
    unsigned length = 0;
    const char *value = attribute ? LLVMGetStringAttributeValue(attribute, &length) : NULL;
    text_clear(into);
    if (value)
        text_put_range(into, value, length);
    return text_of(into);
}

void promise_read(LLVMValueRef function, struct text *words)
{
    if (has(function, LLVMAttributeFunctionIndex, "memory"))
        text_put(words, "pure;");
    note_value(words, function, LLVMAttributeReturnIndex);
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        note_value(words, function, i + 1);
}

void promise_write(LLVMValueRef function, const struct text *words)
{
    if (words->count)
        set_mark(function, PROMISE_MARK, words->data);
}

static bool is_assumption(LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           text_starts(LLVMGetValueName(callee), "llvm.assume");
}

void promise_note_code(LLVMValueRef function)
{
    unsigned assumptions = 0, flags = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            assumptions += is_assumption(i);
            if (LLVMCanValueUseFastMathFlags(i))
                flags |= (unsigned)LLVMGetFastMathFlags(i);
        }
    }
    char value[64];
    snprintf(value, sizeof value, "%u %u", assumptions, flags);
    if (assumptions || flags)
        set_mark(function, CODE_MARK, value);
}

/* WORD, which ends with a semicolon, is one of WORDS, which all do: "align 1;" is not part of
 * "align 12;". */
static bool is_among(const char *words, const char *word, size_t length)
{
    for (; *words; words += strcspn(words, ";") + 1)
        if (!strncmp(words, word, length))
            return true;
    return false;
}

/* Every word of B stands in A. */
static bool covers(const char *a, const char *b)
{
    for (size_t length; *b; b += length) {
        length = strcspn(b, ";") + 1;
        LAW(b[length - 1] == ';');
        if (!is_among(a, b, length))
            return false;
    }
    return true;
}

bool normalise_promises_more(LLVMValueRef f, LLVMValueRef g)
{
    if (!LLVMIsAFunction(f) || !LLVMIsAFunction(g))
        return false;
    struct text x = {0}, y = {0};
    get_mark(&x, f, PROMISE_MARK);
    get_mark(&y, g, PROMISE_MARK);
    bool more = !covers(text_of(&x), text_of(&y));
    unsigned before[2] = {0, 0}, after[2] = {0, 0};
    sscanf(get_mark(&x, f, CODE_MARK), "%u %u", &before[0], &before[1]);
    sscanf(get_mark(&y, g, CODE_MARK), "%u %u", &after[0], &after[1]);
    text_release(&x);
    text_release(&y);
    return more || after[0] > before[0] || (after[1] & ~before[1]);
}

static LLVMValueRef pointer_argument(LLVMValueRef call, unsigned index)
{
    bool there = index >= 1 && index <= LLVMGetNumArgOperands(call);
    LLVMValueRef v = there ? LLVMGetArgOperand(call, index - 1) : NULL;
    return v && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ? v : NULL;
}

enum { MOST_ROOTS = 32 };
struct roots { /* what a pointer is made of, by steps and choices */
    LLVMValueRef list[MOST_ROOTS];
    size_t count;
};

static void add_root(struct roots *r, LLVMValueRef v)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->list[i] == v)
            return;
    if (r->count < MOST_ROOTS)
        r->list[r->count++] = v;
}

static bool is_step(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) || LLVMIsACastInst(v) ||
           (LLVMIsAConstantExpr(v) && LLVMGetNumOperands(v) > 0);
}

/* The value itself and whatever it is a step from or a choice of. */
static struct roots roots_of(LLVMValueRef pointer)
{
    struct roots r = {.count = 0};
    add_root(&r, pointer);
    for (size_t i = 0; i < r.count; i++) {
        LLVMValueRef v = r.list[i];
        if (is_step(v))
            add_root(&r, LLVMGetOperand(v, 0));
        for (unsigned k = 1; LLVMIsASelectInst(v) && k <= 2; k++)
            add_root(&r, LLVMGetOperand(v, k));
        for (unsigned k = 0; LLVMIsAPHINode(v) && k < LLVMCountIncoming(v); k++)
            add_root(&r, LLVMGetIncomingValue(v, k));
    }
    return r;
}

/* Both are the same, or were read from the same place. */
static bool are_alike(LLVMValueRef a, LLVMValueRef b)
{
    if (LLVMIsALoadInst(a) && LLVMIsALoadInst(b))
        return LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0);
    return a == b && !LLVMIsNull(a);
}

static bool may_be_null(LLVMValueRef pointer)
{
    struct roots r = roots_of(pointer);
    for (size_t i = 0; i < r.count; i++)
        if (LLVMIsNull(r.list[i]))
            return true;
    return false;
}

static bool meet(LLVMValueRef a, LLVMValueRef b)
{
    struct roots x = roots_of(a), y = roots_of(b);
    for (size_t i = 0; i < x.count; i++)
        for (size_t k = 0; k < y.count; k++)
            if (are_alike(x.list[i], y.list[k]))
                return true;
    return false;
}

/* Two arguments are the same pointer or lead into the same object, of which nobody knows that
 * the parts are apart. */
static bool is_passed_twice(LLVMValueRef call, unsigned index)
{
    LLVMValueRef v = pointer_argument(call, index);
    for (unsigned i = 1; v && i <= LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef other = i != index ? pointer_argument(call, i) : NULL;
        if (other && meet(v, other))
            return true;
    }
    return false;
}

bool normalise_breaks_promise(LLVMValueRef call)
{
    LAW(LLVMIsACallInst(call));
    LLVMValueRef callee = LLVMGetCalledValue(call);
    struct text words = {0};
    bool broken = false;
    if (!callee || !LLVMIsAFunction(callee))
        return false;
    for (const char *w = get_mark(&words, callee, PROMISE_MARK); *w;
         w += strcspn(w, ";") + 1) {
        unsigned index = 0;
        LLVMValueRef v = NULL;
        if (sscanf(w, "noalias %u;", &index) == 1)
            broken = broken || is_passed_twice(call, index);
        else if (sscanf(w, "nonnull %u;", &index) == 1)
            v = pointer_argument(call, index);
        broken = broken || (v && may_be_null(v));
    }
    text_release(&words);
    return broken;
}

bool normalise_has_promise(LLVMValueRef function)
{
    struct text words = {0};
    bool has_some = *get_mark(&words, function, PROMISE_MARK) != '\0' ||
                    *get_mark(&words, function, CODE_MARK) != '\0';
    text_release(&words);
    return has_some;
}
