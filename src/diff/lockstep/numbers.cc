/* Memory that callers see may overlap in any way and be reached by any pointer: addresses are
 * numbers of 64 bits, and every access is a call whose meaning memory.cc defines. Pointers to
 * local variables and into constants stay pointers as long as they are only used to access
 * these. */
#include "diff/lockstep/numbers.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

#include <set>

using namespace llvm;

namespace
{
enum { ROOT_LOCAL = 1, ROOT_TABLE = 2, ROOT_CALLER = 4 };

/* A constant of known content without pointers in it. */
bool is_table(const GlobalVariable &g)
{
    if (!g.isConstant() || !g.hasInitializer())
        return false;
    Type *type = g.getValueType();
    while (type->isArrayTy())
        type = type->getArrayElementType();
    return type->isIntegerTy() || type->isFloatingPointTy();
}

unsigned roots_of(Value *v, std::set<Value *> &seen)
{
    if (!seen.insert(v).second)
        return 0;
    if (isa<ConstantPointerNull>(v))
        return 0;
    if (isa<AllocaInst>(v))
        return ROOT_LOCAL;
    if (auto *g = dyn_cast<GlobalVariable>(v))
        return is_table(*g) ? ROOT_TABLE : ROOT_CALLER;
    if (auto *gep = dyn_cast<GEPOperator>(v))
        return roots_of(gep->getPointerOperand(), seen);
    if (auto *freeze = dyn_cast<FreezeInst>(v))
        return roots_of(freeze->getOperand(0), seen);
    if (auto *choice = dyn_cast<SelectInst>(v))
        return roots_of(choice->getTrueValue(), seen) |
               roots_of(choice->getFalseValue(), seen);
    unsigned mask = 0;
    if (auto *phi = dyn_cast<PHINode>(v))
        for (Value *in : phi->incoming_values())
            mask |= roots_of(in, seen);
    if (isa<PHINode>(v))
        return mask;
    return ROOT_CALLER;
}

unsigned roots(Value *v)
{
    std::set<Value *> seen;
    return roots_of(v, seen);
}

/* May the address be used as it is? */
bool is_own(Value *pointer)
{
    unsigned mask = roots(pointer);
    return mask == ROOT_LOCAL || mask == ROOT_TABLE;
}

class Numbers final
{
  public:
    Numbers(Function &f, int side, const std::vector<GlobalVariable *> &globals,
            lockstep_addresses &shared, std::string &obstacle)
        : f(f), side(side), globals(globals), shared(shared), obstacle(obstacle),
          module(*f.getParent()), layout(module.getDataLayout()),
          word(Type::getInt64Ty(f.getContext()))
    {
    }
    Function *run();

  private:
    Function *with_numbers();
    Value *number(Value *pointer);
    Value *new_number(Value *pointer);
    Value *of_phi(PHINode *);
    Value *of_global(GlobalVariable *);
    Value *of_load(LoadInst *);
    Value *of_call(CallInst *);
    Value *of_step(GEPOperator *);
    void convert(Instruction &);
    void convert_load(LoadInst &);
    void convert_store(StoreInst &);
    void convert_comparison(ICmpInst &);
    void convert_call(CallInst &);
    Value *as_number(Value *); /* of a value that may be a pointer */
    Value *read(IRBuilder<> &, Value *address, Type *, Align, bool safe);
    void write(IRBuilder<> &, Value *address, Value *, Align, bool safe);
    void touch(IRBuilder<> &, Value *address);
    void assume_valid(IRBuilder<> &, Value *address, Align);
    bool note_size(Type *, Align);
    bool is_safe(Value *pointer, Type *);
    Value *fail(const char *why);
    void look_for_rest();

    Function &f;
    int side;
    const std::vector<GlobalVariable *> &globals;
    lockstep_addresses &shared;
    std::string &obstacle;
    Module &module;
    const DataLayout &layout;
    Type *word;
    Function *result = nullptr;
    std::map<Value *, Value *> known;
    std::vector<Instruction *> dead;
};

Value *Numbers::fail(const char *why)
{
    if (obstacle.empty())
        obstacle = why;
    return UndefValue::get(word);
}

/* ---- the number of a pointer ---- */

Value *Numbers::number(Value *pointer)
{
    auto there = known.find(pointer);
    if (there != known.end())
        return there->second;
    if (isa<ConstantPointerNull>(pointer))
        return ConstantInt::get(word, 0);
    Value *n = new_number(pointer);
    known[pointer] = n;
    return n;
}

Value *Numbers::new_number(Value *pointer)
{
    if (auto *phi = dyn_cast<PHINode>(pointer))
        return of_phi(phi);
    if (auto *global = dyn_cast<GlobalVariable>(pointer))
        return of_global(global);
    if (auto *load = dyn_cast<LoadInst>(pointer))
        return of_load(load);
    if (auto *call = dyn_cast<CallInst>(pointer))
        return of_call(call);
    if (auto *step = dyn_cast<GEPOperator>(pointer))
        return of_step(step);
    if (auto *freeze = dyn_cast<FreezeInst>(pointer))
        return number(freeze->getOperand(0));
    if (auto *from = dyn_cast<IntToPtrInst>(pointer)) {
        IRBuilder<> b(from);
        return b.CreateZExtOrTrunc(from->getOperand(0), word);
    }
    if (auto *choice = dyn_cast<SelectInst>(pointer)) {
        Value *left = number(choice->getTrueValue()),
              *right = number(choice->getFalseValue());
        return IRBuilder<>(choice).CreateSelect(choice->getCondition(), left, right);
    }
    if (isa<AllocaInst>(pointer))
        return fail("the address of a local variable is kept");
    if (isa<Function>(pointer))
        return fail("the address of a function is used");
    return fail("a pointer that cannot be followed");
}

Value *Numbers::of_phi(PHINode *phi)
{
    PHINode *twin =
        PHINode::Create(word, phi->getNumIncomingValues(), "", phi->getIterator());
    known[phi] = twin;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); i++)
        twin->addIncoming(number(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    return twin;
}

/* "old.name" and "new.name" are one name; constants without one of their own are what they
 * hold. */
Value *Numbers::of_global(GlobalVariable *g)
{
    for (size_t i = 0; i < globals.size(); i++)
        if (globals[i] == g)
            return result->getArg(f.arg_size() + i);
    if (!g->isConstant() || !g->hasInitializer())
        return fail("a variable that is not known");
    std::string name = g->hasGlobalUnnamedAddr() ? "" : g->getName().drop_front(4).str();
    auto key = std::make_pair(g->getInitializer(), name);
    uint64_t next = 0x7ffd000000000000ULL + (shared.tables.size() << 32);
    return ConstantInt::get(word, shared.tables.emplace(key, next).first->second);
}

Value *Numbers::of_load(LoadInst *load)
{
    IRBuilder<> b(load);
    Value *pointer = load->getPointerOperand(), *v;
    if (!is_own(pointer))
        v = read(b, number(pointer), word, load->getAlign(), is_safe(pointer, word));
    else if (roots(pointer) == ROOT_LOCAL)
        v = b.CreateAlignedLoad(word, pointer, load->getAlign());
    else
        return fail("a table of pointers");
    dead.push_back(load);
    return v;
}

Value *Numbers::of_step(GEPOperator *step)
{
    Value *base = number(step->getPointerOperand());
    auto *i = dyn_cast<Instruction>(step);
    IRBuilder<> b(i ? i : &*result->getEntryBlock().getFirstInsertionPt());
    return b.CreateAdd(base, emitGEPOffset(&b, layout, step, true));
}

Value *Numbers::as_number(Value *v)
{
    return v->getType()->isPointerTy() ? number(v) : v;
}

/* The call with numbers for pointers: of the function itself, or of what has no body. */
Value *Numbers::of_call(CallInst *call)
{
    Function *callee = call->getCalledFunction();
    if (!callee)
        return fail("a call through a pointer");
    std::vector<Value *> arguments;
    std::vector<Type *> types;
    for (Value *argument : call->args())
        arguments.push_back(as_number(argument));
    Function *target = result;
    if (callee != &f) {
        FunctionType *from = callee->getFunctionType();
        for (Type *type : from->params())
            types.push_back(type->isPointerTy() ? word : type);
        Type *answer = from->getReturnType()->isPointerTy() ? word : from->getReturnType();
        std::string name = callee->getName().str() + ".of.numbers";
        target = dyn_cast<Function>(
            module
                .getOrInsertFunction(name, FunctionType::get(answer, types, from->isVarArg()))
                .getCallee());
    } else {
        for (size_t i = 0; i < globals.size(); i++)
            arguments.push_back(result->getArg(f.arg_size() + i));
    }
    IRBuilder<> b(call);
    CallInst *twin = b.CreateCall(target, arguments);
    twin->setCallingConv(call->getCallingConv());
    AttributeList attributes;
    LLVMContext &context = f.getContext();
    for (unsigned i = 0; i < call->arg_size(); i++)
        for (Attribute::AttrKind kind : {Attribute::SExt, Attribute::ZExt})
            if (call->paramHasAttr(i, kind))
                attributes = attributes.addParamAttribute(context, i, kind);
    if (call->doesNotReturn())
        attributes = attributes.addFnAttribute(context, Attribute::NoReturn);
    twin->setAttributes(attributes);
    if (!call->getType()->isPointerTy())
        call->replaceAllUsesWith(twin);
    dead.push_back(call);
    return twin;
}

/* ---- accesses ---- */

bool Numbers::note_size(Type *type, Align align)
{
    uint64_t bytes = layout.getTypeStoreSize(type);
    bool number = type->isIntegerTy() || type->isFloatTy() || type->isDoubleTy();
    if (!number || (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) ||
        layout.getTypeSizeInBits(type) != 8 * bytes) {
        fail("memory is accessed as neither a number nor a pointer");
        return false;
    }
    shared.unit = (unsigned)std::min<uint64_t>({shared.unit, bytes, align.value()});
    return true;
}

/* Where the old version accesses memory, there is some, and it is aligned. The new one must
 * not need more. */
void Numbers::assume_valid(IRBuilder<> &b, Value *address, Align align)
{
    FunctionCallee check =
        module.getOrInsertFunction(side ? "sooth.check.new" : "sooth.check.old",
                                   FunctionType::get(b.getVoidTy(), {b.getInt1Ty()}, false));
    if (!side)
        b.CreateCall(check, {b.CreateICmpNE(address, ConstantInt::get(word, 0))});
    if (align.value() == 1)
        return;
    Value *rest = b.CreateAnd(address, ConstantInt::get(word, align.value() - 1));
    b.CreateCall(check, {b.CreateICmpEQ(rest, ConstantInt::get(word, 0))});
}

Value *Numbers::read(IRBuilder<> &b, Value *address, Type *type, Align align, bool safe)
{
    if (!note_size(type, align))
        return UndefValue::get(type);
    assume_valid(b, address, align);
    Type *bits = b.getIntNTy((unsigned)layout.getTypeSizeInBits(type));
    std::string name =
        ("sooth.read." + Twine(side) + "." + Twine(bits->getIntegerBitWidth())).str();
    FunctionCallee access = module.getOrInsertFunction(
        name, FunctionType::get(bits, {word, b.getInt1Ty()}, false));
    return b.CreateBitCast(b.CreateCall(access, {address, b.getInt1(safe)}), type);
}

void Numbers::write(IRBuilder<> &b, Value *address, Value *v, Align align, bool safe)
{
    if (!note_size(v->getType(), align))
        return;
    assume_valid(b, address, align);
    Type *bits = b.getIntNTy((unsigned)layout.getTypeSizeInBits(v->getType()));
    std::string name =
        ("sooth.write." + Twine(side) + "." + Twine(bits->getIntegerBitWidth())).str();
    FunctionCallee access = module.getOrInsertFunction(
        name, FunctionType::get(b.getVoidTy(), {word, bits, b.getInt1Ty()}, false));
    b.CreateCall(access, {address, b.CreateBitCast(v, bits), b.getInt1(safe)});
}

void Numbers::touch(IRBuilder<> &b, Value *address)
{
    std::string name = ("sooth.touch." + Twine(side)).str();
    assume_valid(b, address, Align(1));
    b.CreateCall(
        module.getOrInsertFunction(name, FunctionType::get(b.getVoidTy(), {word}, false)),
        {address});
}

/* At a known place inside of a global variable that may be written. */
bool Numbers::is_safe(Value *pointer, Type *type)
{
    APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    auto *g = dyn_cast<GlobalVariable>(
        pointer->stripAndAccumulateConstantOffsets(layout, offset, true));
    if (!g || g->isConstant())
        return false;
    uint64_t size = layout.getTypeAllocSize(g->getValueType());
    return !offset.isNegative() &&
           offset.getZExtValue() + layout.getTypeStoreSize(type) <= size;
}

void Numbers::convert_load(LoadInst &load)
{
    Value *pointer = load.getPointerOperand();
    if (load.getType()->isPointerTy()) {
        number(&load);
        return;
    }
    if (is_own(pointer))
        return;
    IRBuilder<> b(&load);
    if (load.isVolatile())
        touch(b, number(pointer));
    if (!load.use_empty()) /* passes may use what a touch found */
        load.replaceAllUsesWith(read(b, number(pointer), load.getType(), load.getAlign(),
                                     is_safe(pointer, load.getType())));
    dead.push_back(&load);
}

void Numbers::convert_store(StoreInst &store)
{
    Value *pointer = store.getPointerOperand(), *v = store.getValueOperand();
    bool own = is_own(pointer);
    if (own && !v->getType()->isPointerTy())
        return;
    IRBuilder<> b(&store);
    Value *content = as_number(v);
    if (own)
        b.CreateAlignedStore(content, pointer, store.getAlign());
    else
        write(b, number(pointer), content, store.getAlign(),
              is_safe(pointer, content->getType()));
    dead.push_back(&store);
}

void Numbers::convert_comparison(ICmpInst &i)
{
    Value *left = i.getOperand(0), *right = i.getOperand(1);
    if (!left->getType()->isPointerTy())
        return;
    unsigned mask = roots(left) | roots(right);
    if (mask == ROOT_LOCAL || mask == ROOT_TABLE)
        return;
    IRBuilder<> b(&i);
    i.replaceAllUsesWith(b.CreateICmp(i.getPredicate(), number(left), number(right)));
    dead.push_back(&i);
}

void Numbers::convert_call(CallInst &call)
{
    Function *callee = call.getCalledFunction();
    if (callee && callee->getName().starts_with("sooth."))
        return;
    if (callee && callee->isIntrinsic())
        return;
    bool pointers = callee == &f || call.getType()->isPointerTy();
    for (Value *argument : call.args())
        pointers = pointers || argument->getType()->isPointerTy();
    if (pointers && !known.count(&call))
        number(&call);
}

void Numbers::convert(Instruction &i)
{
    if (auto *load = dyn_cast<LoadInst>(&i))
        return convert_load(*load);
    if (auto *store = dyn_cast<StoreInst>(&i))
        return convert_store(*store);
    if (auto *comparison = dyn_cast<ICmpInst>(&i))
        return convert_comparison(*comparison);
    if (auto *call = dyn_cast<CallInst>(&i))
        return convert_call(*call);
    if (auto *cast = dyn_cast<PtrToIntInst>(&i)) {
        IRBuilder<> b(cast);
        cast->replaceAllUsesWith(
            b.CreateZExtOrTrunc(number(cast->getOperand(0)), cast->getType()));
        dead.push_back(cast);
    }
    auto *back = dyn_cast<ReturnInst>(&i);
    if (back && back->getReturnValue() && back->getReturnValue()->getType()->isPointerTy())
        ReturnInst::Create(i.getContext(), number(back->getReturnValue()),
                           back->getIterator()),
            dead.push_back(back);
}

/* Whatever else is done with a pointer to memory of callers is not understood. */
void Numbers::look_for_rest()
{
    for (Instruction &i : instructions(*result)) {
        bool passes_on = isa<GetElementPtrInst>(i) || isa<PHINode>(i) || isa<SelectInst>(i) ||
                         isa<FreezeInst>(i);
        if (passes_on)
            continue;
        for (Value *operand : i.operands())
            if (operand->getType()->isPointerTy() && !isa<Function>(operand) &&
                (roots(operand) & ROOT_CALLER))
                fail("a pointer is used in a way that is not known");
    }
}

/* A function of numbers that takes the body. */
Function *Numbers::with_numbers()
{
    std::vector<Type *> types;
    for (Argument &a : f.args())
        types.push_back(a.getType()->isPointerTy() ? word : a.getType());
    types.insert(types.end(), globals.size(), word);
    Type *answer = f.getReturnType()->isPointerTy() ? word : f.getReturnType();
    Function *twin =
        Function::Create(FunctionType::get(answer, types, false),
                         GlobalValue::InternalLinkage, f.getName() + ".of.numbers", module);
    twin->copyAttributesFrom(&f);
    twin->setAttributes(AttributeList());
    twin->splice(twin->begin(), &f);
    f.setLinkage(GlobalValue::ExternalLinkage);
    IRBuilder<> b(&*twin->getEntryBlock().getFirstInsertionPt());
    for (Argument &a : f.args()) {
        Value *v = twin->getArg(a.getArgNo());
        if (a.getType()->isPointerTy() && !a.use_empty()) {
            Value *number = v;
            v = b.CreateIntToPtr(v, a.getType());
            known[v] = number;
        }
        if (!a.use_empty())
            a.replaceAllUsesWith(v);
    }
    return twin;
}

Function *Numbers::run()
{
    result = with_numbers();
    std::vector<Instruction *> all;
    for (Instruction &i : instructions(*result))
        all.push_back(&i);
    for (Instruction *i : all)
        if (obstacle.empty())
            convert(*i);
    if (!obstacle.empty())
        return result;
    for (Instruction *i : dead) {
        if (!i->getType()->isVoidTy())
            i->replaceAllUsesWith(UndefValue::get(i->getType()));
        i->eraseFromParent();
    }
    for (BasicBlock &block : *result)
        SimplifyInstructionsInBlock(&block);
    std::vector<Instruction *> unused; /* ways through pointers that nothing needs any more */
    for (Instruction &i : instructions(*result))
        if (i.getType()->isPointerTy() && known.count(&i))
            unused.push_back(&i);
    for (Instruction *i : unused)
        i->replaceAllUsesWith(UndefValue::get(i->getType()));
    for (Instruction *i : unused)
        i->eraseFromParent();
    look_for_rest();
    return result;
}
} // namespace

bool lockstep_leads_outside(Value *pointer)
{
    return roots(pointer) & ROOT_CALLER;
}

bool lockstep_is_access(StringRef name)
{
    return name.starts_with("sooth.read.") || name.starts_with("sooth.write.") ||
           name.starts_with("sooth.touch.");
}

bool lockstep_has_pointers(Function &f)
{
    if (f.getReturnType()->isPointerTy())
        return true;
    for (Argument &a : f.args())
        if (a.getType()->isPointerTy() && !a.use_empty())
            return true;
    for (Instruction &i : instructions(f)) {
        bool made = isa<LoadInst>(i) || isa<CallInst>(i) || isa<IntToPtrInst>(i);
        if (made && i.getType()->isPointerTy())
            return true;
    }
    return false;
}

Function *lockstep_numbered(Function &f, int side,
                            const std::vector<GlobalVariable *> &globals,
                            lockstep_addresses &shared, std::string &obstacle)
{
    return Numbers(f, side, globals, shared, obstacle).run();
}
