/* Locals whose address leaves the function, and arrays that live from round to round, become
 * memory like that of callers: at addresses that both sides share, in pairs of one size. What
 * they hold at first is anything, the same for both; what they hold where a call is made or a
 * round ends must be the same. */
#include "diff/lockstep/lockstep_internal.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

static bool is_marker_or_intrinsic(const CallBase &call)
{
    const Function *callee = call.getCalledFunction();
    return callee && (callee->isIntrinsic() || callee->getName().starts_with("sooth."));
}

static bool address_leaves(Value &address, std::set<Value *> &seen)
{
    if (!seen.insert(&address).second)
        return false;
    for (User *user : address.users()) {
        if (isa<LoadInst>(user))
            continue;
        if (auto *store = dyn_cast<StoreInst>(user)) {
            if (store->getValueOperand() == &address)
                return true;
        } else if (auto *call = dyn_cast<CallBase>(user)) {
            if (!is_marker_or_intrinsic(*call))
                return true;
        } else if (isa<PtrToIntInst>(user) || isa<ReturnInst>(user)) {
            return true;
        } else if (isa<PHINode>(user) || isa<SelectInst>(user)) {
            if (lockstep_leads_outside(user) || address_leaves(*user, seen))
                return true;
        } else if (isa<ICmpInst>(user)) {
            for (Value *operand : user->operands())
                if (lockstep_leads_outside(operand))
                    return true;
        } else if (address_leaves(*user, seen)) {
            return true;
        }
    }
    return false;
}

bool lockstep_address_leaves(AllocaInst &local)
{
    std::set<Value *> seen;
    return address_leaves(local, seen);
}

bool lockstep_is_in_cycle(BasicBlock &block)
{
    for (BasicBlock *next : successors(&block))
        if (isPotentiallyReachable(next, &block))
            return true;
    return false;
}

static bool has_loops(Function &f)
{
    DominatorTree dominators(f);
    return !LoopInfo(dominators).empty();
}

/* Locals of one side that need a home. */
static std::vector<AllocaInst *> locals_of(Function &f, bool leaving)
{
    std::vector<AllocaInst *> list;
    for (Instruction &i : f.getEntryBlock()) {
        auto *local = dyn_cast<AllocaInst>(&i);
        if (!local || !local->isStaticAlloca() || local->isArrayAllocation() ||
            isAllocaPromotable(local))
            continue;
        if (lockstep_address_leaves(*local) == leaving)
            list.push_back(local);
    }
    return list;
}

/* It can take the other's place: not smaller, and aligned as much. */
static bool can_replace(const AllocaInst &a, const AllocaInst &b, const DataLayout &layout)
{
    return layout.getTypeAllocSize(a.getAllocatedType()) ==
               layout.getTypeAllocSize(b.getAllocatedType()) &&
           b.getAlign() >= a.getAlign();
}

GlobalVariable *Lockstep::home_of(AllocaInst *local, int s)
{
    Type *type = local->getAllocatedType();
    auto *home = new GlobalVariable(*module, type, false, GlobalValue::InternalLinkage,
                                    Constant::getNullValue(type),
                                    "sooth.home." + Twine(s) + "." + Twine(homes.size()));
    home->setAlignment(local->getAlign());
    local->replaceAllUsesWith(home);
    local->eraseFromParent();
    return home;
}

void Lockstep::house(bool leaving)
{
    const DataLayout &layout = module->getDataLayout();
    std::vector<AllocaInst *> old = locals_of(*function[0], leaving),
                              fresh = locals_of(*function[1], leaving);
    for (AllocaInst *a : old) {
        auto partner =
            find_if(fresh, [&](AllocaInst *b) { return b && can_replace(*a, *b, layout); });
        if (partner == fresh.end())
            continue;
        home h = {{nullptr, nullptr},
                  layout.getTypeAllocSize(a->getAllocatedType()),
                  a->getAlign().value()};
        h.variable[0] = home_of(a, 0);
        h.variable[1] = home_of(*partner, 1);
        *partner = nullptr;
        homes.push_back(h);
    }
}

bool Lockstep::has_arrays_in_rounds()
{
    for (Function *f : function)
        if (whole || !has_loops(*f) || locals_of(*f, false).empty())
            return false;
    return true;
}

void Lockstep::house_locals()
{
    size_t before = homes.size();
    house(true);
    if (has_arrays_in_rounds())
        house(false);
    if (homes.size() > before)
        lockstep_expand_copies(function);
}
