/* Loops in one shape, whatever order authors chose: two loops of equal length that follow
 * each other become one, and a loop that walks down through memory walks up. Rounds of both
 * versions then have something to do with each other.
 *
 * Only where no unknown function is called: what a version does that is undefined may then be
 * met in any order, since nobody sees anything of it before the end. Loops are tested at
 * their heads, have no other exit, and a number of rounds that is known before them.
 *
 * Fused: no access of a later round of the first loop meets one of an earlier round of the
 * second, and the second needs nothing that the first computes. Reversed: rounds access
 * different parts of memory or only read, and all that goes from round to round is a number
 * that changes by a constant or a sum, product, extremum or the like. */
#include "diff/lockstep/lockstep_internal.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace
{
enum { MOST_RESHAPED = 8 };

struct access {
    Instruction *at;
    const SCEV *address;
    uint64_t size;
    bool writes;
};

class Shaper final
{
  public:
    explicit Shaper(Function &f)
        : f(f), dominators(f), loops(dominators),
          library_names(Triple(f.getParent()->getTargetTriple())), library(library_names),
          assumptions(f), evolution(f, library, assumptions, dominators, loops)
    {
    }
    bool reshape(); /* one loop, or two; false: there is nothing to do */

  private:
    bool is_plain(Loop &);
    bool is_check(const Instruction &) const;
    bool collect(Loop &, std::vector<access> &);
    bool head_is_free(Loop &);
    bool are_apart(const access &, const access &, bool later_first);
    Loop *follower(Loop &);
    bool needs(Loop &second, Loop &first, BasicBlock *between);
    bool may_fuse(Loop &first, Loop &second, BasicBlock *between);
    void fuse(Loop &first, Loop &second, BasicBlock *between);
    bool goes_down(const std::vector<access> &, Loop &);
    bool carries_little(Loop &);
    bool may_reverse(Loop &);
    void reverse(Loop &);

    Function &f;
    DominatorTree dominators;
    LoopInfo loops;
    TargetLibraryInfoImpl library_names;
    TargetLibraryInfo library;
    AssumptionCache assumptions;
    ScalarEvolution evolution;
};

bool Shaper::is_check(const Instruction &i) const
{
    auto *call = dyn_cast<CallInst>(&i);
    return call && call->getCalledFunction() &&
           product_is_check(call->getCalledFunction()->getName());
}

/* Tested at its head, left there only, as often as is known before. */
bool Shaper::is_plain(Loop &loop)
{
    return loop.isInnermost() && loop.getLoopPreheader() && loop.getLoopLatch() &&
           loop.getLoopLatch() != loop.getHeader() &&
           loop.getExitingBlock() == loop.getHeader() && loop.getExitBlock() &&
           isa<BranchInst>(loop.getHeader()->getTerminator()) &&
           !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop));
}

/* All accesses; false: something else is done, too. */
bool Shaper::collect(Loop &loop, std::vector<access> &list)
{
    const DataLayout &layout = f.getParent()->getDataLayout();
    for (BasicBlock *block : loop.blocks())
        for (Instruction &i : *block) {
            Value *pointer = getLoadStorePointerOperand(&i);
            if (!pointer && (is_check(i) || !i.mayReadOrWriteMemory()))
                continue;
            if (!pointer || i.isAtomic())
                return false;
            list.push_back({&i, evolution.getSCEV(pointer),
                            layout.getTypeStoreSize(getLoadStoreType(&i)),
                            isa<StoreInst>(i)});
        }
    return true;
}

/* The head is run once more than the rest: it does nothing but compute. */
bool Shaper::head_is_free(Loop &loop)
{
    for (Instruction &i : *loop.getHeader())
        if (i.mayReadOrWriteMemory() || i.mayHaveSideEffects() || i.isIntDivRem())
            return false;
    return true;
}

static const Value *object_of(const access &a)
{
    const Value *object = getUnderlyingObject(getLoadStorePointerOperand(a.at));
    return isIdentifiedObject(object) ? object : nullptr;
}

/* In different rounds the two accesses do not meet. LATER_FIRST: only that of a later round
 * with that of an earlier round of the other matters. */
bool Shaper::are_apart(const access &x, const access &y, bool later_first)
{
    if (!x.writes && !y.writes)
        return true;
    const Value *object[2] = {object_of(x), object_of(y)};
    if (object[0] && object[1] && object[0] != object[1])
        return true;
    auto *left = dyn_cast<SCEVAddRecExpr>(x.address),
         *right = dyn_cast<SCEVAddRecExpr>(y.address);
    if (!left || !right || !left->isAffine() || !right->isAffine())
        return false;
    auto *step = dyn_cast<SCEVConstant>(left->getStepRecurrence(evolution));
    if (!step || step != right->getStepRecurrence(evolution))
        return false;
    auto *distance =
        dyn_cast<SCEVConstant>(evolution.getMinusSCEV(left->getStart(), right->getStart()));
    if (!distance || distance->getAPInt().getSignificantBits() > 32 ||
        step->getAPInt().getSignificantBits() > 32)
        return false;
    int64_t by = step->getAPInt().getSExtValue(), apart = distance->getAPInt().getSExtValue();
    int64_t room = static_cast<int64_t>(std::max(x.size, y.size));
    if (!later_first)
        return apart == 0 && std::abs(by) >= room;
    return by > 0 ? apart + by >= room : apart + by <= -room;
}

/* ---- two loops ---- */

/* The loop right after this one, or null. */
Loop *Shaper::follower(Loop &loop)
{
    BasicBlock *between = loop.getExitBlock();
    if (!between || !between->getSinglePredecessor())
        return nullptr;
    auto *jump = dyn_cast<BranchInst>(between->getTerminator());
    if (!jump || jump->isConditional())
        return nullptr;
    Loop *next = loops.getLoopFor(jump->getSuccessor(0));
    bool follows = next && next != &loop && next->getHeader() == jump->getSuccessor(0) &&
                   next->getLoopPreheader() == between &&
                   next->getParentLoop() == loop.getParentLoop();
    return follows ? next : nullptr;
}

/* The second loop uses something of the first, or of what stands between them. */
bool Shaper::needs(Loop &second, Loop &first, BasicBlock *between)
{
    for (BasicBlock *block : second.blocks())
        for (Instruction &i : *block)
            for (Value *operand : i.operands()) {
                auto *from = dyn_cast<Instruction>(operand);
                if (from && (first.contains(from) || from->getParent() == between))
                    return true;
            }
    return false;
}

/* What is used after the loop is what goes from round to round in it. */
static bool leaves_phis_only(Loop &loop)
{
    for (BasicBlock *block : loop.blocks())
        for (Instruction &i : *block) {
            bool phi = isa<PHINode>(i) && block == loop.getHeader();
            for (User *user : i.users())
                if (!phi && !loop.contains(cast<Instruction>(user)))
                    return false;
        }
    return true;
}

bool Shaper::may_fuse(Loop &first, Loop &second, BasicBlock *between)
{
    if (!is_plain(second) || !head_is_free(first) || !head_is_free(second) ||
        evolution.getBackedgeTakenCount(&first) != evolution.getBackedgeTakenCount(&second))
        return false;
    for (Instruction &i : *between)
        if (!isa<PHINode>(i) && !i.isTerminator())
            return false;
    if (needs(second, first, between) || !leaves_phis_only(second))
        return false;
    std::vector<access> before, after;
    if (!collect(first, before) || !collect(second, after))
        return false;
    for (const access &x : before)
        for (const access &y : after)
            if (!are_apart(x, y, true))
                return false;
    return true;
}

/* The first head decides; what the second carries goes there. After the body of the first
 * comes that of the second. */
void Shaper::fuse(Loop &first, Loop &second, BasicBlock *between)
{
    BasicBlock *head = first.getHeader(), *other = second.getHeader(),
               *before = first.getLoopPreheader(), *latch = first.getLoopLatch(),
               *last = second.getLoopLatch(), *exit = second.getExitBlock();
    BasicBlock *body = cast<BranchInst>(other->getTerminator())->getSuccessor(0);
    if (!second.contains(body))
        body = cast<BranchInst>(other->getTerminator())->getSuccessor(1);
    for (PHINode &phi : head->phis())
        phi.replaceIncomingBlockWith(latch, last);
    for (PHINode &phi : exit->phis())
        phi.replaceIncomingBlockWith(other, between);
    while (auto *phi = dyn_cast<PHINode>(&other->front())) {
        phi->replaceIncomingBlockWith(between, before);
        phi->moveBefore(*head, head->begin());
    }
    latch->getTerminator()->replaceSuccessorWith(head, other);
    last->getTerminator()->replaceSuccessorWith(other, head);
    between->getTerminator()->replaceSuccessorWith(other, exit);
    other->getTerminator()->eraseFromParent();
    BranchInst::Create(body, other);
}

/* ---- one loop ---- */

/* Every access that moves goes down. */
bool Shaper::goes_down(const std::vector<access> &list, Loop &loop)
{
    bool down = false, up = false;
    for (const access &a : list)
        SCEVExprContains(a.address, [&](const SCEV *part) {
            auto *moving = dyn_cast<SCEVAddRecExpr>(part);
            if (!moving || moving->getLoop() != &loop)
                return false;
            auto *step = dyn_cast<SCEVConstant>(moving->getStepRecurrence(evolution));
            bool negative = step && step->getAPInt().isNegative();
            down = down || negative;
            up = up || !negative;
            return true;
        });
    return down && !up;
}

static const SCEVConstant *step_of(PHINode &phi, Loop &loop, ScalarEvolution &evolution)
{
    if (!evolution.isSCEVable(phi.getType()))
        return nullptr;
    auto *moving = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    if (!moving || moving->getLoop() != &loop || !moving->isAffine())
        return nullptr;
    return dyn_cast<SCEVConstant>(moving->getStepRecurrence(evolution));
}

/* What a sum is made with; 0: nothing that may be done in any order. */
static unsigned folding(Instruction &i)
{
    if (auto *extremum = dyn_cast<MinMaxIntrinsic>(&i))
        return Instruction::OtherOpsEnd + extremum->getIntrinsicID();
    switch (i.getOpcode()) {
    case Instruction::Sub:
        return Instruction::Add;
    case Instruction::Add:
    case Instruction::Mul:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
        return i.getOpcode();
    default:
        return 0;
    }
}

/* The values between a sum of one round and that of the next. Each must have been made of the
 * sum by one operation, or be a choice between such. */
static bool follow_sum(Value *v, PHINode &sum, Loop &loop, unsigned &kind,
                       std::set<Value *> &chain)
{
    auto *i = dyn_cast<Instruction>(v);
    if (v == &sum || chain.count(v))
        return true;
    if (!i || !loop.contains(i) || (isa<PHINode>(i) && i->getParent() == loop.getHeader()))
        return false;
    chain.insert(v);
    auto all = [&](auto &&parts) {
        for (Value *part : parts)
            if (!follow_sum(part, sum, loop, kind, chain))
                return false;
        return true;
    };
    if (auto *phi = dyn_cast<PHINode>(i))
        return all(phi->incoming_values());
    if (auto *choice = dyn_cast<SelectInst>(i))
        return all(std::vector<Value *>{choice->getTrueValue(), choice->getFalseValue()});
    unsigned mine = folding(*i);
    if (!mine || (kind && kind != mine))
        return false;
    kind = mine;
    std::set<Value *> left = chain, right = chain;
    if (follow_sum(i->getOperand(0), sum, loop, kind, left)) {
        chain = left;
        return true;
    }
    if (i->getOpcode() == Instruction::Sub ||
        !follow_sum(i->getOperand(1), sum, loop, kind, right))
        return false;
    chain = right;
    return true;
}

/* Nothing in the loop looks at a sum that is not complete. */
static bool is_sum(PHINode &phi, Loop &loop)
{
    unsigned kind = 0;
    std::set<Value *> chain;
    if (!phi.getType()->isIntegerTy() ||
        !follow_sum(phi.getIncomingValueForBlock(loop.getLoopLatch()), phi, loop, kind,
                    chain))
        return false;
    chain.insert(&phi);
    for (Value *v : chain)
        for (User *user : v->users()) {
            auto *i = cast<Instruction>(user);
            auto *choice = dyn_cast<SelectInst>(i);
            if (loop.contains(i) &&
                (!chain.count(i) || (choice && choice->getCondition() == v)))
                return false;
            unsigned uses = 0;
            for (Value *operand : i->operands())
                uses += chain.count(operand) && !isa<PHINode>(i) && !choice;
            if (loop.contains(i) && uses > 1)
                return false; /* with itself */
        }
    return true;
}

bool Shaper::carries_little(Loop &loop)
{
    for (PHINode &phi : loop.getHeader()->phis())
        if (!step_of(phi, loop, evolution) && !is_sum(phi, loop))
            return false;
    return true;
}

bool Shaper::may_reverse(Loop &loop)
{
    std::vector<access> list;
    SCEVExpander expander(evolution, f.getParent()->getDataLayout(), "");
    if (!expander.isSafeToExpand(evolution.getBackedgeTakenCount(&loop)) ||
        !head_is_free(loop) || !leaves_phis_only(loop) || !collect(loop, list) ||
        !goes_down(list, loop) || !carries_little(loop))
        return false;
    for (const access &x : list)
        for (const access &y : list)
            if (!are_apart(x, y, false))
                return false;
    return true;
}

static Value *moved(IRBuilder<> &b, Value *v, Value *by)
{
    if (v->getType()->isPointerTy())
        return b.CreateGEP(b.getInt8Ty(), v, by);
    return b.CreateAdd(v, by);
}

/* What goes by a constant starts where it ended and goes the other way; a counter says when
 * it is over. */
void Shaper::reverse(Loop &loop)
{
    BasicBlock *head = loop.getHeader(), *before = loop.getLoopPreheader(),
               *latch = loop.getLoopLatch();
    SCEVExpander expander(evolution, f.getParent()->getDataLayout(), "");
    IRBuilder<> b(before->getTerminator());
    const SCEV *count = evolution.getBackedgeTakenCount(&loop);
    Value *rounds = expander.expandCodeFor(count, count->getType(), before->getTerminator());
    rounds = b.CreateZExtOrTrunc(rounds, b.getInt64Ty());
    std::vector<std::pair<PHINode *, APInt>> moving;
    for (PHINode &phi : head->phis())
        if (const SCEVConstant *step = step_of(phi, loop, evolution))
            moving.push_back({&phi, step->getAPInt()});
    for (auto &[phi, step] : moving) {
        b.SetInsertPoint(before->getTerminator());
        Type *type = phi->getType()->isPointerTy() ? b.getInt64Ty() : phi->getType();
        Value *start = phi->getIncomingValueForBlock(before);
        Value *by = b.getInt(step.sextOrTrunc(type->getIntegerBitWidth()));
        Value *way = b.CreateMul(b.CreateZExtOrTrunc(rounds, type), by);
        Value *end = moved(b, start, way), *last = moved(b, end, b.CreateNeg(by));
        phi->replaceUsesWithIf(
            end, [&](Use &use) { return !loop.contains(cast<Instruction>(use.getUser())); });
        phi->setIncomingValueForBlock(before, last);
        b.SetInsertPoint(latch->getTerminator());
        phi->setIncomingValueForBlock(latch, moved(b, phi, b.CreateNeg(by)));
    }
    b.SetInsertPoint(&head->front());
    PHINode *counter = b.CreatePHI(b.getInt64Ty(), 2);
    counter->addIncoming(b.getInt64(0), before);
    b.SetInsertPoint(latch->getTerminator());
    counter->addIncoming(b.CreateAdd(counter, b.getInt64(1)), latch);
    auto *jump = cast<BranchInst>(head->getTerminator());
    b.SetInsertPoint(jump);
    bool leaves = !loop.contains(jump->getSuccessor(0));
    jump->setCondition(leaves ? b.CreateICmpEQ(counter, rounds)
                              : b.CreateICmpNE(counter, rounds));
}

bool Shaper::reshape()
{
    for (Loop *loop : loops.getLoopsInPreorder()) {
        if (!is_plain(*loop))
            continue;
        if (may_reverse(*loop)) {
            reverse(*loop);
            return true;
        }
        BasicBlock *between = loop->getExitBlock();
        Loop *next = follower(*loop);
        if (next && may_fuse(*loop, *next, between)) {
            fuse(*loop, *next, between);
            return true;
        }
    }
    return false;
}
} // namespace

/* What analyses may conclude from promises about ends and from arithmetic that must not wrap
 * was made a check before, or is not known. */
void lockstep_drop_promises(Function &f)
{
    f.removeFnAttr(Attribute::MustProgress);
    f.removeFnAttr(Attribute::WillReturn);
    for (Instruction &i : instructions(f)) {
        i.dropPoisonGeneratingFlags();
        i.setMetadata(LLVMContext::MD_loop, nullptr);
    }
}

bool lockstep_reshape(Function &f)
{
    unsigned done = 0;
    lockstep_drop_promises(f);
    lockstep_simplify(f);
    lockstep_drop_promises(f);
    for (; done < MOST_RESHAPED && Shaper(f).reshape(); done++) {
        lockstep_simplify(f);
        lockstep_drop_promises(f);
    }
    return done > 0;
}
