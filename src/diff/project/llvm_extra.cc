/* The C++ side of llvm_extra.h: one short function per request, no logic of the comparison.
 */
#include "diff/project/llvm_extra.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <optional>
#include <string>

using namespace llvm;

struct extra_pipeline {
    LoopAnalysisManager loops;
    FunctionAnalysisManager functions;
    CGSCCAnalysisManager groups;
    ModuleAnalysisManager modules;
    PassBuilder builder;
    FunctionPassManager passes;
};

/* Moving loads and divisions down to their uses would hide that the new version executes them
 * too early. */
static void forbid_sinking(void)
{
    static bool done;
    const char *arguments[] = {"sooth", "-instcombine-code-sinking=false"};
    if (!done)
        cl::ParseCommandLineOptions(2, arguments);
    done = true;
}

struct extra_pipeline *extra_pipeline_new(const char *text)
{
    forbid_sinking();
    auto *pipeline = new extra_pipeline;
    pipeline->builder.registerModuleAnalyses(pipeline->modules);
    pipeline->builder.registerCGSCCAnalyses(pipeline->groups);
    pipeline->builder.registerFunctionAnalyses(pipeline->functions);
    pipeline->builder.registerLoopAnalyses(pipeline->loops);
    pipeline->builder.crossRegisterProxies(pipeline->loops, pipeline->functions,
                                           pipeline->groups, pipeline->modules);
    if (Error error = pipeline->builder.parsePassPipeline(pipeline->passes, text)) {
        consumeError(std::move(error));
        delete pipeline;
        return nullptr;
    }
    return pipeline;
}

void extra_pipeline_free(struct extra_pipeline *pipeline)
{
    delete pipeline;
}

void extra_pipeline_run(struct extra_pipeline *pipeline, LLVMValueRef value)
{
    Function *function = unwrap<Function>(value);
    pipeline->passes.run(*function, pipeline->functions);
    pipeline->functions.clear(*function, function->getName());
}

namespace
{
/* Takes the debug information off a function while it is cloned: LLVM would walk, and partly
 * copy for good, all that its file has. */
class DebugAside final
{
  public:
    explicit DebugAside(Function &function)
        : function(function), program(function.getSubprogram())
    {
        for (Instruction &i : instructions(function)) {
            places.push_back(i.getDebugLoc());
            i.setDebugLoc(DebugLoc());
        }
        function.setSubprogram(nullptr);
    }
    ~DebugAside() { giveTo(function); }
    /* The places of the function, for a copy of it whose instructions are the same in number
     * and order. */
    void giveTo(Function &to) const
    {
        size_t n = 0;
        for (Instruction &i : instructions(to))
            i.setDebugLoc(places[n++]);
        to.setSubprogram(program);
    }

  private:
    Function &function;
    DISubprogram *program;
    SmallVector<DebugLoc, 64> places;
};
} // namespace

LLVMValueRef extra_clone(LLVMValueRef value)
{
    ValueToValueMapTy map;
    DebugAside aside(*unwrap<Function>(value));
    Function *copy = CloneFunction(unwrap<Function>(value), map);
    aside.giveTo(*copy);
    copy->setLinkage(GlobalValue::InternalLinkage);
    copy->setComdat(nullptr);
    return wrap(copy);
}

namespace
{
class Declarer final : public ValueMaterializer
{
  public:
    explicit Declarer(Module &into) : into(into) {}
    Value *materialize(Value *value) override
    {
        auto *global = dyn_cast<GlobalValue>(value);
        if (!global || global->getParent() == &into)
            return nullptr;
        if (GlobalValue *there = into.getNamedValue(global->getName())) {
            if (isa<Function>(there) != isa<FunctionType>(global->getValueType()))
                failed = true;
            return there;
        }
        if (auto *type = dyn_cast<FunctionType>(global->getValueType())) {
            Function *copy =
                Function::Create(type, GlobalValue::ExternalLinkage, global->getName(), into);
            if (auto *from = dyn_cast<Function>(global))
                copy->setAttributes(from->getAttributes());
            return copy;
        }
        auto *variable = dyn_cast<GlobalVariable>(global);
        return new GlobalVariable(
            into, global->getValueType(), variable && variable->isConstant(),
            GlobalValue::ExternalLinkage, nullptr, global->getName(), nullptr,
            global->getThreadLocalMode(), global->getAddressSpace());
    }
    bool failed = false;

  private:
    Module &into;
};
} // namespace

LLVMValueRef extra_import(LLVMValueRef value, LLVMModuleRef module)
{
    Function *function = unwrap<Function>(value);
    Module &into = *unwrap(module);
    std::string name = "sooth.import." + function->getName().str();
    if (Function *there = into.getFunction(name))
        return there->isDeclaration() ? nullptr : wrap(there);
    Function *copy = Function::Create(function->getFunctionType(),
                                      GlobalValue::InternalLinkage, name, into);
    copy->setCallingConv(function->getCallingConv());
    ValueToValueMapTy map;
    auto to = copy->arg_begin();
    for (Argument &from : function->args())
        map[&from] = &*to++;
    Declarer declarer(into);
    SmallVector<ReturnInst *, 8> returns;
    DebugAside aside(*function);
    CloneFunctionInto(copy, function, map, CloneFunctionChangeType::DifferentModule, returns,
                      "", nullptr, nullptr, &declarer);
    if (!declarer.failed)
        return wrap(copy);
    copy->deleteBody();
    return nullptr;
}

bool extra_inline(LLVMValueRef value)
{
    auto *call = dyn_cast<CallBase>(unwrap(value));
    InlineFunctionInfo info;
    return call && InlineFunction(*call, info, false, nullptr, false).isSuccess();
}

unsigned extra_instruction_count(LLVMValueRef value)
{
    return unwrap<Function>(value)->getInstructionCount();
}

bool extra_is_varargs_user(LLVMValueRef value)
{
    for (Instruction &instruction : instructions(unwrap<Function>(value)))
        if (isa<VAStartInst>(instruction))
            return true;
    return false;
}

bool extra_same_operation(LLVMValueRef a, LLVMValueRef b)
{
    return unwrap<Instruction>(a)->isSameOperationAs(unwrap<Instruction>(b));
}

void extra_replace_block(LLVMBasicBlockRef block, LLVMBasicBlockRef other)
{
    BasicBlock *gone = unwrap(block);
    for (BasicBlock *next : successors(gone))
        next->removePredecessor(gone, true);
    gone->replaceAllUsesWith(unwrap(other));
    gone->eraseFromParent();
}

void extra_drop_variable_records(LLVMValueRef value)
{
    for (Instruction &instruction :
         make_early_inc_range(instructions(unwrap<Function>(value)))) {
        instruction.dropDbgRecords();
        if (isa<DbgInfoIntrinsic>(instruction))
            instruction.eraseFromParent();
    }
}

/* A static whose address goes nowhere: pointers that come from elsewhere do not reach it. */
static bool is_hidden(const Value *pointer, int depth = 4)
{
    auto *global = dyn_cast<GlobalVariable>(pointer);
    if (global && !global->hasLocalLinkage())
        return false;
    for (const User *user : pointer->users()) {
        if (isa<LoadInst>(user))
            continue;
        if (auto *store = dyn_cast<StoreInst>(user);
            store && store->getValueOperand() != pointer)
            continue;
        if (!isa<GEPOperator>(user) || !depth || !is_hidden(user, depth - 1))
            return false;
    }
    return true;
}

namespace
{
class StaticsAA final : public AAResultBase
{
  public:
    AliasResult alias(const MemoryLocation &a, const MemoryLocation &b, AAQueryInfo &,
                      const Instruction *)
    {
        const Value *x = getUnderlyingObject(a.Ptr), *y = getUnderlyingObject(b.Ptr);
        if (x == y)
            return AliasResult::MayAlias;
        return hidden(x) || hidden(y) ? AliasResult::NoAlias : AliasResult::MayAlias;
    }

  private:
    bool hidden(const Value *object)
    {
        if (!isa<GlobalVariable>(object))
            return false;
        auto known = answers.find(object);
        if (known != answers.end())
            return known->second;
        return answers[object] = is_hidden(object);
    }
    DenseMap<const Value *, bool> answers;
};
} // namespace

struct extra_memory {
    explicit extra_memory(Function &f)
        : library_implementation(Triple(f.getParent()->getTargetTriple())),
          library(library_implementation, &f), assumptions(f), dominators(f),
          postdominators(f),
          basic(f.getParent()->getDataLayout(), f, library, assumptions, &dominators),
          aliases(library)
    {
        aliases.addAAResult(basic);
        aliases.addAAResult(statics);
        ssa.emplace(f, &aliases, &dominators);
        ssa->ensureOptimizedUses();
    }
    TargetLibraryInfoImpl library_implementation;
    TargetLibraryInfo library;
    AssumptionCache assumptions;
    DominatorTree dominators;
    PostDominatorTree postdominators;
    BasicAAResult basic;
    StaticsAA statics;
    AAResults aliases;
    std::optional<MemorySSA> ssa;
    std::optional<LoopInfo> loops; /* with `scalars`, on demand */
    std::optional<ScalarEvolution> scalars;
};

struct extra_memory *extra_memory_new(LLVMValueRef function)
{
    return new extra_memory(*unwrap<Function>(function));
}
void extra_memory_free(struct extra_memory *memory)
{
    delete memory;
}

struct extra_clobber extra_memory_clobber(struct extra_memory *memory, LLVMValueRef load)
{
    MemoryAccess *access =
        memory->ssa->getWalker()->getClobberingMemoryAccess(unwrap<Instruction>(load));
    if (auto *merge = dyn_cast<MemoryPhi>(access))
        return {nullptr, wrap(merge->getBlock())};
    if (memory->ssa->isLiveOnEntryDef(access))
        return {nullptr, nullptr};
    return {wrap(cast<MemoryDef>(access)->getMemoryInst()), nullptr};
}

/* It notes what may fail at its place and touches nothing. */
static bool is_note(const Instruction &i)
{
    auto *call = dyn_cast<CallInst>(&i);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && (callee->getName().starts_with("sooth.access.") ||
                      callee->getName().starts_with("sooth.watch."));
}

static bool is_plain(const Instruction &i)
{
    if (is_note(i))
        return true;
    if (auto *store = dyn_cast<StoreInst>(&i))
        return store->isSimple();
    if (auto *load = dyn_cast<LoadInst>(&i))
        return load->isSimple();
    if (auto *intrinsic = dyn_cast<MemIntrinsic>(&i))
        return !intrinsic->isVolatile();
    return !i.mayReadOrWriteMemory() && !i.mayHaveSideEffects();
}

/* No conflict between what WRITER writes and anything OTHER touches. */
static bool no_conflict(AAResults &aliases, Instruction &writer, Instruction &other)
{
    if (!writer.mayWriteToMemory() || !other.mayReadOrWriteMemory())
        return true;
    if (is_note(writer) || is_note(other))
        return true;
    if (auto *store = dyn_cast<StoreInst>(&writer))
        return !isModOrRefSet(aliases.getModRefInfo(&other, MemoryLocation::get(store)));
    if (auto *intrinsic = dyn_cast<MemIntrinsic>(&writer))
        return !isModOrRefSet(
            aliases.getModRefInfo(&other, MemoryLocation::getForDest(intrinsic)));
    return false;
}

/* An access that cannot fail to a local object that the call cannot reach, or no access at
 * all: it does not matter whether the call returns. */
static bool is_private_beside(AAResults &aliases, Instruction &i, Instruction &call)
{
    auto *seen = dyn_cast<CallInst>(&call);
    if (!seen || isa<IntrinsicInst>(seen) ||
        seen->getFunction()->callsFunctionThatReturnsTwice())
        return false;
    const Value *pointer = getLoadStorePointerOperand(&i);
    if (!pointer)
        return !i.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&i);
    return is_plain(i) && isa<AllocaInst>(getUnderlyingObject(pointer)) &&
           isDereferenceablePointer(pointer, getLoadStoreType(&i),
                                    i.getModule()->getDataLayout()) &&
           !isModOrRefSet(aliases.getModRefInfo(seen, MemoryLocation::get(&i)));
}

bool extra_memory_independent(struct extra_memory *memory, LLVMValueRef first,
                              LLVMValueRef second)
{
    Instruction &a = *unwrap<Instruction>(first), &b = *unwrap<Instruction>(second);
    if (!is_plain(a))
        return is_private_beside(memory->aliases, b, a);
    if (!is_plain(b))
        return is_private_beside(memory->aliases, a, b);
    return no_conflict(memory->aliases, a, b) && no_conflict(memory->aliases, b, a);
}

bool extra_dominates(struct extra_memory *memory, LLVMBasicBlockRef a, LLVMBasicBlockRef b)
{
    return memory->dominators.dominates(unwrap(a), unwrap(b));
}

bool extra_postdominates(struct extra_memory *memory, LLVMBasicBlockRef a,
                         LLVMBasicBlockRef b)
{
    return memory->postdominators.dominates(unwrap(a), unwrap(b));
}

LLVMBasicBlockRef extra_dominator(struct extra_memory *memory, LLVMBasicBlockRef block)
{
    auto *node = memory->dominators.getNode(unwrap(block));
    return node && node->getIDom() ? wrap(node->getIDom()->getBlock()) : nullptr;
}

LLVMBasicBlockRef extra_postdominator(struct extra_memory *memory, LLVMBasicBlockRef block)
{
    auto *node = memory->postdominators.getNode(unwrap(block));
    return node && node->getIDom() ? wrap(node->getIDom()->getBlock()) : nullptr;
}

bool extra_loop_ends(struct extra_memory *memory, LLVMBasicBlockRef block)
{
    Function &function = *unwrap(block)->getParent();
    if (!memory->loops) {
        memory->loops.emplace(memory->dominators);
        memory->scalars.emplace(function, memory->library, memory->assumptions,
                                memory->dominators, *memory->loops);
    }
    Loop *loop = memory->loops->getLoopFor(unwrap(block));
    if (!loop || loop->getHeader() != unwrap(block))
        return true;
    return !isa<SCEVCouldNotCompute>(memory->scalars->getSymbolicMaxBackedgeTakenCount(loop));
}

bool extra_is_pure(LLVMValueRef value)
{
    Instruction &i = *unwrap<Instruction>(value);
    return !isa<PHINode>(i) && !isa<AllocaInst>(i) && !i.isTerminator() &&
           !i.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&i);
}

bool extra_is_safe_access(LLVMValueRef value)
{
    auto *i = unwrap<Instruction>(value);
    const Value *pointer = getLoadStorePointerOperand(i);
    return isDereferenceablePointer(pointer, getLoadStoreType(i), i->getDataLayout());
}

bool extra_is_safe_memory(LLVMValueRef pointer, uint64_t bytes, LLVMValueRef user)
{
    const DataLayout &layout = unwrap<Instruction>(user)->getDataLayout();
    return isDereferenceableAndAlignedPointer(unwrap(pointer), Align(1), APInt(64, bytes),
                                              layout);
}

unsigned extra_known_alignment(LLVMValueRef value)
{
    auto *i = unwrap<Instruction>(value);
    const Value *pointer = getLoadStorePointerOperand(i);
    return pointer
               ? getKnownAlignment(const_cast<Value *>(pointer), i->getDataLayout()).value()
               : 1;
}

unsigned extra_pointer_alignment(LLVMValueRef pointer, LLVMValueRef user)
{
    return getKnownAlignment(unwrap(pointer), unwrap<Instruction>(user)->getDataLayout())
        .value();
}

LLVMBasicBlockRef extra_split(LLVMValueRef value)
{
    Instruction *i = unwrap<Instruction>(value);
    return wrap(SplitBlock(i->getParent(), i));
}

void extra_rename_incoming(LLVMValueRef phi, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    unwrap<PHINode>(phi)->replaceIncomingBlockWith(unwrap(from), unwrap(to));
}

LLVMBasicBlockRef extra_split_edges(LLVMBasicBlockRef block, LLVMBasicBlockRef *predecessors,
                                    size_t count)
{
    return wrap(SplitBlockPredecessors(
        unwrap(block), ArrayRef(reinterpret_cast<BasicBlock **>(predecessors), count),
        ".moved"));
}

static std::string type_text(const DIType *type)
{
    std::string suffix;
    for (; type;) {
        auto *derived = dyn_cast<DIDerivedType>(type);
        if (!derived || derived->getTag() == dwarf::DW_TAG_typedef)
            return type->getName().str() + suffix;
        if (derived->getTag() == dwarf::DW_TAG_pointer_type)
            suffix += "*";
        type = derived->getBaseType();
    }
    return "void" + suffix;
}

static void report_structure(const DICompositeType *type, StringRef name,
                             const struct extra_type_sink *sink)
{
    sink->structure(sink->state, name.str().c_str(), type->getSizeInBits(),
                    type->getTag() == dwarf::DW_TAG_union_type);
    for (const DINode *element : type->getElements())
        if (auto *field = dyn_cast<DIDerivedType>(element))
            sink->field(sink->state, field->getName().str().c_str(),
                        type_text(field->getBaseType()).c_str(), field->getOffsetInBits(),
                        field->getSizeInBits());
}

void extra_types(LLVMModuleRef module, const struct extra_type_sink *sink)
{
    DebugInfoFinder finder;
    finder.processModule(*unwrap(module));
    for (DIType *type : finder.types()) {
        StringRef name = type->getName();
        if (auto *derived = dyn_cast<DIDerivedType>(type))
            if (derived->getTag() == dwarf::DW_TAG_typedef)
                type = derived->getBaseType();
        auto *composite = dyn_cast_or_null<DICompositeType>(type);
        if (!composite || (type->getName() != name && !type->getName().empty()))
            continue;
        if (composite->getTag() == dwarf::DW_TAG_enumeration_type) {
            for (const DINode *element : composite->getElements())
                if (auto *one = dyn_cast<DIEnumerator>(element))
                    sink->enumerator(
                        sink->state, name.str().c_str(), one->getName().str().c_str(),
                        one->getValue().getBitWidth() <= 64 ? one->getValue().getSExtValue()
                                                            : 0);
            continue;
        }
        bool is_structure = composite->getTag() == dwarf::DW_TAG_structure_type ||
                            composite->getTag() == dwarf::DW_TAG_union_type;
        if (is_structure && !name.empty() && !composite->isForwardDecl())
            report_structure(composite, name, sink);
    }
}
