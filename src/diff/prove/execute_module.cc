/* The module of a product as code that can be run: runners for both versions, and calls of
 * external functions that report. */
#include "diff/prove/execute_internal.h"
#include "diff/prove/machine.h"
#include "diff/project/llvm_extra.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <set>

using namespace llvm;

namespace
{
Value *as_word(IRBuilder<> &builder, Value *v)
{
    Type *word = builder.getInt64Ty(), *type = v->getType();
    if (auto *string = dyn_cast<GlobalVariable>(v->stripPointerCasts()))
        if (string->isConstant() && string->hasInitializer())
            if (auto *data = dyn_cast<ConstantDataSequential>(string->getInitializer()))
                return builder.getInt64(hash_value(data->getRawDataValues()) & 0xffffffff);
    if (type->isPointerTy())
        return builder.CreatePtrToInt(v, word);
    if (type->isDoubleTy())
        return builder.CreateBitCast(v, word);
    if (type->isFloatTy())
        return builder.CreateZExt(builder.CreateBitCast(v, builder.getInt32Ty()), word);
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
        return builder.CreateZExt(v, word);
    return builder.getInt64(0);
}

Value *from_word(IRBuilder<> &builder, Value *word, Type *type)
{
    if (type->isPointerTy())
        return Constant::getNullValue(type);
    if (type->isDoubleTy())
        return builder.CreateSIToFP(word, type);
    if (type->isFloatTy())
        return builder.CreateSIToFP(word, type);
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
        return builder.CreateTrunc(word, type);
    return Constant::getNullValue(type);
}

void replace_call(Module &module, CallInst *call, unsigned id)
{
    IRBuilder<> builder(call);
    Type *word = builder.getInt64Ty();
    Value *room = IRBuilder<>(&*call->getFunction()->getEntryBlock().begin())
                      .CreateAlloca(word, builder.getInt32(call->arg_size() + 1));
    for (unsigned i = 0; i < call->arg_size(); i++)
        builder.CreateStore(as_word(builder, call->getArgOperand(i)),
                            builder.CreateConstGEP1_64(word, room, i));
    FunctionCallee report = module.getOrInsertFunction(
        "sooth.event", word, builder.getInt32Ty(), builder.getInt32Ty(), builder.getPtrTy());
    Value *answer = builder.CreateCall(
        report, {builder.getInt32(id), builder.getInt32(call->arg_size()), room});
    if (call->doesNotReturn())
        builder.CreateCall(module.getOrInsertFunction("sooth.exit", builder.getVoidTy()));
    if (!call->getType()->isVoidTy())
        call->replaceAllUsesWith(from_word(builder, answer, call->getType()));
    call->eraseFromParent();
}

/* Calls of external functions become events; false if something else is done with one. */
bool replace_externals(Module &module)
{
    unsigned id = 0;
    std::vector<Function *> functions;
    for (Function &f : module)
        functions.push_back(&f);
    for (Function *f : functions) {
        id++;
        if (!f->isDeclaration() || f->isIntrinsic() || product_is_marker(f->getName()))
            continue;
        if (product_is_library(*f))
            continue;
        while (!f->use_empty()) {
            auto *call = dyn_cast<CallInst>(f->user_back());
            if (!call || call->getCalledOperand() != f)
                return false;
            replace_call(module, call, id);
        }
    }
    return true;
}

void define_garbage(Module &module)
{
    LLVMContext &context = module.getContext();
    for (Function &f : module) {
        if (!f.isDeclaration() || !f.getName().starts_with("sooth.garbage."))
            continue;
        IRBuilder<> builder(BasicBlock::Create(context, "", &f));
        Value *source = module.getOrInsertGlobal("sooth.source", builder.getInt64Ty());
        Type *type = f.getReturnType();
        Value *word = builder.CreateLoad(builder.getInt64Ty(), source);
        if (type->isDoubleTy())
            word = builder.CreateBitCast(word, type);
        else
            word = type->isPointerTy() ? builder.CreateIntToPtr(word, type)
                                       : from_word(builder, word, type);
        builder.CreateRet(word);
    }
}

/* The arithmetic that the check is about, where it comes after the check. */
void trust_operation(WithOverflowInst &checked, const DominatorTree &dominators)
{
    Value *left = checked.getLHS(), *right = checked.getRHS();
    Value *varies = isa<Constant>(left) ? right : left;
    for (User *user : varies->users()) {
        auto *i = dyn_cast<BinaryOperator>(user);
        if (!i || i->getOpcode() != checked.getBinaryOp() ||
            !dominators.dominates(&checked, i))
            continue;
        bool swapped = i->isCommutative() && i->getOperand(0) == right;
        if (i->getOperand(swapped) == left && i->getOperand(!swapped) == right)
            i->setHasNoSignedWrap(true);
    }
}

/* The new version is run as a compiler may read it, which relies on signed arithmetic that
 * does not overflow: a test for overflow that comes too late is gone, as in the field. */
void trust_arithmetic(Module &module)
{
    Function *check = module.getFunction("sooth.overflow.new");
    std::set<Function *> trusted;
    if (!check)
        return;
    for (User *user : check->users()) {
        auto *call = cast<CallInst>(user);
        auto *fits = dyn_cast<Instruction>(call->getArgOperand(0));
        auto *flag = fits ? dyn_cast<ExtractValueInst>(fits->getOperand(0)) : nullptr;
        auto *checked =
            flag ? dyn_cast<WithOverflowInst>(flag->getAggregateOperand()) : nullptr;
        if (!checked)
            continue;
        trust_operation(*checked, DominatorTree(*call->getFunction()));
        trusted.insert(call->getFunction());
    }
    while (!check->use_empty())
        cast<CallInst>(check->user_back())->eraseFromParent();
    struct extra_pipeline *passes = extra_pipeline_new(
        "early-cse,instcombine<no-verify-fixpoint>,correlated-propagation,"
        "constraint-elimination,instcombine<no-verify-fixpoint>,simplifycfg");
    for (Function *f : trusted)
        extra_pipeline_run(passes, wrap(f));
    extra_pipeline_free(passes);
}

/* --- bounds --- */

/* The size of the local or global variable that the pointer is computed from; 0: there is not
 * one, or the access is at a fixed place. */
uint64_t size_behind(const Value *pointer, const Value *base, const DataLayout &layout)
{
    if (pointer->stripInBoundsConstantOffsets() == base)
        return 0;
    if (auto *local = dyn_cast<AllocaInst>(base)) {
        std::optional<TypeSize> size = local->getAllocationSize(layout);
        return size && !size->isScalable() ? size->getFixedValue() : 0;
    }
    auto *global = dyn_cast<GlobalVariable>(base);
    return global && global->hasInitializer()
               ? layout.getTypeAllocSize(global->getValueType())
               : 0;
}

void check_access(Module &module, Instruction &i, const char *check)
{
    const DataLayout &layout = module.getDataLayout();
    Value *pointer = const_cast<Value *>(getLoadStorePointerOperand(&i));
    Value *base = pointer ? getUnderlyingObject(pointer, 0) : nullptr;
    uint64_t size = base ? size_behind(pointer, base, layout) : 0;
    if (!size)
        return;
    uint64_t bytes = layout.getTypeStoreSize(getLoadStoreType(&i));
    IRBuilder<> builder(&i);
    Type *word = builder.getInt64Ty();
    Value *offset = builder.CreateSub(builder.CreatePtrToInt(pointer, word),
                                      builder.CreatePtrToInt(base, word));
    Value *inside = bytes > size
                        ? builder.getFalse()
                        : builder.CreateICmpULE(offset, builder.getInt64(size - bytes));
    FunctionCallee callee =
        module.getOrInsertFunction(check, builder.getVoidTy(), builder.getInt1Ty());
    builder.CreateCall(callee, {inside});
}

/* What lies beside a variable differs between two builds, and says nothing about versions. */
void check_bounds(Module &module)
{
    for (Function &f : module) {
        const char *check =
            f.getName().starts_with("new.") ? "sooth.check.new" : "sooth.check.old";
        std::vector<Instruction *> accesses;
        for (Instruction &i : instructions(f))
            if (isa<LoadInst>(i) || isa<StoreInst>(i))
                accesses.push_back(&i);
        for (Instruction *i : accesses)
            check_access(module, *i, check);
    }
}

/* What locals hold before they are written: garbage, the same in both versions. */
void fill_locals(Module &module)
{
    enum { MOST = 1 << 16 };
    const DataLayout &layout = module.getDataLayout();
    Constant *source =
        module.getOrInsertGlobal("sooth.source", Type::getInt64Ty(module.getContext()));
    std::vector<AllocaInst *> locals;
    for (Function &f : module)
        for (Instruction &i : instructions(f))
            if (auto *local = dyn_cast<AllocaInst>(&i))
                locals.push_back(local);
    for (AllocaInst *local : locals) {
        std::optional<TypeSize> size = local->getAllocationSize(layout);
        if (!size || size->isScalable() || size->getFixedValue() > MOST)
            continue;
        IRBuilder<> builder(local->getNextNode());
        Value *word = builder.CreateLoad(builder.getInt64Ty(), source);
        builder.CreateMemSet(local, builder.CreateTrunc(word, builder.getInt8Ty()),
                             size->getFixedValue(), local->getAlign());
    }
}

void add_runner(Module &module, Function *target, const char *name)
{
    LLVMContext &context = module.getContext();
    Type *pointer = PointerType::getUnqual(context);
    Function *runner = Function::Create(
        FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false),
        GlobalValue::ExternalLinkage, name, module);
    IRBuilder<> builder(BasicBlock::Create(context, "", runner));
    std::vector<Value *> arguments;
    for (Argument &a : target->args()) {
        Value *slot =
            builder.CreateConstGEP1_64(builder.getInt64Ty(), runner->getArg(0), a.getArgNo());
        arguments.push_back(builder.CreateLoad(a.getType(), slot));
    }
    Value *result = builder.CreateCall(target, arguments);
    if (!result->getType()->isVoidTy())
        builder.CreateStore(result, runner->getArg(1));
    builder.CreateRetVoid();
}
} // namespace

std::unique_ptr<Module> execute_prepared(const product &p)
{
    std::unique_ptr<Module> module = CloneModule(*p.module);
    check_bounds(*module);
    fill_locals(*module);
    for (int side = 0; side < 2; side++)
        add_runner(*module, module->getFunction(p.function[side]->getName()),
                   side ? "sooth.run.new" : "sooth.run.old");
    if (!replace_externals(*module))
        return nullptr;
    define_garbage(*module);
    if (p.trusting)
        trust_arithmetic(*module);
    for (GlobalVariable &g : module->globals())
        if (!g.isConstant() && !g.isDeclaration())
            g.setLinkage(GlobalValue::ExternalLinkage);
    return module;
}

void execute_mark_blocks(Module &module)
{
    LLVMContext &context = module.getContext();
    Type *byte = Type::getInt8Ty(context);
    Constant *seen = module.getOrInsertGlobal("sooth.seen", byte);
    uint64_t index = 0;
    for (Function &f : module)
        for (BasicBlock &block : f) {
            IRBuilder<> builder(&block, block.getFirstInsertionPt());
            Value *at = builder.CreateConstGEP1_64(byte, seen, index++ % EXECUTE_SEEN);
            builder.CreateStore(builder.getInt8(1), at);
        }
}

/* The module with the hosts that it calls, as machine code; null if it cannot be. */
std::unique_ptr<orc::LLJIT> execute_start(Module &module,
                                          const std::vector<execute_host> &hosts)
{
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    SmallVector<char, 0> bytes;
    raw_svector_ostream stream(bytes);
    WriteBitcodeToFile(module, stream);
    auto context = std::make_unique<LLVMContext>();
    auto copy = parseBitcodeFile(
        MemoryBufferRef(StringRef(bytes.data(), bytes.size()), "product"), *context);
    auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(0);
    auto jit = orc::LLJITBuilder().create();
    if (!copy || !process || !jit) {
        consumeError(copy.takeError());
        consumeError(process.takeError());
        consumeError(jit.takeError());
        return nullptr;
    }
    orc::SymbolMap map;
    for (const execute_host &host : hosts)
        map[(*jit)->getExecutionSession().intern(host.name)] = {
            orc::ExecutorAddr::fromPtr(host.address), JITSymbolFlags::Exported};
    orc::JITDylib &library = (*jit)->getMainJITDylib();
    library.addGenerator(std::move(*process));
    Error error = joinErrors(
        library.define(orc::absoluteSymbols(std::move(map))),
        (*jit)->addIRModule(orc::ThreadSafeModule(std::move(*copy), std::move(context))));
    bool failed = !!error;
    consumeError(std::move(error));
    if (failed)
        return nullptr;
    return std::move(*jit);
}
