/* Divisions by constants, as compilers and careful authors write them: signed ones by powers
 * of two as shifts, others as a product with a number that is nearly its inverse. A solver
 * takes minutes to see that both are the same; written in one way, they are the same term.
 *
 * Products take the place of divisions only where a function has a product like that already:
 * elsewhere a division says more (its rest is smaller than the divisor). */
#include "diff/lockstep/lockstep_internal.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Support/DivisionByConstantInfo.h"

using namespace llvm;

enum { WIDEST = 32 };
static const uint64_t SMALLEST_INVERSE = 1 << 12;

/* The upper half of the product of two numbers. */
static Value *upper_product(IRBuilder<> &b, Value *x, const APInt &by, bool is_signed)
{
    unsigned bits = x->getType()->getIntegerBitWidth();
    Type *wide = b.getIntNTy(2 * bits);
    Value *left = is_signed ? b.CreateSExt(x, wide) : b.CreateZExt(x, wide);
    APInt right = is_signed ? by.sext(2 * bits) : by.zext(2 * bits);
    return b.CreateTrunc(b.CreateLShr(b.CreateMul(left, b.getInt(right)), bits),
                         x->getType());
}

static Value *unsigned_quotient(IRBuilder<> &b, Value *x, const APInt &by)
{
    auto inverse = UnsignedDivisionByConstantInfo::get(by);
    if (inverse.PreShift)
        x = b.CreateLShr(x, inverse.PreShift);
    Value *q = upper_product(b, x, inverse.Magic, false);
    if (inverse.IsAdd)
        q = b.CreateAdd(b.CreateLShr(b.CreateSub(x, q), 1), q);
    return b.CreateLShr(q, inverse.PostShift);
}

static Value *signed_quotient(IRBuilder<> &b, Value *x, const APInt &by)
{
    auto inverse = SignedDivisionByConstantInfo::get(by);
    Value *q = upper_product(b, x, inverse.Magic, true);
    if (by.isStrictlyPositive() && inverse.Magic.isNegative())
        q = b.CreateAdd(q, x);
    if (by.isNegative() && inverse.Magic.isStrictlyPositive())
        q = b.CreateSub(q, x);
    q = b.CreateAShr(q, inverse.ShiftAmount);
    return b.CreateAdd(q, b.CreateLShr(q, by.getBitWidth() - 1));
}

/* Rounds towards zero: below zero, what the shift drops is added first. */
static Value *signed_shifted(IRBuilder<> &b, Value *x, const APInt &by)
{
    unsigned shift = by.logBase2(), bits = by.getBitWidth();
    Value *rest = b.CreateLShr(b.CreateAShr(x, bits - 1), bits - shift);
    return b.CreateAShr(b.CreateAdd(x, rest), shift);
}

static Value *quotient(IRBuilder<> &b, BinaryOperator &i, const APInt &by, bool inverses)
{
    Value *x = i.getOperand(0);
    bool is_signed = i.getOpcode() == Instruction::SDiv || i.getOpcode() == Instruction::SRem;
    if (by.isZero() || by.isOne() || by.isAllOnes())
        return nullptr;
    if (is_signed && by.isPowerOf2() && !by.isNegative())
        return signed_shifted(b, x, by);
    if (!inverses || by.getBitWidth() > WIDEST || by.isPowerOf2() || by.isMinSignedValue())
        return nullptr;
    return is_signed ? signed_quotient(b, x, by) : unsigned_quotient(b, x, by);
}

/* A product with a large constant of which only the upper part is used. */
bool lockstep_has_inverse(Function &f)
{
    for (Instruction &i : instructions(f)) {
        auto *by = i.getOpcode() == Instruction::Mul ? dyn_cast<ConstantInt>(i.getOperand(1))
                                                     : nullptr;
        if (!by || by->getValue().getActiveBits() > 64 ||
            by->getValue().abs().getZExtValue() < SMALLEST_INVERSE)
            continue;
        for (User *user : i.users())
            if (auto *shift = dyn_cast<BinaryOperator>(user);
                shift && shift->isShift() && shift->getOpcode() != Instruction::Shl)
                return true;
    }
    return false;
}

void lockstep_expand_divisions(Function &f, bool inverses)
{
    std::vector<BinaryOperator *> all;
    for (Instruction &i : instructions(f))
        if (i.isIntDivRem() && isa<ConstantInt>(i.getOperand(1)))
            all.push_back(cast<BinaryOperator>(&i));
    for (BinaryOperator *i : all) {
        IRBuilder<> b(i);
        auto *by = cast<ConstantInt>(i->getOperand(1));
        Value *q = quotient(b, *i, by->getValue(), inverses);
        if (!q)
            continue;
        bool rest =
            i->getOpcode() == Instruction::SRem || i->getOpcode() == Instruction::URem;
        i->replaceAllUsesWith(rest ? b.CreateSub(i->getOperand(0), b.CreateMul(q, by)) : q);
        i->eraseFromParent();
    }
}
