/* What a loop of the old version accesses in all its rounds is one object, which does not lie
 * across the end of the address space: `p < end` and `i < n` are the same test then. The
 * induction sees one round at a time, so that it is told at the head of the loop.
 *
 * That is so where the loop is left at its head only, as often as is known before, calls
 * nothing that might not return, and makes the access in each round: once its head is
 * reached, all accesses are made, or something undefined is done. */
#include "diff/lockstep/lockstep_internal.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace
{
enum { LARGEST_STEP = 4096 };

struct extent { /* from START on, COUNT times STEP bytes, SIZE in the last of them */
    const SCEV *start, *count;
    uint64_t step, size;
};

bool is_quiet(const Instruction &i)
{
    auto *call = dyn_cast<CallInst>(&i);
    if (call && call->getCalledFunction() && !call->doesNotReturn() &&
        (product_is_check(call->getCalledFunction()->getName()) || isa<IntrinsicInst>(i)))
        return true;
    return !isa<CallBase>(i);
}

/* Of one access in each round; false: it is not known. */
bool extent_of(Instruction &access, Loop &loop, ScalarEvolution &evolution, extent &e)
{
    Value *pointer = getLoadStorePointerOperand(&access);
    if (pointer && !lockstep_leads_outside(pointer))
        return false; /* to a variable of its own */
    auto *moving = pointer ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(pointer)) : nullptr;
    if (!moving || moving->getLoop() != &loop || !moving->isAffine())
        return false;
    auto *step = dyn_cast<SCEVConstant>(moving->getStepRecurrence(evolution));
    if (!step || !step->getAPInt().isStrictlyPositive() || step->getAPInt().ugt(LARGEST_STEP))
        return false;
    e = {moving->getStart(), evolution.getBackedgeTakenCount(&loop),
         step->getAPInt().getZExtValue(),
         access.getModule()->getDataLayout().getTypeStoreSize(getLoadStoreType(&access))};
    return true;
}

/* At the head of the loop, where rounds begin: nothing of it lives across rounds. */
Value *fits(IRBuilder<> &b, const extent &e, SCEVExpander &expander)
{
    Instruction *at = &*b.GetInsertPoint();
    Type *word = b.getInt64Ty();
    Value *count =
        b.CreateZExtOrTrunc(expander.expandCodeFor(e.count, e.count->getType(), at), word);
    Value *start = expander.expandCodeFor(e.start, e.start->getType(), at);
    Value *from = b.CreatePtrToInt(start, word);
    Value *last = b.CreateMul(b.CreateSub(count, b.getInt64(1)), b.getInt64(e.step));
    Value *end = b.CreateAdd(from, b.CreateAdd(last, b.getInt64(e.size)));
    Value *few = b.CreateICmpULT(count, b.getInt64((1ULL << 62) / LARGEST_STEP));
    return b.CreateOr(b.CreateICmpEQ(count, b.getInt64(0)),
                      b.CreateAnd(few, b.CreateICmpUGE(end, from)));
}

bool is_plain(Loop &loop, ScalarEvolution &evolution)
{
    if (!loop.isInnermost() || !loop.getLoopPreheader() || !loop.getLoopLatch() ||
        loop.getLoopLatch() == loop.getHeader() ||
        loop.getExitingBlock() != loop.getHeader() ||
        isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)))
        return false;
    for (BasicBlock *block : loop.blocks())
        for (Instruction &i : *block)
            if (!is_quiet(i))
                return false;
    return true;
}

void tell(Loop &loop, ScalarEvolution &evolution, const DominatorTree &dominators)
{
    Function &f = *loop.getHeader()->getParent();
    SCEVExpander expander(evolution, f.getParent()->getDataLayout(), "");
    FunctionCallee check = f.getParent()->getOrInsertFunction(
        "sooth.check.old", FunctionType::get(Type::getVoidTy(f.getContext()),
                                             {Type::getInt1Ty(f.getContext())}, false));
    std::vector<extent> told;
    for (BasicBlock *block : loop.blocks())
        for (Instruction &i : *block) {
            extent e;
            if (block == loop.getHeader() ||
                !dominators.dominates(block, loop.getLoopLatch()) ||
                !extent_of(i, loop, evolution, e))
                continue;
            bool known = false;
            for (const extent &other : told)
                known = known || (other.start == e.start && other.size >= e.size);
            if (!known && expander.isSafeToExpand(e.start) &&
                expander.isSafeToExpand(e.count))
                told.push_back(e);
        }
    for (const extent &e : told) {
        IRBuilder<> b(&*loop.getHeader()->getFirstInsertionPt());
        b.CreateCall(check, {fits(b, e, expander)});
    }
}
} // namespace

bool lockstep_compares_pointers(Function &f)
{
    for (Instruction &i : instructions(f)) {
        auto *compare = dyn_cast<ICmpInst>(&i);
        if (compare && compare->getOperand(0)->getType()->isPointerTy() &&
            !isa<ConstantPointerNull>(compare->getOperand(0)) &&
            !isa<ConstantPointerNull>(compare->getOperand(1)))
            return true;
    }
    return false;
}

void lockstep_tell_extents(Function &f)
{
    f.removeFnAttr(Attribute::MustProgress);
    f.removeFnAttr(Attribute::WillReturn);
    for (Instruction &i : instructions(f))
        i.setMetadata(LLVMContext::MD_loop, nullptr);
    DominatorTree dominators(f);
    LoopInfo loops(dominators);
    TargetLibraryInfoImpl names(Triple(f.getParent()->getTargetTriple()));
    TargetLibraryInfo library(names);
    AssumptionCache assumptions(f);
    ScalarEvolution evolution(f, library, assumptions, dominators, loops);
    for (Loop *loop : loops.getLoopsInPreorder())
        if (is_plain(*loop, evolution))
            tell(*loop, evolution, dominators);
}
