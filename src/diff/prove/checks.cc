/* Turns the markers of normalisation into checks. In a watched form (normalise/watch.c) a
 * marker stands wherever an operation may fail or be undefined, even if passes dropped the
 * operation or compute it ahead: the check holds there, and the operation itself needs none.
 */
#include "diff/prove/product_internal.h"

#include <llvm-c/Core.h>

#include "llvm/Analysis/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

bool product_is_marker(StringRef name)
{
    return name.starts_with("sooth.") && !name.starts_with("sooth.never.");
}

bool product_is_check(StringRef name)
{
    return name.starts_with("sooth.check.") || name.starts_with("sooth.overflow.");
}

Value *product_fits(IRBuilder<> &builder, Value *from, unsigned width, bool is_signed)
{
    const fltSemantics &kind = from->getType()->getFltSemantics();
    APFloat above(kind), least(kind), below(kind);
    above.convertFromAPInt(APInt::getOneBitSet(width + 1, is_signed ? width - 1 : width),
                           false, APFloat::rmTowardPositive);
    APInt smallest =
        is_signed ? APInt::getSignedMinValue(width).sext(width + 2) : APInt(width + 2, 0);
    least.convertFromAPInt(smallest, true, APFloat::rmTowardZero);
    bool exact =
        below.convertFromAPInt(smallest - 1, true, APFloat::rmTowardZero) == APFloat::opOK;
    Value *high = builder.CreateFCmpOLT(from, ConstantFP::get(from->getType(), above));
    Value *low = exact ? builder.CreateFCmpOGT(from, ConstantFP::get(from->getType(), below))
                       : builder.CreateFCmpOGE(from, ConstantFP::get(from->getType(), least));
    return builder.CreateAnd(low, high);
}

namespace
{
bool is_met_again(BasicBlock &block)
{
    for (BasicBlock *next : successors(&block))
        if (isPotentiallyReachable(next, &block))
            return true;
    return false;
}

class Lowering final
{
  public:
    Lowering(product &p, int side) : p(p), side(side) {}
    void lower(Function &);

  private:
    void check(IRBuilder<> &, Value *condition);
    void check_overflow(IRBuilder<> &, Intrinsic::ID, CallInst &);
    void check_shift(IRBuilder<> &, CallInst &);
    void check_conversion(IRBuilder<> &, Value *from, unsigned width, bool is_signed);
    void check_division(IRBuilder<> &, unsigned opcode, CallInst &);
    void lower_watch(CallInst &, StringRef kind);
    void lower_access(CallInst &, StringRef kind);
    void lower_marker(CallInst &);
    void look_at(Instruction &);

    product &p;
    int side;
};

FunctionCallee condition_taker(Module &module, const char *name)
{
    LLVMContext &context = module.getContext();
    return module.getOrInsertFunction(
        name, FunctionType::get(Type::getVoidTy(context), {Type::getInt1Ty(context)}, false));
}

void Lowering::check(IRBuilder<> &builder, Value *condition)
{
    builder.CreateCall(
        condition_taker(*p.module, side ? "sooth.check.new" : "sooth.check.old"),
        {condition});
}

void Lowering::check_overflow(IRBuilder<> &builder, Intrinsic::ID id, CallInst &call)
{
    Value *both =
        builder.CreateBinaryIntrinsic(id, call.getArgOperand(0), call.getArgOperand(1));
    Value *fits = builder.CreateNot(builder.CreateExtractValue(both, 1));
    builder.CreateCall(
        condition_taker(*p.module, side ? "sooth.overflow.new" : "sooth.overflow.old"),
        {fits});
    p.overflow[side] = true;
}

/* Bits that are shifted out are those of the sign. */
void Lowering::check_shift(IRBuilder<> &builder, CallInst &call)
{
    Value *value = call.getArgOperand(0), *amount = call.getArgOperand(1);
    Value *back = builder.CreateAShr(builder.CreateShl(value, amount), amount);
    builder.CreateCall(
        condition_taker(*p.module, side ? "sooth.overflow.new" : "sooth.overflow.old"),
        {builder.CreateICmpEQ(back, value)});
    p.overflow[side] = true;
}

void Lowering::check_conversion(IRBuilder<> &builder, Value *from, unsigned width,
                                bool is_signed)
{
    check(builder, product_fits(builder, from, width, is_signed));
}

void Lowering::check_division(IRBuilder<> &builder, unsigned opcode, CallInst &call)
{
    Value *dividend = call.getArgOperand(0), *divisor = call.getArgOperand(1);
    Type *type = divisor->getType();
    check(builder, builder.CreateICmpNE(divisor, Constant::getNullValue(type)));
    if (opcode != Instruction::SDiv && opcode != Instruction::SRem)
        return;
    Value *least =
        ConstantInt::get(type, APInt::getSignedMinValue(type->getIntegerBitWidth()));
    check(builder,
          builder.CreateOr(builder.CreateICmpNE(dividend, least),
                           builder.CreateICmpNE(divisor, Constant::getAllOnesValue(type))));
}

/* KIND.WIDTH */
void Lowering::lower_watch(CallInst &call, StringRef kind)
{
    IRBuilder<> builder(&call);
    Value *value = call.getArgOperand(0);
    auto [word, digits] = kind.split('.');
    unsigned width = 0;
    digits.getAsInteger(10, width);
    if (word == "spare")
        return;
    if (word == "add")
        return check_overflow(builder, Intrinsic::sadd_with_overflow, call);
    if (word == "sub")
        return check_overflow(builder, Intrinsic::ssub_with_overflow, call);
    if (word == "mul")
        return check_overflow(builder, Intrinsic::smul_with_overflow, call);
    if (word == "shl")
        return check_shift(builder, call);
    if (word == "tosigned" || word == "tounsigned")
        return check_conversion(builder, value, width, word == "tosigned");
    if (word == "amount")
        return check(builder,
                     builder.CreateICmpULT(value, ConstantInt::get(value->getType(), width)));
    APInt bad = word == "abs" ? APInt::getSignedMinValue(width) : APInt(width, 0);
    check(builder, builder.CreateICmpNE(value, ConstantInt::get(value->getType(), bad)));
}

/* OPCODE.WIDTH; where memory may be missing, a byte of it is read for certain. */
void Lowering::lower_access(CallInst &call, StringRef kind)
{
    IRBuilder<> builder(&call);
    unsigned opcode = 0; /* of LLVM's C interface */
    kind.split('.').first.getAsInteger(10, opcode);
    if (call.arg_size() == 1)
        builder.CreateLoad(builder.getInt8Ty(), call.getArgOperand(0), true);
    else
        check_division(builder,
                       opcode == LLVMSDiv   ? Instruction::SDiv
                       : opcode == LLVMSRem ? Instruction::SRem
                                            : 0,
                       call);
}

/* A marker call becomes what it stands for. */
void Lowering::lower_marker(CallInst &call)
{
    StringRef name = call.getCalledFunction()->getName();
    IRBuilder<> builder(&call);
    Value *value = nullptr;
    if (name.starts_with("sooth.uninitialised.")) {
        std::string garbage = ("sooth.garbage." + name.substr(20)).str();
        FunctionCallee source =
            p.module->getOrInsertFunction(garbage, FunctionType::get(call.getType(), false));
        value = builder.CreateCall(source, {});
    } else if (name.starts_with("sooth.amount.") || name.starts_with("sooth.divisor.") ||
               name.starts_with("sooth.field.")) {
        value = call.getArgOperand(0);
    } else if (name.starts_with("sooth.watch.")) {
        lower_watch(call, name.substr(12));
    } else if (name.starts_with("sooth.access.")) {
        lower_access(call, name.substr(13));
    } else if (name.starts_with("sooth.unreachable.")) {
        check(builder, builder.getFalse());
    } else if (name.starts_with("sooth.touch.")) {
        if (is_met_again(*call.getParent()))
            p.proof_obstacle = "a local object is born inside a loop";
    } else {
        p.obstacle = "a marker that is not known";
    }
    if (value)
        call.replaceAllUsesWith(value);
    call.eraseFromParent();
}

/* Some intrinsics have no result for one argument if a flag says so: the check stands
 * elsewhere. */
void define_intrinsic(IntrinsicInst &i)
{
    Intrinsic::ID id = i.getIntrinsicID();
    if (id == Intrinsic::ctlz || id == Intrinsic::cttz || id == Intrinsic::abs)
        i.setArgOperand(1, ConstantInt::getFalse(i.getContext()));
}

void Lowering::look_at(Instruction &i)
{
    if (auto *call = dyn_cast<CallBase>(&i)) {
        if (isa<InlineAsm>(call->getCalledOperand()))
            p.obstacle = "inline assembly";
        if (!call->getCalledFunction() && p.obstacle.empty())
            p.obstacle = "a call through a pointer";
        if (isa<CallBrInst>(i))
            p.obstacle = "assembly that jumps";
    }
    if (isa<IndirectBrInst>(i))
        p.obstacle = "a computed jump";
    if (i.isAtomic() || i.isVolatile())
        p.obstacle = "a volatile or atomic access";
    if (i.getType()->isVectorTy())
        p.proof_obstacle = "vectors";
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&i))
        define_intrinsic(*intrinsic);
}

/* free(NULL) does nothing: it is no call that anybody sees. */
std::vector<Instruction *> all_frees(Function &function)
{
    std::vector<Instruction *> list;
    for (Instruction &i : instructions(function)) {
        auto *call = dyn_cast<CallInst>(&i);
        Function *callee = call ? call->getCalledFunction() : nullptr;
        if (callee && callee->isDeclaration() && callee->getName() == "free" &&
            callee->getReturnType()->isVoidTy() && call->arg_size() == 1 &&
            call->getArgOperand(0)->getType()->isPointerTy())
            list.push_back(call);
    }
    return list;
}

void guard_free(Instruction &call)
{
    IRBuilder<> builder(&call);
    Value *there = builder.CreateIsNotNull(cast<CallInst>(call).getArgOperand(0));
    call.moveBefore(SplitBlockAndInsertIfThen(there, &call, false));
}

void Lowering::lower(Function &function)
{
    std::vector<Instruction *> all;
    for (Instruction &i : instructions(function))
        all.push_back(&i);
    for (Instruction *i : all) {
        auto *call = dyn_cast<CallInst>(i);
        Function *callee = call ? call->getCalledFunction() : nullptr;
        if (callee && product_is_marker(callee->getName()))
            lower_marker(*call);
        else
            look_at(*i);
    }
    for (Instruction *i : all_frees(function))
        guard_free(*i);
    for (Instruction &i : instructions(function)) {
        i.dropUnknownNonDebugMetadata();
        i.setDebugLoc(DebugLoc());
    }
    function.setSubprogram(nullptr);
    for (const char *name : {"no-builtins", "sooth-promise", "sooth-code"})
        function.removeFnAttr(name);
}
} // namespace

void product_lower(product &p)
{
    for (Function &function : *p.module)
        Lowering(p, function.getName().starts_with("new.")).lower(function);
}
