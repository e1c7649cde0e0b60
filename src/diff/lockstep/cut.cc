/* Cuts each side at the heads of its loops into steps without loops; what lives across a cut
 * is kept in variables. */
#include "diff/lockstep/lockstep_internal.h"

#include "diff/project/llvm_extra.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

enum { MOST_LOOPS = 8 };

/* Passes may do what they like: what is undefined was made a check before. */
static void run_passes(Function &f, const char *text)
{
    struct extra_pipeline *passes = extra_pipeline_new(text);
    if (!passes)
        report_fatal_error("no list of passes");
    extra_pipeline_run(passes, wrap(&f));
    extra_pipeline_free(passes);
}

static const char body_passes[] = "sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>"
                                  ",gvn,simplifycfg,loop-simplify,"
                                  "loop-unroll<full-unroll-max=20>,sccp,instcombine<no-"
                                  "verify-fixpoint>,gvn,adce,simplifycfg,loop-simplify";
static const char path_passes[] = "sroa,early-cse,reassociate,instcombine<no-verify-fixpoint>"
                                  ",gvn,reassociate,instcombine<no-verify-fixpoint>,adce";
static const char main_passes[] = "sroa,instcombine<no-verify-fixpoint>,simplifycfg,gvn";

void lockstep_simplify(Function &f)
{
    run_passes(f, body_passes);
}

void lockstep_rotate(Function &f)
{
    run_passes(f, "loop-simplify,lcssa,loop(loop-rotate),instcombine<no-verify-fixpoint>,gvn,"
                  "simplifycfg,loop-simplify");
}

static size_t loops_of(Function &f)
{
    DominatorTree dominators(f);
    return LoopInfo(dominators).getLoopsInPreorder().size();
}

bool lockstep_unroll(Function &f)
{
    size_t before = loops_of(f);
    lockstep_drop_promises(f);
    if (before)
        run_passes(f, "loop-simplify,lcssa,loop-unroll<O3;full-unroll-max=64;no-partial;"
                      "no-peeling;no-runtime;no-upperbound>,instcombine<no-verify-fixpoint>,"
                      "simplifycfg");
    return loops_of(f) < before;
}

void lockstep_simplify_whole(Function &main)
{
    run_passes(main, main_passes);
}

/* ---- ways through a round ---- */

enum { MOST_WAYS = 48, MOST_WAYS_SIZE = 20000 };

static unsigned ways_to(BasicBlock *block, std::map<BasicBlock *, unsigned> &known)
{
    auto there = known.find(block);
    if (there != known.end())
        return there->second;
    unsigned ways = block->isEntryBlock() ? 1 : 0;
    for (BasicBlock *before : predecessors(block))
        ways = std::min<unsigned>(ways + ways_to(before, known), MOST_WAYS + 1);
    return known[block] = ways;
}

/* A copy of the block for each way to it but one. */
static void split(BasicBlock *block)
{
    std::vector<std::pair<Instruction *, unsigned>> edges;
    for (BasicBlock *before : predecessors(block)) {
        Instruction *end = before->getTerminator();
        for (unsigned i = 0; i < end->getNumSuccessors(); i++)
            if (end->getSuccessor(i) == block && !is_contained(edges, std::make_pair(end, i)))
                edges.push_back({end, i});
    }
    for (size_t n = 1; n < edges.size(); n++) {
        ValueToValueMapTy map;
        BasicBlock *copy = CloneBasicBlock(block, map, "", block->getParent());
        for (Instruction &i : *copy)
            RemapInstruction(&i, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        edges[n].first->setSuccessor(edges[n].second, copy);
    }
}

/* Blocks use what is in variables, not values of other blocks but the first, so copies need
 * no care. On a way of its own most of what is asked is seen without a solver. */
void lockstep_simplify_ways(Function &main)
{
    removeUnreachableBlocks(main);
    std::map<BasicBlock *, unsigned> ways;
    size_t size = 0;
    for (BasicBlock &block : main)
        size += block.size() * ways_to(&block, ways);
    bool few = size <= MOST_WAYS_SIZE;
    for (auto &entry : ways)
        few = few && entry.second <= MOST_WAYS;
    if (!few)
        return lockstep_simplify_whole(main);
    std::vector<BasicBlock *>
        order; /* copies have one way to them, and lead to blocks that come later */
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&main))
        order.push_back(block);
    for (BasicBlock *block : order)
        if (!block->isEntryBlock() && !block->hasNPredecessors(1))
            split(block);
    run_passes(main, path_passes);
    for (BasicBlock &block : main)
        ConstantFoldTerminator(&block, true);
    removeUnreachableBlocks(main);
}

void Lockstep::cut(int s)
{
    DominatorTree dominators(*function[s]);
    LoopInfo info(dominators);
    side_code &c = code[s];
    ReversePostOrderTraversal<Function *> order(function[s]);
    note_comparisons(s);
    if (!info.empty())
        loops = true;
    if (containsIrreducibleCFG<BasicBlock *>(order, info))
        obstacle = "a loop with several entries";
    if (whole)
        return;
    for (BasicBlock *block : order)
        if (info.isLoopHeader(block))
            c.heads.push_back(block);
    if (c.heads.size() > MOST_LOOPS)
        obstacle = "too many loops";
    for (BasicBlock *head : c.heads) {
        Loop *loop = info.getLoopFor(head), *around = loop->getParentLoop();
        unsigned parent = 0;
        for (unsigned k = 0; around && k < c.heads.size(); k++)
            if (c.heads[k] == around->getHeader())
                parent = k + 1;
        c.depth.push_back(loop->getLoopDepth());
        c.parent.push_back(parent);
    }
}

/* How numbers are compared, and whether local variables are still in memory. */
void Lockstep::note_comparisons(int s)
{
    for (Instruction &i : instructions(function[s])) {
        if (i.mayReadOrWriteMemory() && !isa<CallInst>(i))
            accesses = true;
        auto *comparison = dyn_cast<ICmpInst>(&i);
        if (!comparison || comparison->isEquality() ||
            !comparison->getOperand(0)->getType()->isIntegerTy())
            continue;
        unsigned bits = comparison->getOperand(0)->getType()->getIntegerBitWidth();
        (comparison->isSigned() ? compares_signed : compares_unsigned).insert(bits);
    }
}

static bool crosses(Instruction &i)
{
    for (User *user : i.users()) {
        auto *other = cast<Instruction>(user);
        if (other->getParent() != i.getParent() || isa<PHINode>(other))
            return true;
    }
    return false;
}

/* The load that took the place of a phi; null: there is none, or several. */
static LoadInst *reload_of(AllocaInst &room)
{
    LoadInst *found = nullptr;
    for (User *user : room.users()) {
        auto *load = dyn_cast<LoadInst>(user);
        if (load && found)
            return nullptr;
        if (load)
            found = load;
    }
    return found;
}

/* The blocks at whose start the value is there and still needed. */
static std::set<BasicBlock *> blocks_needing(Instruction &i)
{
    std::set<BasicBlock *> needing;
    std::vector<BasicBlock *> open; /* it is needed at their ends, or within them */
    for (Use &use : i.uses()) {
        auto *user = cast<Instruction>(use.getUser());
        auto *phi = dyn_cast<PHINode>(user);
        open.push_back(phi ? phi->getIncomingBlock(use) : user->getParent());
    }
    while (!open.empty()) {
        BasicBlock *block = open.back();
        open.pop_back();
        if (block == i.getParent() || !needing.insert(block).second)
            continue;
        open.insert(open.end(), pred_begin(block), pred_end(block));
    }
    return needing;
}

void Lockstep::demote(int s)
{
    side_code &c = code[s];
    Function &f = *function[s];
    std::map<Instruction *, unsigned> live;
    std::vector<Instruction *> values, merges;
    auto places_of = [&](Instruction &i) {
        std::set<BasicBlock *> reached = blocks_needing(i);
        unsigned set = 0;
        for (unsigned k = 0; k < c.heads.size(); k++)
            if (reached.count(c.heads[k]) || (isa<PHINode>(i) && i.getParent() == c.heads[k]))
                set |= 1u << (k + 1);
        return set;
    };
    BasicBlock::iterator at = f.getEntryBlock().begin();
    while (isa<AllocaInst>(at))
        ++at;
    for (Instruction &i : instructions(f)) {
        if (isa<AllocaInst>(i) && i.getParent() == &f.getEntryBlock())
            continue;
        if (isa<PHINode>(i))
            merges.push_back(&i);
        else if (crosses(i))
            values.push_back(&i);
    }
    for (auto *list : {&values, &merges})
        for (Instruction *i : *list)
            live[i] = places_of(*i);
    Instruction *point = new BitCastInst(Constant::getNullValue(Type::getInt32Ty(context)),
                                         Type::getInt32Ty(context), "", at);
    for (Instruction *i : values) {
        unsigned set = live[i];
        Type *type = i->getType();
        if (AllocaInst *room = DemoteRegToStack(*i, false, point->getIterator()))
            c.slots.push_back({room, type, set});
    }
    for (Instruction *i : merges) {
        unsigned set = live[i], own = 0;
        for (unsigned k = 0; k < c.heads.size(); k++)
            if (c.heads[k] == i->getParent())
                own = 1u << (k + 1);
        Type *type = i->getType();
        AllocaInst *room = DemotePHIToStack(cast<PHINode>(i), point->getIterator());
        if (!room)
            continue;
        LoadInst *again = reload_of(*room); /* its uses may lie after a cut */
        AllocaInst *kept = again && crosses(*again)
                               ? DemoteRegToStack(*again, false, point->getIterator())
                               : nullptr;
        c.slots.push_back({room, type, kept ? set & own : set});
        if (kept && (set & ~own))
            c.slots.push_back({kept, type, set & ~own});
    }
    point->eraseFromParent();
}

/* Moves the blocks of a side into main; every way to a loop head and every return goes to
 * NEXT instead. */
void Lockstep::splice(int s, BasicBlock *next)
{
    side_code &c = code[s];
    Function &f = *function[s];
    IRBuilder<> rooms(&*main->getEntryBlock().begin());
    c.pc = rooms.CreateAlloca(rooms.getInt32Ty());
    if (!f.getReturnType()->isVoidTy())
        c.result = rooms.CreateAlloca(f.getReturnType());
    for (Argument &a : f.args())
        a.replaceAllUsesWith(arguments[a.getArgNo()]);
    std::vector<BasicBlock *> blocks;
    for (BasicBlock &block : f)
        blocks.push_back(&block);
    c.first = &f.getEntryBlock();
    std::vector<AllocaInst *> allocas;
    for (Instruction &i : *c.first)
        if (auto *a = dyn_cast<AllocaInst>(&i))
            allocas.push_back(a);
    main->splice(main->end(), &f);
    for (AllocaInst *a : allocas)
        a->moveBefore(&*main->getEntryBlock().begin());
    for (unsigned k = 0; k < c.heads.size(); k++) {
        BasicBlock *arrive = BasicBlock::Create(context, "", main);
        IRBuilder<> b(arrive);
        b.CreateStore(b.getInt32(k + 1), c.pc);
        b.CreateBr(next);
        for (BasicBlock *block : blocks)
            block->getTerminator()->replaceSuccessorWith(c.heads[k], arrive);
    }
    for (BasicBlock *block : blocks) {
        Instruction *back = block->getTerminator();
        if (!isa<ReturnInst>(back) && !isa<UnreachableInst>(back))
            continue;
        IRBuilder<> b(back);
        /* after a call that does not return, if it is reached at all */
        if (isa<UnreachableInst>(back))
            b.CreateCall(module->getOrInsertFunction(
                             s != swapped ? "sooth.check.new" : "sooth.check.old",
                             FunctionType::get(b.getVoidTy(), {b.getInt1Ty()}, false)),
                         {b.getFalse()});
        else if (c.result)
            b.CreateStore(cast<ReturnInst>(back)->getReturnValue(), c.result);
        b.CreateStore(b.getInt32(LOCKSTEP_DONE), c.pc);
        b.CreateBr(next);
        back->eraseFromParent();
    }
}
