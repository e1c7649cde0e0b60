/* Copies and fills of memory that callers see, as single accesses or as loops. */
#include "diff/lockstep/numbers.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;

enum { LONGEST_COPY = 64 }; /* bytes that are accessed one by one */

/* Two parts of memory that a copy must not let overlap. */
static void check_apart(MemCpyInst &copy, int side)
{
    IRBuilder<> b(&copy);
    Module &module = *copy.getModule();
    Type *word = b.getInt64Ty();
    Value *to = b.CreatePtrToInt(copy.getDest(), word),
          *from = b.CreatePtrToInt(copy.getSource(), word);
    Value *length = b.CreateZExtOrTrunc(copy.getLength(), word);
    Value *apart =
        b.CreateOr(b.CreateICmpUGE(b.CreateSub(to, from), length), b.CreateICmpEQ(to, from));
    Value *before =
        b.CreateOr(b.CreateICmpUGE(b.CreateSub(from, to), length), b.CreateICmpEQ(to, from));
    FunctionCallee check =
        module.getOrInsertFunction(side ? "sooth.check.new" : "sooth.check.old",
                                   FunctionType::get(b.getVoidTy(), {b.getInt1Ty()}, false));
    b.CreateCall(check, {apart});
    b.CreateCall(check, {before});
}

/* The widest number that divides length and alignment. */
static Type *piece_of(IRBuilder<> &b, uint64_t length, uint64_t align)
{
    uint64_t bytes = 8;
    while (length % bytes || align % bytes)
        bytes /= 2;
    return b.getIntNTy((unsigned)(8 * bytes));
}

static void copy_pieces(MemIntrinsic &i, uint64_t length)
{
    IRBuilder<> b(&i);
    auto *transfer = dyn_cast<MemTransferInst>(&i);
    uint64_t align = i.getDestAlign().valueOrOne().value();
    if (transfer)
        align = std::min<uint64_t>(align, transfer->getSourceAlign().valueOrOne().value());
    Type *type = piece_of(b, length, align);
    uint64_t bytes = type->getIntegerBitWidth() / 8;
    std::vector<Value *> content;
    for (uint64_t at = 0; at < length; at += bytes) {
        if (transfer) {
            Value *from = b.CreateConstGEP1_64(b.getInt8Ty(), transfer->getSource(), at);
            content.push_back(b.CreateAlignedLoad(type, from, Align(bytes)));
        } else {
            Value *byte = b.CreateZExt(cast<MemSetInst>(i).getValue(), type), *all = byte;
            for (uint64_t k = 1; k < bytes; k++)
                all = b.CreateOr(b.CreateShl(all, 8), byte);
            content.push_back(all);
        }
    }
    for (uint64_t at = 0; at < length; at += bytes) {
        Value *to = b.CreateConstGEP1_64(b.getInt8Ty(), i.getDest(), at);
        b.CreateAlignedStore(content[at / bytes], to, Align(bytes));
    }
}

void lockstep_expand_copies(Function &f, int side)
{
    std::vector<MemIntrinsic *> all;
    for (Instruction &i : instructions(f))
        if (auto *memory = dyn_cast<MemIntrinsic>(&i))
            all.push_back(memory);
    TargetTransformInfo costs(f.getParent()->getDataLayout());
    for (MemIntrinsic *i : all) {
        auto *transfer = dyn_cast<MemTransferInst>(i);
        bool to = lockstep_leads_outside(i->getDest());
        bool from = transfer && lockstep_leads_outside(transfer->getSource());
        if ((!to && !from) || i->isVolatile())
            continue;
        bool numbers = !transfer || (to && from);
        auto *copy = dyn_cast<MemCpyInst>(i);
        if (copy && numbers)
            check_apart(*copy, side);
        auto *length = dyn_cast<ConstantInt>(i->getLength());
        if (length && length->getZExtValue() <= LONGEST_COPY)
            copy_pieces(*i, length->getZExtValue());
        else if (copy)
            expandMemCpyAsLoop(copy, costs);
        else if (auto *move = dyn_cast<MemMoveInst>(i);
                 move && !expandMemMoveAsLoop(move, costs))
            continue;
        else if (auto *fill = dyn_cast<MemSetInst>(i))
            expandMemSetAsLoop(fill);
        i->eraseFromParent();
    }
}
