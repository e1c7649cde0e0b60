/* What both sides start from and must end with: parameters, globals, checks. */
#include "diff/lockstep/lockstep_internal.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

enum { GARBAGE_INPUT = 1000 }; /* its index in runs */

/* The function that gives any value of this type; null: there is none. */
static const char *nondet_name(Type *type)
{
    if (type->isDoubleTy())
        return "__VERIFIER_nondet_double";
    if (type->isFloatTy())
        return "__VERIFIER_nondet_float";
    if (type->isIntegerTy(64))
        return "__VERIFIER_nondet_ulong";
    if (type->isIntegerTy(32))
        return "__VERIFIER_nondet_uint";
    if (type->isIntegerTy(16))
        return "__VERIFIER_nondet_ushort";
    return type->isIntegerTy(8) ? "__VERIFIER_nondet_uchar" : nullptr;
}

Function *Lockstep::nondet(Type *type)
{
    const char *name = nondet_name(type);
    if (!name)
        return nullptr;
    return cast<Function>(
        module->getOrInsertFunction(name, FunctionType::get(type, false)).getCallee());
}

Value *Lockstep::input(IRBuilder<> &b, Type *type, unsigned index)
{
    bool number = type->isDoubleTy() || type->isFloatTy() ||
                  (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
    if (!number)
        return nullptr;
    if (tracing) {
        FunctionCallee source =
            module->getOrInsertFunction("sooth.input", b.getInt64Ty(), b.getInt32Ty());
        Value *word = b.CreateCall(source, {b.getInt32(index)});
        if (type->isDoubleTy())
            return b.CreateBitCast(word, type);
        if (type->isFloatTy())
            return b.CreateBitCast(b.CreateTrunc(word, b.getInt32Ty()), type);
        return b.CreateTrunc(word, type);
    }
    if (type->isIntegerTy() && !nondet(type)) {
        if (type->getIntegerBitWidth() > 64)
            return nullptr;
        return b.CreateTrunc(b.CreateCall(nondet(b.getInt64Ty()), {}), type);
    }
    Function *source = nondet(type);
    return source ? b.CreateCall(source, {}) : nullptr;
}

/* A variable that gets a home (homes.cc) holds anything at first, the same on both sides. */
static bool drop_first_garbage(CallInst &call)
{
    auto *store = call.hasOneUse() ? dyn_cast<StoreInst>(call.user_back()) : nullptr;
    auto *local = store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;
    if (!local || !lockstep_address_leaves(*local) ||
        lockstep_is_in_cycle(*store->getParent()))
        return false;
    store->eraseFromParent();
    call.eraseFromParent();
    return true;
}

/* What an uninitialised variable holds is anything, on each side for itself: both must not
 * depend on it. */
bool Lockstep::replace_garbage(int s)
{
    std::vector<CallInst *> calls;
    for (Instruction &i : instructions(function[s]))
        if (auto *call = dyn_cast<CallInst>(&i);
            call && call->getCalledFunction() &&
            call->getCalledFunction()->getName().starts_with("sooth.garbage."))
            calls.push_back(call);
    for (CallInst *call : calls) {
        if (drop_first_garbage(*call))
            continue;
        IRBuilder<> b(call);
        bool pointer = call->getType()->isPointerTy();
        Value *v = input(b, pointer ? b.getInt64Ty() : call->getType(), GARBAGE_INPUT);
        if (pointer)
            v = b.CreateIntToPtr(v, call->getType());
        if (!v) {
            obstacle = "an uninitialised variable is read that is no number";
            return false;
        }
        call->replaceAllUsesWith(v);
        call->eraseFromParent();
    }
    return true;
}

void Lockstep::inputs(IRBuilder<> &b)
{
    for (Argument &a : function[0]->args()) {
        Value *v = a.getType()->isPointerTy()
                       ? Constant::getNullValue(a.getType()) /* not used */
                       : input(b, a.getType(), a.getArgNo());
        if (!v) {
            obstacle = "a parameter that is no number";
            v = UndefValue::get(a.getType());
        }
        Value *room = IRBuilder<>(&*main->getEntryBlock().begin()).CreateAlloca(a.getType());
        b.CreateStore(v, room);
        arguments.push_back(v);
        shared.push_back({room, a.getType(), ~0u});
    }
    if (numbered && !tracing)
        assume_addresses(b);
}

/* The same content, or as many zeros in another type. */
static bool start_alike(const GlobalVariable &a, const GlobalVariable &b)
{
    if (a.getInitializer() == b.getInitializer())
        return true;
    if (!a.hasInitializer() || !b.hasInitializer())
        return false;
    const DataLayout &layout = a.getParent()->getDataLayout();
    return a.getInitializer()->isNullValue() && b.getInitializer()->isNullValue() &&
           layout.getTypeAllocSize(a.getValueType()) ==
               layout.getTypeAllocSize(b.getValueType());
}

/* Globals are somewhere, aligned, and apart from each other. */
void Lockstep::assume_addresses(IRBuilder<> &b)
{
    size_t first = arguments.size() - homes.size();
    Value *fine = b.getTrue(), *zero = b.getInt64(0);
    auto is_before = [&](size_t i, size_t j) {
        return b.CreateICmpULE(b.CreateAdd(arguments[first + i], b.getInt64(homes[i].size)),
                               arguments[first + j]);
    };
    for (size_t i = 0; i < homes.size(); i++) {
        Value *at = arguments[first + i], *end = b.CreateAdd(at, b.getInt64(homes[i].size));
        uint64_t align = homes[i].align;
        fine = b.CreateAnd(fine,
                           b.CreateAnd(b.CreateICmpNE(at, zero), b.CreateICmpUGT(end, at)));
        fine =
            b.CreateAnd(fine, b.CreateICmpEQ(b.CreateAnd(at, b.getInt64(align - 1)), zero));
        for (size_t j = 0; j < i; j++)
            fine = b.CreateAnd(fine, b.CreateOr(is_before(i, j), is_before(j, i)));
    }
    if (!homes.empty())
        b.CreateCall(
            module->getOrInsertFunction("__VERIFIER_assume", b.getVoidTy(), b.getInt32Ty()),
            {b.CreateZExt(fine, b.getInt32Ty())});
    for (auto &entry : p.globals)
        if (entry.second.variable[0] && entry.second.variable[1] && !entry.second.exported &&
            !start_alike(*entry.second.variable[0], *entry.second.variable[1]))
            obstacle = "a variable that starts with another value";
}

bool Lockstep::globals_are_numbers() const
{
    for (auto &entry : p.globals)
        for (GlobalVariable *g : entry.second.variable)
            if (!g || !(g->getValueType()->isIntegerTy() || g->getValueType()->isFloatTy() ||
                        g->getValueType()->isDoubleTy()))
                return false;
    return true;
}

/* Globals that either version writes or reads hold equal numbers at the start, and must at
 * the end. */
void Lockstep::globals(IRBuilder<> &b, bool at_end)
{
    unsigned index = 100;
    for (auto &entry : p.globals) {
        GlobalVariable *g[2] = {nullptr, nullptr};
        for (int s = 0; s < 2; s++)
            if (entry.second.variable[s])
                g[s] = module->getNamedGlobal(entry.second.variable[s]->getName());
        Type *type = g[0] ? g[0]->getValueType() : g[1]->getValueType();
        bool number = type->isIntegerTy() || type->isDoubleTy() || type->isFloatTy();
        if (!g[0] || !g[1] || !number || g[1]->getValueType() != type) {
            obstacle = "a global variable that is no number";
            return;
        }
        if (!entry.second.exported && g[0]->getInitializer() != g[1]->getInitializer()) {
            obstacle = "a variable that starts with another value";
            return;
        }
        if (!at_end) {
            Value *v = input(b, type, index++);
            for (int s = 0; s < 2; s++) {
                b.CreateStore(v, g[s]);
                code[s].slots.push_back({g[s], type, ~0u});
            }
        } else {
            Value *x = b.CreateLoad(type, g[0]), *y = b.CreateLoad(type, g[1]);
            fail_unless(b, b.CreateICmpEQ(lockstep_word(b, x), lockstep_word(b, y)));
        }
    }
}

/* A call of a small function: an error unless the condition holds. */
void Lockstep::fail_unless(IRBuilder<> &b, Value *condition)
{
    FunctionCallee must = module->getOrInsertFunction(
        "sooth.must", FunctionType::get(b.getVoidTy(), {b.getInt1Ty()}, false));
    b.CreateCall(must, {condition});
}

/* The same in the new version, which may do anything once the old one did what is undefined.
 */
void Lockstep::new_must(IRBuilder<> &b, Value *condition)
{
    FunctionCallee must = module->getOrInsertFunction(
        "sooth.must.new", FunctionType::get(b.getVoidTy(), {b.getInt1Ty()}, false));
    b.CreateCall(must, {condition});
}

static void define(Module &module, StringRef name, const char *then)
{
    Function *f = module.getFunction(name);
    if (!f || !f->isDeclaration())
        return;
    LLVMContext &context = module.getContext();
    f->setLinkage(GlobalValue::InternalLinkage);
    BasicBlock *entry = BasicBlock::Create(context, "", f),
               *bad = BasicBlock::Create(context, "", f),
               *good = BasicBlock::Create(context, "", f);
    IRBuilder<> b(entry);
    if (!then) {
        b.CreateBr(good);
    } else {
        b.CreateCondBr(f->getArg(0), good, bad);
    }
    b.SetInsertPoint(bad);
    if (then && !strcmp(then, "abort")) {
        b.CreateCall(
            module.getOrInsertFunction("__VERIFIER_assume", b.getVoidTy(), b.getInt32Ty()),
            {b.getInt32(0)});
    } else {
        b.CreateCall(module.getOrInsertFunction("reach_error", b.getVoidTy()));
    }
    b.CreateBr(good);
    b.SetInsertPoint(good);
    b.CreateRetVoid();
}

/* Where there are calls: the old version's failure excuses what the new one does after as
 * many calls. */
void Lockstep::define_with_calls(StringRef name, bool old, bool matters)
{
    Function *f = module->getFunction(name);
    if (!f || !f->isDeclaration() || !matters)
        return;
    f->setLinkage(GlobalValue::InternalLinkage);
    BasicBlock *entry = BasicBlock::Create(context, "", f),
               *bad = BasicBlock::Create(context, "", f),
               *act = BasicBlock::Create(context, "", f),
               *other = BasicBlock::Create(context, "", f),
               *good = BasicBlock::Create(context, "", f);
    IRBuilder<> b(entry);
    b.CreateCondBr(f->getArg(0), good, bad);
    b.SetInsertPoint(bad);
    Value *calls = count_at(b, old ? 0 : 1), *limit = b.CreateLoad(b.getInt32Ty(), gone);
    b.CreateCondBr(old ? b.CreateICmpEQ(calls, b.getInt32(0)) : b.CreateICmpULT(calls, limit),
                   act, other);
    b.SetInsertPoint(act);
    if (old)
        b.CreateCall(
            module->getOrInsertFunction("__VERIFIER_assume", b.getVoidTy(), b.getInt32Ty()),
            {b.getInt32(0)});
    else
        b.CreateCall(module->getOrInsertFunction("reach_error", b.getVoidTy()));
    b.CreateBr(good);
    b.SetInsertPoint(other);
    if (old)
        b.CreateStore(b.CreateSelect(b.CreateICmpULT(calls, limit), calls, limit), gone);
    b.CreateBr(good);
    b.SetInsertPoint(good);
    b.CreateRetVoid();
}

/* See Lockstep::doubt. */
static void define_doubt(Module &module, Function *any)
{
    Function *f = module.getFunction("sooth.doubt");
    if (!f || !f->isDeclaration())
        return;
    LLVMContext &context = module.getContext();
    f->setLinkage(GlobalValue::InternalLinkage);
    BasicBlock *entry = BasicBlock::Create(context, "", f),
               *bad = BasicBlock::Create(context, "", f),
               *good = BasicBlock::Create(context, "", f);
    IRBuilder<> b(entry);
    b.CreateCondBr(f->getArg(0), good, bad);
    b.SetInsertPoint(bad);
    Value *told = b.CreateICmpEQ(b.CreateCall(any, {}), f->getArg(1));
    b.CreateCall(
        module.getOrInsertFunction("__VERIFIER_assume", b.getVoidTy(), b.getInt32Ty()),
        {b.CreateZExt(told, b.getInt32Ty())});
    b.CreateCall(module.getOrInsertFunction("reach_error", b.getVoidTy()));
    b.CreateBr(good);
    b.SetInsertPoint(good);
    b.CreateRetVoid();
}

/* The new version came first, and the old one may still do what is undefined: that is asked
 * at the end. */
void Lockstep::note_failures()
{
    Function *f = module->getFunction("sooth.check.new");
    if (!f || !f->isDeclaration())
        return;
    f->setLinkage(GlobalValue::InternalLinkage);
    IRBuilder<> b(BasicBlock::Create(context, "", f));
    Value *already = b.CreateLoad(b.getInt1Ty(), failed);
    b.CreateStore(b.CreateOr(already, b.CreateNot(f->getArg(0))), failed);
    b.CreateRetVoid();
}

void Lockstep::define_checks(lockstep_overflow overflow)
{
    if (tracing)
        return;
    if (swapped)
        note_failures();
    bool excluded = overflow != OVERFLOW_WRAPS, forbidden = overflow == OVERFLOW_FORBIDDEN;
    if (counts) {
        define_with_calls("sooth.check.old", true, true);
        define_with_calls("sooth.check.new", false, true);
        define_with_calls("sooth.overflow.old", true, excluded);
        define_with_calls("sooth.overflow.new", false, forbidden);
        define_with_calls("sooth.must.new", false, true);
    }
    define(*module, "sooth.check.old", "abort");
    define(*module, "sooth.check.new", "error");
    define(*module, "sooth.overflow.old", excluded ? "abort" : nullptr);
    define(*module, "sooth.overflow.new", forbidden ? "error" : nullptr);
    define(*module, "sooth.must.new", "error");
    define(*module, "sooth.must", "error");
    define_doubt(*module, nondet(Type::getInt64Ty(context)));
}
