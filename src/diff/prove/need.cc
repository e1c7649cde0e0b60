/* When the result of an instruction is needed. Simplification computes ahead what is harmless to compute: both arms of
 * a choice, or what only a later branch uses. A result that is undefined then matters only if it is chosen and used. */
#include "diff/prove/product_internal.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

static bool is_passing(const CallInst &call)
{
    const Function *callee = call.getCalledFunction();
    if (!callee) return false;
    if (callee->isIntrinsic()) return !call.mayReadOrWriteMemory() && product_is_plain_intrinsic(callee->getIntrinsicID());
    for (const char *marker : {"sooth.amount.", "sooth.divisor.", "sooth.field."})
        if (callee->getName().starts_with(marker)) return true;
    return false;
}

/* The user computes a value from its operands, and no more. */
static bool is_pure(const Instruction &user)
{
    if (auto *call = dyn_cast<CallInst>(&user)) return is_passing(*call);
    return isa<BinaryOperator>(user) || isa<CastInst>(user) || isa<CmpInst>(user) || isa<GetElementPtrInst>(user);
}

static bool is_last(const Instruction &user)
{
    return isa<ReturnInst>(user) || isa<BranchInst>(user) || isa<SwitchInst>(user) || isa<StoreInst>(user) ||
           isa<LoadInst>(user) || (isa<CallBase>(user) && !isa<IntrinsicInst>(user));
}

/* Follows one use as long as each value has one user in the block. */
static product_need follow(Instruction &start, Instruction *user)
{
    product_need need = {false, &start, {}};
    Value *value = &start;
    for (;;) {
        if (user->getParent() != start.getParent() || isa<PHINode>(user)) return need;
        if (auto *choice = dyn_cast<SelectInst>(user); choice && choice->getCondition() != value) {
            if (choice->getTrueValue() != choice->getFalseValue()) {
                need.choices.push_back({choice->getCondition(), choice->getTrueValue() == value});
                need.at = choice;
            }
        } else if (!isa<SelectInst>(user) && !is_pure(*user)) {
            need.certain = is_last(*user);
            return need;
        }
        if (!user->hasOneUse()) return need;
        value = user;
        user = cast<Instruction>(*user->user_begin());
    }
}

product_need product_need_of(Instruction &i)
{
    product_need none = {false, &i, {}};
    for (User *user : i.users()) {
        product_need need = follow(i, cast<Instruction>(user));
        if (need.certain && (need.choices.empty() || i.hasOneUse())) return need;
        if (i.hasOneUse()) return need;
    }
    return none;
}
