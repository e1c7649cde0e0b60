/* Symbols of a module, their contents, and the reader itself. */
#include "load/llvm/internal.h"
#include "load/llvm/reader.h"

#include <llvm-c/DebugInfo.h>

/* --- symbols --- */

static void set_linkage(struct module_symbol *s, LLVMValueRef v)
{
    enum ir_linkage linkage = IR_WEAK;
    enum ir_rank rank = RANK_WEAK;
    switch ((int)LLVMGetLinkage(v)) { /* weak and linkonce have several forms */
    case LLVMExternalLinkage:
        linkage = IR_EXTERNAL;
        rank = RANK_STRONG;
        break;
    case LLVMInternalLinkage:
    case LLVMPrivateLinkage:
        linkage = IR_INTERNAL;
        rank = RANK_STRONG;
        break;
    case LLVMAppendingLinkage:
        linkage = IR_APPENDING;
        rank = RANK_STRONG;
        break;
    case LLVMExternalWeakLinkage:
        linkage = IR_EXTERNAL_WEAK;
        rank = RANK_STRONG;
        break;
    case LLVMCommonLinkage:
        rank = RANK_COMMON;
        break;
    case LLVMAvailableExternallyLinkage:
        rank = RANK_AVAILABLE;
        break;
    default:
        break;
    }
    ir_symbol_link(s, linkage, rank, !LLVMIsDeclaration(v));
}

static struct module_symbol *add_symbol(struct llvm_module *m, LLVMValueRef v,
                                        struct ir_symbol *symbol, enum ir_kind kind)
{
    map_set(&m->numbers, (uintptr_t)v, m->ir.symbols.count);
    struct module_symbol *s =
        ir_module_symbol(&m->ir, symbol, kind, LLVMGetPointerAddressSpace(LLVMTypeOf(v)));
    size_t size;
    const char *name = LLVMGetValueName2(v, &size);
    ir_symbol_name(s, name, size);
    symbol->content = llvm_type(m, LLVMGlobalGetValueType(v));
    set_linkage(s, v);
    return s;
}

static void add_global(struct llvm_module *m, LLVMValueRef v)
{
    struct ir_global *g = ARENA_NEW(&m->ir.store->arena, struct ir_global);
    add_symbol(m, v, &g->symbol, IR_GLOBAL);
    g->constant = LLVMIsGlobalConstant(v);
    g->thread_local_storage = LLVMIsThreadLocal(v);
    g->alignment = LLVMGetAlignment(v);
}

static void add_function(struct llvm_module *m, LLVMValueRef v)
{
    struct llvm_function *f = ARENA_NEW(&m->ir.store->arena, struct llvm_function);
    add_symbol(m, v, &f->function.symbol, IR_FUNCTION);
    f->function.attributes = llvm_function_attributes(m, v);
    f->theirs = v;
}

static void add_alias(struct llvm_module *m, LLVMValueRef v)
{
    struct ir_alias *a = ARENA_NEW(&m->ir.store->arena, struct ir_alias);
    add_symbol(m, v, &a->symbol, IR_ALIAS);
}

/* What the resolver would choose at load time is not known: a function without body. */
static void add_ifunc(struct llvm_module *m, LLVMValueRef v)
{
    struct ir_function *f = ARENA_NEW(&m->ir.store->arena, struct ir_function);
    struct module_symbol *s = add_symbol(m, v, &f->symbol, IR_FUNCTION);
    f->attributes = &ir_no_attributes;
    ir_symbol_link(s, (enum ir_linkage)f->symbol.linkage, RANK_DECLARED, false);
}

static void add_symbols(struct llvm_module *m)
{
    for (LLVMValueRef v = LLVMGetFirstGlobal(m->module); v; v = LLVMGetNextGlobal(v))
        add_global(m, v);
    for (LLVMValueRef v = LLVMGetFirstFunction(m->module); v; v = LLVMGetNextFunction(v))
        add_function(m, v);
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(m->module); v;
         v = LLVMGetNextGlobalAlias(v))
        add_alias(m, v);
    for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(m->module); v;
         v = LLVMGetNextGlobalIFunc(v))
        add_ifunc(m, v);
}

static bool read_module(struct ir_module *module, struct failure *failure)
{
    struct llvm_module *m = llvm_module(module);
    m->context = LLVMContextCreate();
    m->module = llvm_parse(m->context, module->data, module->bytes, module->name, failure);
    if (!m->module)
        return false;
    size_t size;
    struct arena *arena = &module->store->arena;
    const char *assembly = LLVMGetModuleInlineAsm(m->module, &size);
    module->assembly = arena_text_range(arena, assembly, size);
    module->target = arena_text(arena, LLVMGetTarget(m->module));
    module->data_layout = arena_text(arena, LLVMGetDataLayoutStr(m->module));
    m->builder = LLVMCreateBuilderInContext(m->context);
    add_symbols(m);
    return true;
}

/* --- contents --- */

/* The first debug node that is attached to it. */
static const struct ir_node *variable_of(struct llvm_module *m, LLVMValueRef v)
{
    size_t count;
    LLVMMetadataRef node = NULL;
    unsigned debug = LLVMGetMDKindIDInContext(m->context, "dbg", 3);
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(v, &count);
    for (unsigned i = 0; i < count && !node; i++)
        if (LLVMValueMetadataEntriesGetKind(entries, i) == debug)
            node = LLVMValueMetadataEntriesGetMetadata(entries, i);
    LLVMDisposeValueMetadataEntries(entries);
    if (node && LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind)
        node = LLVMDIGlobalVariableExpressionGetVariable(node);
    return llvm_node(m, node);
}

static struct ir_symbol *symbol_of(struct llvm_module *m, LLVMValueRef v)
{
    return m->ir.symbols.data[map_or(&m->numbers, (uintptr_t)v, 0)].symbol;
}

static bool read_contents(struct ir_module *module, struct failure *failure)
{
    struct llvm_module *m = llvm_module(module);
    (void)failure;
    for (LLVMValueRef v = LLVMGetFirstGlobal(m->module); v; v = LLVMGetNextGlobal(v)) {
        struct ir_global *g = (struct ir_global *)symbol_of(m, v);
        if (g->symbol.defined)
            g->initializer = llvm_constant(m, LLVMGetInitializer(v));
        g->variable = variable_of(m, v);
    }
    for (LLVMValueRef v = LLVMGetFirstFunction(m->module); v; v = LLVMGetNextFunction(v)) {
        struct ir_function *f = (struct ir_function *)symbol_of(m, v);
        if (!f->symbol.defined)
            f->subprogram = llvm_node(m, LLVMGetSubprogram(v));
    }
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(m->module); v;
         v = LLVMGetNextGlobalAlias(v))
        ((struct ir_alias *)symbol_of(m, v))->aliasee =
            llvm_constant(m, LLVMAliasGetAliasee(v));
    return true;
}

static void close_module(struct ir_module *module)
{
    struct llvm_module *m = llvm_module(module);
    struct map *maps[] = {&m->types,        &m->numbers, &m->constants,
                          &m->block_number, &m->locals,  &m->node_number};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_release(maps[i]);
    VECTOR_RELEASE(&m->node_list);
    VECTOR_RELEASE(&m->nodes);
    if (m->builder)
        LLVMDisposeBuilder(m->builder);
    if (m->module)
        LLVMDisposeModule(m->module);
    LLVMContextDispose(m->context);
}

const struct ir_reader llvm_reader = {
    .name = "llvm",
    .module_size = sizeof(struct llvm_module),
    .read = read_module,
    .contents = read_contents,
    .body = llvm_body_read,
    .node = llvm_child,
    .close = close_module,
};
