/* Copies and fills of memory that callers see, as single accesses or as loops. */
#include "diff/lockstep/numbers.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;

/* Bytes that are accessed one by one, and likewise where the other version has a loop. */
enum { LONGEST_COPY = 64, LONGEST_BESIDE_LOOP = 16 };

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

/* The widest number that divides length and alignment, of at most so many bytes. */
static Type *piece_of(IRBuilder<> &b, uint64_t length, uint64_t align, uint64_t bytes)
{
    while (length % bytes || align % bytes)
        bytes /= 2;
    return b.getIntNTy((unsigned)(8 * bytes));
}

static uint64_t alignment_of(MemIntrinsic &i)
{
    uint64_t align = i.getDestAlign().valueOrOne().value();
    if (auto *transfer = dyn_cast<MemTransferInst>(&i))
        align = std::min<uint64_t>(align, transfer->getSourceAlign().valueOrOne().value());
    return align;
}

/* A number of this type all of whose bytes are those of the fill. */
static Value *filled(IRBuilder<> &b, MemSetInst &fill, Type *type)
{
    Value *byte = b.CreateZExt(fill.getValue(), type), *all = byte;
    for (unsigned k = 8; k < type->getIntegerBitWidth(); k += 8)
        all = b.CreateOr(b.CreateShl(all, 8), byte);
    return all;
}

static void copy_pieces(MemIntrinsic &i, uint64_t length)
{
    IRBuilder<> b(&i);
    auto *transfer = dyn_cast<MemTransferInst>(&i);
    Type *type = piece_of(b, length, alignment_of(i), 8);
    uint64_t bytes = type->getIntegerBitWidth() / 8;
    std::vector<Value *> content;
    for (uint64_t at = 0; at < length; at += bytes) {
        if (transfer) {
            Value *from = b.CreateConstGEP1_64(b.getInt8Ty(), transfer->getSource(), at);
            content.push_back(b.CreateAlignedLoad(type, from, Align(bytes)));
        } else
            content.push_back(filled(b, cast<MemSetInst>(i), type));
    }
    for (uint64_t at = 0; at < length; at += bytes) {
        Value *to = b.CreateConstGEP1_64(b.getInt8Ty(), i.getDest(), at);
        b.CreateAlignedStore(content[at / bytes], to, Align(bytes));
    }
}

/* A loop from the first piece to the last. Parts that are copied do not overlap, or are the
 * same. */
static void copy_in_loop(MemIntrinsic &i, Type *type)
{
    uint64_t bytes = type->getIntegerBitWidth() / 8;
    auto *copy = dyn_cast<MemCpyInst>(&i);
    BasicBlock *before = i.getParent(), *after = before->splitBasicBlock(&i, "copied");
    LLVMContext &context = before->getContext();
    Function *f = before->getParent();
    BasicBlock *head = BasicBlock::Create(context, "copy.head", f, after),
               *body = BasicBlock::Create(context, "copy.body", f, after);
    IRBuilder<> b(before->getTerminator());
    Type *word = b.getInt64Ty();
    Value *count = b.CreateLShr(b.CreateZExtOrTrunc(i.getLength(), word), Log2_64(bytes));
    Value *content = copy ? nullptr : filled(b, cast<MemSetInst>(i), type);
    before->getTerminator()->setSuccessor(0, head);
    b.SetInsertPoint(head);
    PHINode *at = b.CreatePHI(word, 2);
    b.CreateCondBr(b.CreateICmpULT(at, count), body, after);
    b.SetInsertPoint(body);
    if (copy)
        content =
            b.CreateAlignedLoad(type, b.CreateGEP(type, copy->getSource(), at), Align(bytes));
    b.CreateAlignedStore(content, b.CreateGEP(type, i.getDest(), at), Align(bytes));
    at->addIncoming(b.getInt64(0), before);
    at->addIncoming(b.CreateAdd(at, b.getInt64(1)), body);
    b.CreateBr(head);
}

/* The largest power of two, up to 8, that the length is a multiple of for certain. */
static uint64_t unit_of(Value *length, const DataLayout &layout)
{
    KnownBits known = computeKnownBits(length, layout);
    return 1ull << std::min(3u, known.countMinTrailingZeros());
}

/* How many fills and copies there are, and the widest of the other accesses in bytes: fills
 * of one version may be loops of the other. */
struct style {
    unsigned copies;
    uint64_t widest;
};

static struct style style_of(Function &f)
{
    struct style style = {0, 1};
    const DataLayout &layout = f.getParent()->getDataLayout();
    for (Instruction &i : instructions(f)) {
        style.copies += isa<MemIntrinsic>(i);
        if (isa<StoreInst>(i) && lockstep_leads_outside(getLoadStorePointerOperand(&i)))
            style.widest = std::max<uint64_t>(style.widest,
                                              layout.getTypeStoreSize(getLoadStoreType(&i)));
    }
    style.widest = std::min<uint64_t>(8, PowerOf2Ceil(style.widest));
    return style;
}

static bool has_loop(Function &f)
{
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> edges;
    FindFunctionBackedges(f, edges);
    return !edges.empty();
}

/* LOOPS: the other version has a loop where this one has fewer. */
static void expand(MemIntrinsic &i, int side, const struct style &other, bool loops)
{
    auto *transfer = dyn_cast<MemTransferInst>(&i);
    bool to = lockstep_leads_outside(i.getDest());
    bool from = transfer && lockstep_leads_outside(transfer->getSource());
    if ((!to && !from) || i.isVolatile())
        return;
    auto *copy = dyn_cast<MemCpyInst>(&i);
    if (copy && to && from)
        check_apart(*copy, side);
    auto *length = dyn_cast<ConstantInt>(i.getLength());
    uint64_t most = loops ? LONGEST_BESIDE_LOOP : LONGEST_COPY;
    const DataLayout &layout = i.getModule()->getDataLayout();
    if (length && length->getZExtValue() <= most)
        copy_pieces(i, length->getZExtValue());
    else if (auto *move = dyn_cast<MemMoveInst>(&i)) {
        if (!expandMemMoveAsLoop(move, TargetTransformInfo(layout)))
            return;
    } else {
        IRBuilder<> b(&i);
        uint64_t unit = unit_of(i.getLength(), layout);
        copy_in_loop(i, piece_of(b, unit, alignment_of(i), other.widest));
    }
    i.eraseFromParent();
}

void lockstep_expand_copies(Function *const functions[2])
{
    struct style styles[2] = {style_of(*functions[0]), style_of(*functions[1])};
    bool loop[2] = {has_loop(*functions[0]), has_loop(*functions[1])};
    for (int side = 0; side < 2; side++) {
        std::vector<MemIntrinsic *> all;
        for (Instruction &i : instructions(*functions[side]))
            if (auto *memory = dyn_cast<MemIntrinsic>(&i))
                all.push_back(memory);
        bool loops = loop[!side] && styles[side].copies > styles[!side].copies;
        for (MemIntrinsic *i : all)
            expand(*i, side, styles[!side], loops);
    }
}
