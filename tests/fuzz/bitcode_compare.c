/* Reads bitcode through LLVM and through our reader and compares everything that ours tells:
 * functions, blocks, instructions, operands, constants, layouts, positions, debug nodes.
 * Arguments: files of bitcode, one after the other, each with the library that --library FILE
 * names; after --link the rest are linked. Exit status 1 and lines on stdout where they
 * differ.
 */
#include "base/text.h"
#include "bitcode_compare.h"

static enum ir_op op_of(LLVMOpcode opcode)
{
    static const uint8_t ops[] = {[LLVMRet] = IR_RET,
                                  [LLVMBr] = IR_BR,
                                  [LLVMSwitch] = IR_SWITCH,
                                  [LLVMIndirectBr] = IR_INDIRECTBR,
                                  [LLVMInvoke] = IR_EXCEPTION,
                                  [LLVMUnreachable] = IR_UNREACHABLE,
                                  [LLVMCallBr] = IR_CALLBR,
                                  [LLVMFNeg] = IR_FNEG,
                                  [LLVMAdd] = IR_ADD,
                                  [LLVMFAdd] = IR_FADD,
                                  [LLVMSub] = IR_SUB,
                                  [LLVMFSub] = IR_FSUB,
                                  [LLVMMul] = IR_MUL,
                                  [LLVMFMul] = IR_FMUL,
                                  [LLVMUDiv] = IR_UDIV,
                                  [LLVMSDiv] = IR_SDIV,
                                  [LLVMFDiv] = IR_FDIV,
                                  [LLVMURem] = IR_UREM,
                                  [LLVMSRem] = IR_SREM,
                                  [LLVMFRem] = IR_FREM,
                                  [LLVMShl] = IR_SHL,
                                  [LLVMLShr] = IR_LSHR,
                                  [LLVMAShr] = IR_ASHR,
                                  [LLVMAnd] = IR_AND,
                                  [LLVMOr] = IR_OR,
                                  [LLVMXor] = IR_XOR,
                                  [LLVMAlloca] = IR_ALLOCA,
                                  [LLVMLoad] = IR_LOAD,
                                  [LLVMStore] = IR_STORE,
                                  [LLVMGetElementPtr] = IR_GEP,
                                  [LLVMTrunc] = IR_TRUNC,
                                  [LLVMZExt] = IR_ZEXT,
                                  [LLVMSExt] = IR_SEXT,
                                  [LLVMFPToUI] = IR_FPTOUI,
                                  [LLVMFPToSI] = IR_FPTOSI,
                                  [LLVMUIToFP] = IR_UITOFP,
                                  [LLVMSIToFP] = IR_SITOFP,
                                  [LLVMFPTrunc] = IR_FPTRUNC,
                                  [LLVMFPExt] = IR_FPEXT,
                                  [LLVMPtrToInt] = IR_PTRTOINT,
                                  [LLVMIntToPtr] = IR_INTTOPTR,
                                  [LLVMBitCast] = IR_BITCAST,
                                  [LLVMAddrSpaceCast] = IR_ADDRSPACECAST,
                                  [LLVMICmp] = IR_ICMP,
                                  [LLVMFCmp] = IR_FCMP,
                                  [LLVMPHI] = IR_PHI,
                                  [LLVMCall] = IR_CALL,
                                  [LLVMSelect] = IR_SELECT,
                                  [LLVMVAArg] = IR_VAARG,
                                  [LLVMExtractElement] = IR_EXTRACTELEMENT,
                                  [LLVMInsertElement] = IR_INSERTELEMENT,
                                  [LLVMShuffleVector] = IR_SHUFFLEVECTOR,
                                  [LLVMExtractValue] = IR_EXTRACTVALUE,
                                  [LLVMInsertValue] = IR_INSERTVALUE,
                                  [LLVMFreeze] = IR_FREEZE,
                                  [LLVMFence] = IR_FENCE,
                                  [LLVMAtomicCmpXchg] = IR_CMPXCHG,
                                  [LLVMAtomicRMW] = IR_ATOMICRMW,
                                  [LLVMResume] = IR_EXCEPTION,
                                  [LLVMLandingPad] = IR_EXCEPTION,
                                  [LLVMCleanupRet] = IR_EXCEPTION,
                                  [LLVMCatchRet] = IR_EXCEPTION,
                                  [LLVMCatchPad] = IR_EXCEPTION,
                                  [LLVMCleanupPad] = IR_EXCEPTION,
                                  [LLVMCatchSwitch] = IR_EXCEPTION};
    return (size_t)opcode < sizeof ops ? ops[opcode] : IR_OTHER_OP;
}

/* --- instructions --- */

static unsigned attribute_kind(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void same_type_attribute(struct comparison *c, LLVMValueRef theirs, bool call,
                                unsigned i, const char *name, const struct ir_type *ours)
{
    LLVMAttributeRef a =
        call ? LLVMGetCallSiteEnumAttribute(theirs, i + 1, attribute_kind(name))
             : LLVMGetEnumAttributeAtIndex(theirs, i + 1, attribute_kind(name));
    EXPECT(c, !a == !ours, "%s of parameter %u", name, i);
    if (a && ours)
        same_type(c, LLVMGetTypeAttributeValue(a), ours);
}

static void same_parameters(struct comparison *c, LLVMValueRef theirs, bool call,
                            unsigned count, const struct ir_attributes *ours)
{
    for (unsigned i = 0; i < count; i++) {
        LLVMAttributeRef align =
            call ? LLVMGetCallSiteEnumAttribute(theirs, i + 1, attribute_kind("align"))
                 : LLVMGetEnumAttributeAtIndex(theirs, i + 1, attribute_kind("align"));
        struct ir_parameter p =
            i < ours->count ? ours->parameters[i] : (struct ir_parameter){0};
        same_type_attribute(c, theirs, call, i, "byval", p.byval);
        same_type_attribute(c, theirs, call, i, "sret", p.sret);
        EXPECT(c, (align ? LLVMGetEnumAttributeValue(align) : 0) == p.alignment,
               "alignment of parameter %u", i);
    }
}

static void same_call(struct comparison *c, LLVMValueRef theirs,
                      const struct ir_instruction *ours)
{
    unsigned n = LLVMGetNumArgOperands(theirs);
    EXPECT(c, n == ours->count, "arguments of a call");
    for (unsigned i = 0; i < n && n == ours->count; i++)
        same_value(c, LLVMGetOperand(theirs, i), ours->operands[i]);
    same_value(c, LLVMGetCalledValue(theirs), ours->callee);
    same_type(c, LLVMGetCalledFunctionType(theirs), ours->subject);
    bool none = LLVMGetCallSiteEnumAttribute(theirs, LLVMAttributeFunctionIndex,
                                             attribute_kind("noreturn"));
    EXPECT(c, none == !!(ours->value.flags & IR_FLAG_NO_RETURN), "noreturn of a call");
    same_parameters(c, theirs, true, n, ours->attributes);
}

static uint32_t number_of(const struct comparison *c, LLVMBasicBlockRef block)
{
    return (uint32_t)map_or(&c->blocks, (uintptr_t)block, UINT32_MAX);
}

static void same_phi(struct comparison *c, LLVMValueRef theirs,
                     const struct ir_instruction *ours)
{
    unsigned n = LLVMCountIncoming(theirs);
    EXPECT(c, n == ours->count && n == ours->target_count, "a phi");
    for (unsigned i = 0; i < n && n == ours->count; i++) {
        same_value(c, LLVMGetIncomingValue(theirs, i), ours->operands[i]);
        EXPECT(c, number_of(c, LLVMGetIncomingBlock(theirs, i)) == ours->targets[i],
               "a block of a phi");
    }
}

/* Conditions stand first, blocks after them; cases alternate with their blocks. */
static void same_terminator(struct comparison *c, LLVMValueRef theirs,
                            const struct ir_instruction *ours)
{
    unsigned n = LLVMGetNumSuccessors(theirs);
    EXPECT(c, n == ours->target_count, "successors");
    for (unsigned i = 0; i < n && n == ours->target_count; i++)
        EXPECT(c, number_of(c, LLVMGetSuccessor(theirs, i)) == ours->targets[i],
               "successor %u", i);
    if (ours->count)
        same_value(c, LLVMGetOperand(theirs, 0), ours->operands[0]);
    if (ours->value.op == IR_SWITCH)
        for (unsigned i = 1; i < n && i < ours->count; i++)
            same_value(c, LLVMGetOperand(theirs, 2 * i), ours->operands[i]);
    else
        EXPECT(c,
               ours->count == (ours->value.op == IR_RET ? (unsigned)LLVMGetNumOperands(theirs)
                               : ours->value.op == IR_BR ? (unsigned)LLVMIsConditional(theirs)
                                                         : ours->value.op == IR_INDIRECTBR),
               "operands of a terminator");
}

static void same_memory(struct comparison *c, LLVMValueRef theirs,
                        const struct ir_instruction *ours)
{
    EXPECT(c, LLVMGetAlignment(theirs) == ours->alignment, "alignment %u, ours %llu",
           LLVMGetAlignment(theirs), (unsigned long long)ours->alignment);
    if (ours->value.op == IR_ALLOCA) {
        same_type(c, LLVMGetAllocatedType(theirs), ours->subject);
        return;
    }
    EXPECT(c, LLVMGetVolatile(theirs) == !!(ours->value.flags & IR_FLAG_VOLATILE),
           "volatile");
    if (ours->value.op == IR_LOAD || ours->value.op == IR_STORE)
        EXPECT(c,
               (LLVMGetOrdering(theirs) != LLVMAtomicOrderingNotAtomic) ==
                   !!(ours->value.flags & IR_FLAG_ATOMIC),
               "atomic");
    static const uint8_t rmw[] = {IR_RMW_XCHG, IR_RMW_ADD,  IR_RMW_SUB,  IR_RMW_AND,
                                  IR_RMW_NAND, IR_RMW_OR,   IR_RMW_XOR,  IR_RMW_MAX,
                                  IR_RMW_MIN,  IR_RMW_UMAX, IR_RMW_UMIN, IR_RMW_FADD,
                                  IR_RMW_FSUB};
    if (ours->value.op == IR_ATOMICRMW && (size_t)LLVMGetAtomicRMWBinOp(theirs) < sizeof rmw)
        EXPECT(c, rmw[LLVMGetAtomicRMWBinOp(theirs)] == ours->value.predicate,
               "operation of atomicrmw");
}

static void same_details(struct comparison *c, LLVMValueRef theirs,
                         const struct ir_instruction *ours)
{
    switch ((int)ours->value.op) {
    case IR_ICMP:
        EXPECT(c, LLVMGetICmpPredicate(theirs) == ours->value.predicate, "predicate");
        break;
    case IR_FCMP:
        EXPECT(c, LLVMGetFCmpPredicate(theirs) == ours->value.predicate, "predicate");
        break;
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_SHL:
        EXPECT(c, LLVMGetNSW(theirs) == !!(ours->value.flags & IR_FLAG_NSW), "nsw");
        break;
    case IR_ALLOCA:
    case IR_LOAD:
    case IR_STORE:
    case IR_CMPXCHG:
    case IR_ATOMICRMW:
        same_memory(c, theirs, ours);
        break;
    case IR_GEP:
        same_type(c, LLVMGetGEPSourceElementType(theirs), ours->subject);
        break;
    case IR_EXTRACTVALUE:
    case IR_INSERTVALUE:
        EXPECT(c,
               LLVMGetNumIndices(theirs) == ours->target_count &&
                   !memcmp(LLVMGetIndices(theirs), ours->indices,
                           ours->target_count * sizeof(unsigned)),
               "indices");
        break;
    case IR_SHUFFLEVECTOR:
        EXPECT(c, LLVMGetNumMaskElements(theirs) == ours->target_count, "mask");
        for (unsigned i = 0; i < ours->target_count; i++)
            EXPECT(c, (uint32_t)LLVMGetMaskValue(theirs, i) == ours->indices[i],
                   "mask element");
        break;
    default:
        break;
    }
}

static void same_instruction(struct comparison *c, LLVMValueRef theirs,
                             const struct ir_instruction *ours)
{
    enum ir_op op = op_of(LLVMGetInstructionOpcode(theirs));
    EXPECT(c, op == ours->value.op, "operation %d, ours %d", (int)op, (int)ours->value.op);
    if (op != ours->value.op)
        return;
    same_type(c, LLVMTypeOf(theirs), ours->value.type);
    if (op == IR_CALL) {
        same_call(c, theirs, ours);
    } else if (op == IR_PHI) {
        same_phi(c, theirs, ours);
    } else if (ir_is_terminator(op)) {
        same_terminator(c, theirs, ours);
    } else if (op != IR_EXCEPTION && op != IR_CALLBR && op != IR_OTHER_OP) {
        unsigned n = (unsigned)LLVMGetNumOperands(theirs);
        EXPECT(c, n == ours->count, "%u operands, ours %u", n, ours->count);
        for (unsigned i = 0; i < n && n == ours->count; i++)
            same_value(c, LLVMGetOperand(theirs, i), ours->operands[i]);
        same_details(c, theirs, ours);
    }
}

static void same_position(struct comparison *c, LLVMValueRef theirs,
                          const struct ir_instruction *ours)
{
    unsigned size = 0;
    const char *file = LLVMGetDebugLocFilename(theirs, &size);
    EXPECT(c,
           LLVMGetDebugLocLine(theirs) == ours->line &&
               LLVMGetDebugLocColumn(theirs) == ours->column,
           "position %u:%u, ours %u:%u", LLVMGetDebugLocLine(theirs),
           LLVMGetDebugLocColumn(theirs), ours->line, ours->column);
    EXPECT(c,
           ours->file
               ? strlen(ours->file->name) == size && !memcmp(file, ours->file->name, size)
               : !size,
           "file of a position");
}

/* Arguments of llvm.dbg.declare: the address, or an empty tuple where there is none any more.
 */
static void same_declaration(struct comparison *c, LLVMValueRef theirs,
                             const struct ir_instruction *ours)
{
    EXPECT(c, ours->value.op == IR_DECLARE, "a declaration");
    if (ours->value.op != IR_DECLARE)
        return;
    LLVMValueRef address = LLVMGetOperand(theirs, 0);
    LLVMValueRef inner = LLVMGetMDNodeNumOperands(address) ? NULL : address;
    EXPECT(c, (inner == NULL || !LLVMIsAMDNode(inner)) == (ours->count == 1),
           "the address of a declaration");
    if (ours->count) {
        LLVMValueRef operand = NULL;
        LLVMGetMDNodeOperands(address, &operand);
        same_value(c, operand, ours->operands[0]);
    }
    LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(theirs, 1));
    EXPECT(c, ours->variable != NULL, "the variable of a declaration");
    if (ours->variable)
        same_node(c, variable, ours->variable);
}

static const char *debug_call(LLVMValueRef instruction)
{
    if (LLVMGetInstructionOpcode(instruction) != LLVMCall)
        return NULL;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    size_t size;
    if (LLVMGetValueKind(callee) != LLVMFunctionValueKind)
        return NULL;
    const char *name = LLVMGetValueName2(callee, &size);
    return strncmp(name, "llvm.dbg.", 9) ? NULL : name + 9;
}

/* --- bodies --- */

typedef VECTOR(LLVMValueRef) value_list;

static void gather(struct comparison *c, LLVMValueRef function, const struct ir_body *body,
                   value_list *list)
{
    uint32_t number = 0;
    map_clear(&c->blocks);
    map_clear(&c->here);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b)) {
        size_t first = list->count;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const char *debug = debug_call(i);
            if (debug && strcmp(debug, "declare"))
                continue;
            if (list->count < body->instruction_count)
                map_set(&c->here, (uintptr_t)i, (uintptr_t)body->instructions[list->count]);
            VECTOR_PUSH(list, i);
        }
        EXPECT(c,
               number < body->block_count && body->blocks[number].first == first &&
                   body->blocks[number].count == list->count - first,
               "block %u", number);
        map_set(&c->blocks, (uintptr_t)b, number++);
    }
    for (uint32_t i = 0; i < body->argument_count; i++)
        map_set(&c->here, (uintptr_t)LLVMGetParam(function, i),
                (uintptr_t)body->arguments[i]);
    EXPECT(c, number == body->block_count && list->count == body->instruction_count,
           "size of the body");
}

static void same_body(struct comparison *c, LLVMValueRef theirs,
                      const struct ir_function *ours)
{
    struct ir_body body;
    struct failure failure = {0};
    value_list list = {0};
    if (!ir_body_read(&c->store, ours, &c->arena, &body, &failure)) {
        DIFFER(c, "%s", failure.message);
        return;
    }
    gather(c, theirs, &body, &list);
    for (size_t i = 0; i < list.count && i < body.instruction_count; i++) {
        const struct ir_instruction *n = body.instructions[i];
        EXPECT(c, n->value.number == body.argument_count + i, "number of an instruction");
        if (debug_call(list.data[i]))
            same_declaration(c, list.data[i], n);
        else
            same_instruction(c, list.data[i], n);
        same_position(c, list.data[i], n);
    }
    LLVMMetadataRef subprogram = LLVMGetSubprogram(theirs);
    EXPECT(c, !subprogram == !body.subprogram, "subprogram");
    if (subprogram && body.subprogram)
        same_node(c, subprogram, body.subprogram);
    VECTOR_RELEASE(&list);
}

/* --- symbols --- */

static enum ir_linkage linkage_of(LLVMValueRef v)
{
    switch ((int)LLVMGetLinkage(v)) {
    case LLVMInternalLinkage:
    case LLVMPrivateLinkage:
        return IR_INTERNAL;
    case LLVMExternalWeakLinkage:
        return IR_EXTERNAL_WEAK;
    case LLVMAppendingLinkage:
        return IR_APPENDING;
    case LLVMExternalLinkage:
        return IR_EXTERNAL;
    default:
        return IR_WEAK;
    }
}

static void same_symbol(struct comparison *c, LLVMValueRef theirs,
                        const struct ir_symbol *ours)
{
    same_name(c, theirs, ours);
    bool weakly =
        linkage_of(theirs) == IR_EXTERNAL_WEAK && c->linked; /* LLVM keeps what came first */
    bool optional =
        linkage_of(theirs) == IR_WEAK && c->library; /* marked so for LLVM's linker */
    EXPECT(c,
           linkage_of(theirs) == (enum ir_linkage)ours->linkage ||
               (weakly && !ours->defined) || optional,
           "linkage of %s", ours->name);
    EXPECT(c, LLVMIsDeclaration(theirs) == !ours->defined, "definition of %s", ours->name);
    same_type(c, LLVMGlobalGetValueType(theirs), ours->content);
    same_type(c, LLVMTypeOf(theirs), ours->value.type);
}

static void same_function(struct comparison *c, LLVMValueRef theirs,
                          const struct ir_function *ours)
{
    c->function = ours->symbol.name;
    same_symbol(c, theirs, &ours->symbol);
    bool none = LLVMGetEnumAttributeAtIndex(theirs, LLVMAttributeFunctionIndex,
                                            attribute_kind("noreturn"));
    EXPECT(c, none == ours->attributes->no_return, "noreturn");
    same_parameters(c, theirs, false, LLVMCountParams(theirs), ours->attributes);
    if (!LLVMIsDeclaration(theirs) && ours->symbol.defined) {
        same_body(c, theirs, ours);
        return;
    }
    LLVMMetadataRef subprogram = LLVMGetSubprogram(theirs);
    EXPECT(c, !subprogram == !ours->subprogram, "subprogram of a declaration");
    if (subprogram && ours->subprogram)
        same_node(c, subprogram, ours->subprogram);
}

static void same_global(struct comparison *c, LLVMValueRef theirs,
                        const struct ir_global *ours)
{
    size_t n;
    LLVMMetadataRef variable = NULL;
    c->function = ours->symbol.name;
    same_symbol(c, theirs, &ours->symbol);
    EXPECT(c, LLVMIsGlobalConstant(theirs) == ours->constant, "constant");
    EXPECT(c, LLVMIsThreadLocal(theirs) == ours->thread_local_storage, "thread local");
    EXPECT(c, LLVMGetAlignment(theirs) == ours->alignment, "alignment of a global");
    if (!LLVMIsDeclaration(theirs))
        same_value(c, LLVMGetInitializer(theirs), ours->initializer);
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(theirs, &n);
    for (unsigned i = 0; i < n && !variable; i++)
        if (LLVMValueMetadataEntriesGetKind(entries, i) == 0)
            variable = LLVMDIGlobalVariableExpressionGetVariable(
                LLVMValueMetadataEntriesGetMetadata(entries, i));
    LLVMDisposeValueMetadataEntries(entries);
    EXPECT(c, !variable == !ours->variable, "variable of a global");
    if (variable && ours->variable)
        same_node(c, variable, ours->variable);
}

/* Alone, symbols come in the same order. Linked, those of the same name belong together;
 * local ones may have got another name and are met as operands only. */
static void compare_functions(struct comparison *c)
{
    struct text_map names = {0};
    size_t k = 0;
    uint64_t at;
    for (size_t i = 0; i < c->store.functions.count; i++) {
        const struct ir_symbol *symbol = &c->store.functions.data[i]->symbol;
        text_map_set(&names, symbol->name, i);
        if (symbol->linkage != IR_INTERNAL && strncmp(symbol->name, "llvm.dbg.", 9))
            EXPECT(c,
                   LLVMGetNamedFunction(c->module, symbol->name) ||
                       LLVMGetNamedGlobalIFunc(c->module, symbol->name, strlen(symbol->name)),
                   "function %s is too much", symbol->name);
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f; f = LLVMGetNextFunction(f)) {
        size_t size;
        const char *name = LLVMGetValueName2(f, &size);
        if (!strncmp(name, "llvm.dbg.", 9))
            continue;
        while (k < c->store.functions.count &&
               !strncmp(c->store.functions.data[k]->symbol.name, "llvm.dbg.", 9))
            k++;
        if (c->linked && (linkage_of(f) == IR_INTERNAL || !text_map_get(&names, name, &at))) {
            EXPECT(c, linkage_of(f) == IR_INTERNAL, "function %s is missing", name);
            continue;
        }
        if (!c->linked && k == c->store.functions.count) {
            DIFFER(c, "function %s is missing", name);
            break;
        }
        same_function(c, f, c->store.functions.data[c->linked ? at : k++]);
    }
    text_map_release(&names);
}

static void compare_globals(struct comparison *c)
{
    struct text_map names = {0};
    size_t k = 0;
    uint64_t at;
    for (size_t i = 0; i < c->store.globals.count; i++) {
        const struct ir_symbol *symbol = &c->store.globals.data[i]->symbol;
        text_map_set(&names, symbol->name, i);
        if (symbol->linkage != IR_INTERNAL && *symbol->name)
            EXPECT(c, LLVMGetNamedGlobal(c->module, symbol->name), "global %s is too much",
                   symbol->name);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(c->module); g; g = LLVMGetNextGlobal(g)) {
        size_t size;
        const char *name = LLVMGetValueName2(g, &size);
        if (*name == 1)
            name++;
        if (linkage_of(g) == IR_APPENDING || !strncmp(name, "llvm.", 5))
            continue;
        if (c->linked && (linkage_of(g) == IR_INTERNAL || !text_map_get(&names, name, &at))) {
            EXPECT(c, linkage_of(g) == IR_INTERNAL, "global %s is missing", name);
            continue;
        }
        if (!c->linked && k == c->store.globals.count) {
            DIFFER(c, "global %s is missing", name);
            break;
        }
        same_global(c, g, c->store.globals.data[c->linked ? at : k++]);
    }
    text_map_release(&names);
}

static void compare_aliases(struct comparison *c)
{
    size_t k = 0;
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(c->module); a && !c->linked;
         a = LLVMGetNextGlobalAlias(a)) {
        if (k == c->store.aliases.count) {
            DIFFER(c, "an alias is missing");
            return;
        }
        const struct ir_alias *ours = c->store.aliases.data[k++];
        c->function = ours->symbol.name;
        same_symbol(c, a, &ours->symbol);
        same_value(c, LLVMAliasGetAliasee(a), ours->aliasee);
    }
}

/* --- files --- */

static void quiet(LLVMDiagnosticInfoRef info, void *context)
{
    (void)info;
    (void)context;
}

static LLVMModuleRef parse(struct comparison *c, const struct text *file)
{
    LLVMModuleRef module;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text_of(file), file->count, "file");
    bool bad = LLVMParseBitcodeInContext2(c->context, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    if (bad)
        return NULL;
    LLVMSetIsNewDbgInfoFormat(module, 0);
    return module;
}

static void mark_optional(LLVMValueRef v)
{
    LLVMLinkage linkage = LLVMGetLinkage(v);
    if (!LLVMIsDeclaration(v) &&
        (linkage == LLVMExternalLinkage || linkage == LLVMWeakAnyLinkage))
        LLVMSetLinkage(v, LLVMLinkOnceODRLinkage);
}

/* The library's own calls stay with its own function. */
static void mark_own(struct comparison *c, LLVMValueRef f)
{
    size_t size;
    LLVMValueRef unit = LLVMGetNamedFunction(c->module, LLVMGetValueName2(f, &size));
    if (unit && !LLVMIsDeclaration(unit) &&
        LLVMGetLinkage(unit) != LLVMAvailableExternallyLinkage && !LLVMIsDeclaration(f) &&
        LLVMGetLinkage(f) == LLVMExternalLinkage)
        LLVMSetLinkage(f, LLVMInternalLinkage);
}

/* What happens before main is needed without being named (load/ir/link.c). */
static bool is_start(struct comparison *c, LLVMValueRef f)
{
    char start[48], count[48];
    size_t size;
    LLVMValueRef unit = LLVMGetNamedFunction(c->module, "main");
    if (!unit || LLVMIsDeclaration(unit))
        return false;
    bool environment = LLVMGetNamedFunction(c->module, "getenv") ||
                       LLVMGetNamedFunction(c->module, "secure_getenv");
    snprintf(start, sizeof start, "__sooth_start_%u%s", LLVMCountParams(unit),
             environment ? "_environment" : "");
    snprintf(count, sizeof count, "__sooth_start_count_%u", LLVMCountParams(unit));
    const char *name = LLVMGetValueName2(f, &size);
    return !strcmp(name, start) || (!environment && !strcmp(name, count));
}

/* What is linkonce LLVM takes only where it is needed. */
static bool link_library(struct comparison *c)
{
    LLVMModuleRef module = parse(c, c->library);
    if (!module)
        return false;
    if (strcmp(LLVMGetDataLayoutStr(module), LLVMGetDataLayoutStr(c->module))) {
        LLVMDisposeModule(module);
        return true;
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!is_start(c, f))
            mark_own(c, f), mark_optional(f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        mark_optional(g);
    return !LLVMLinkModules2(c->module, module);
}

static bool read_theirs(struct comparison *c, const struct text *files, size_t count)
{
    LLVMContextSetDiagnosticHandler(c->context, quiet, NULL);
    for (size_t i = 0; i < count; i++) {
        LLVMModuleRef module = parse(c, &files[i]);
        if (!module)
            return false;
        if (!c->module)
            c->module = module;
        else if (LLVMLinkModules2(c->module, module))
            return false;
    }
    c->layout = LLVMGetModuleDataLayout(c->module);
    return !c->library || link_library(c);
}

static bool read_ours(struct comparison *c, const struct text *files, char **names,
                      size_t count, struct failure *failure)
{
    for (size_t i = 0; i < count; i++)
        if (!ir_store_add(&c->store, &bitcode_reader, text_of(&files[i]), files[i].count,
                          names[i], IR_UNIT, failure))
            return false;
    if (c->library && !ir_store_add(&c->store, &bitcode_reader, text_of(c->library),
                                    c->library->count, "library", IR_LIBRARY, failure))
        return false;
    return ir_store_link(&c->store, failure);
}

static unsigned compare(char **names, size_t count, bool linked, const struct text *library)
{
    struct comparison c = {
        .function = names[0], .linked = linked || library, .library = library};
    struct failure failure = {0};
    struct text *files = calloc(count, sizeof *files);
    c.context = LLVMContextCreate();
    arena_init(&c.arena);
    ir_store_init(&c.store);
    for (size_t i = 0; i < count; i++)
        if (!text_read_file(&files[i], names[i], &failure))
            DIFFER(&c, "%s", failure.message);
    bool theirs = read_theirs(&c, files, count),
         ours = read_ours(&c, files, names, count, &failure);
    if (theirs && ours) {
        compare_functions(&c);
        compare_globals(&c);
        compare_aliases(&c);
    } else {
        EXPECT(&c, theirs == ours, "LLVM %s it; %s", theirs ? "reads" : "refuses",
               failure.message);
    }
    printf("%s: %lu compared, %u differences\n", names[0], c.compared, c.differences);
    for (size_t i = 0; i < count; i++)
        text_release(&files[i]);
    free(files);
    map_release(&c.same);
    map_release(&c.here);
    map_release(&c.blocks);
    if (c.module)
        LLVMDisposeModule(c.module);
    LLVMContextDispose(c.context);
    ir_store_release(&c.store);
    arena_release(&c.arena);
    return c.differences;
}

int main(int count, char **arguments)
{
    unsigned differences = 0;
    struct text library = {0};
    struct failure failure;
    for (int i = 1; i < count; i++) {
        if (!strcmp(arguments[i], "--link")) {
            differences += compare(arguments + i + 1, (size_t)(count - i - 1), true,
                                   library.count ? &library : NULL);
            break;
        }
        if (!strcmp(arguments[i], "--library") && i + 1 < count) {
            if (!text_read_file(&library, arguments[++i], &failure))
                return 2;
            continue;
        }
        differences += compare(arguments + i, 1, false, library.count ? &library : NULL);
    }
    text_release(&library);
    return differences ? 1 : 0;
}
