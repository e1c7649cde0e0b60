/* What calloc gives is zero already: storing zeros there does nothing. */
#include "diff/project/llvm_extra.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

static bool is_calloc(const Value *v)
{
    auto *call = dyn_cast<CallInst>(v);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->isDeclaration() && callee->getName() == "calloc" &&
           call->arg_size() == 2 && call->getType()->isPointerTy();
}

static StoreInst *stores_zero(Instruction &i)
{
    auto *store = dyn_cast<StoreInst>(&i);
    auto *zero = store ? dyn_cast<Constant>(store->getValueOperand()) : nullptr;
    if (!zero || !zero->isNullValue() || !store->isSimple())
        return nullptr;
    return is_calloc(getUnderlyingObject(store->getPointerOperand())) ? store : nullptr;
}

bool extra_drop_zeros(LLVMValueRef function)
{
    Function &f = *unwrap<Function>(function);
    std::vector<StoreInst *> stores, idle;
    for (Instruction &i : instructions(f))
        if (StoreInst *store = stores_zero(i))
            stores.push_back(store);
    if (stores.empty())
        return false;
    TargetLibraryInfoImpl names(Triple(f.getParent()->getTargetTriple()));
    TargetLibraryInfo library(names, &f);
    AssumptionCache assumptions(f);
    DominatorTree dominators(f);
    BasicAAResult basic(f.getDataLayout(), f, library, assumptions, &dominators);
    AAResults aliases(library);
    aliases.addAAResult(basic);
    MemorySSA ssa(f, &aliases, &dominators);
    for (StoreInst *store : stores) {
        auto *access = cast<MemoryDef>(ssa.getMemoryAccess(store));
        auto *before = dyn_cast<MemoryDef>(ssa.getWalker()->getClobberingMemoryAccess(
            access->getDefiningAccess(), MemoryLocation::get(store)));
        if (before && before->getMemoryInst() &&
            before->getMemoryInst() == getUnderlyingObject(store->getPointerOperand()))
            idle.push_back(store);
    }
    for (StoreInst *store : idle)
        store->eraseFromParent();
    return !idle.empty();
}
