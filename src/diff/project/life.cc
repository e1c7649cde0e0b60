/* Locals that end in the middle of a function while their address may still be used, and
 * those that begin anew in a loop with what they held lost: read off the code as clang emits
 * it, before any pass, where variables are memory and llvm.lifetime says where blocks end. */
#include "diff/project/llvm_extra.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/TargetParser/Triple.h"

#include <set>

using namespace llvm;

namespace
{
bool is_life(const Instruction &i, const Value *object, Intrinsic::ID id)
{
    auto *call = dyn_cast<IntrinsicInst>(&i);
    return call && call->getIntrinsicID() == id && call->arg_size() == 2 &&
           call->getArgOperand(1)->stripPointerCasts() == object;
}

/* Where an address of the object may be: in variables that are only loaded and stored, or
 * anywhere. */
struct leak {
    std::set<const AllocaInst *> holders;
    bool anywhere = false;
};

class Lives final
{
  public:
    explicit Lives(const Function &f)
        : f(f), library(Triple(f.getParent()->getTargetTriple()))
    {
    }

    unsigned count() const
    {
        unsigned outlived = 0;
        for (const Instruction &i : instructions(f))
            if (auto *object = dyn_cast<AllocaInst>(&i))
                outlived += is_outlived(*object) || is_reborn(*object);
        return outlived;
    }

  private:
    /* A function of the C library that keeps no pointer and gives none back. */
    bool forgets(const CallBase &call) const
    {
        const Function *callee = call.getCalledFunction();
        if (!callee)
            return false;
        if (callee->isIntrinsic())
            return true;
        LibFunc which;
        if (!callee->isDeclaration() || !library.getLibFunc(callee->getName(), which))
            return false;
        return !callee->getReturnType()->isPointerTy() && which != LibFunc_setbuf &&
               which != LibFunc_setvbuf && which != LibFunc_qsort;
    }

    /* Only loaded from, stored to, and marked. */
    static bool is_plain_variable(const Value *v)
    {
        if (!isa<AllocaInst>(v))
            return false;
        for (const User *user : v->users()) {
            auto *store = dyn_cast<StoreInst>(user);
            bool written = store && store->getValueOperand() != v;
            if (!written && !isa<LoadInst>(user) && !isa<LifetimeIntrinsic>(user))
                return false;
        }
        return true;
    }

    void follow(const Value *address, leak &found) const
    {
        for (const User *user : address->users()) {
            if (isa<LoadInst>(user) || isa<ICmpInst>(user) || isa<LifetimeIntrinsic>(user))
                continue;
            if (isa<GetElementPtrInst>(user)) {
                follow(user, found);
                continue;
            }
            auto *store = dyn_cast<StoreInst>(user);
            if (store && store->getValueOperand() != address)
                continue;
            if (store && is_plain_variable(store->getPointerOperand()))
                found.holders.insert(cast<AllocaInst>(store->getPointerOperand()));
            else if (auto *call = dyn_cast<CallBase>(user); !call || !forgets(*call))
                found.anywhere = true;
        }
    }

    bool may_use(const Instruction &i, const leak &found,
                 const std::set<const AllocaInst *> &holders) const
    {
        if (auto *load = dyn_cast<LoadInst>(&i)) {
            auto *from = dyn_cast<AllocaInst>(load->getPointerOperand());
            if (from && holders.count(from))
                return true;
        }
        if (!found.anywhere)
            return false;
        if (auto *call = dyn_cast<CallBase>(&i))
            return !forgets(*call);
        const Value *pointer = getLoadStorePointerOperand(&i);
        return pointer && !isa<AllocaInst>(pointer->stripInBoundsOffsets()) &&
               !isa<GlobalValue>(pointer->stripInBoundsOffsets());
    }

    struct place {
        const Instruction *next;
        std::set<const AllocaInst *> holders; /* that still hold the address */
    };

    /* From an end of the object on, until it begins again. */
    bool is_used_after(const AllocaInst &object, const Instruction &end,
                       const leak &found) const
    {
        std::vector<place> work = {{end.getNextNode(), found.holders}};
        std::set<std::pair<const BasicBlock *, std::set<const AllocaInst *>>> seen;
        while (!work.empty()) {
            place at = work.back();
            work.pop_back();
            const Instruction *i = at.next;
            for (; i; i = i->getNextNode()) {
                if (is_life(*i, &object, Intrinsic::lifetime_start))
                    break;
                if (may_use(*i, found, at.holders))
                    return true;
                if (auto *store = dyn_cast<StoreInst>(i))
                    at.holders.erase(dyn_cast<AllocaInst>(store->getPointerOperand()));
                if (auto *life = dyn_cast<LifetimeIntrinsic>(i))
                    at.holders.erase(
                        dyn_cast<AllocaInst>(life->getArgOperand(1)->stripPointerCasts()));
                if (!i->isTerminator())
                    continue;
                for (const BasicBlock *next : successors(i->getParent()))
                    if (seen.insert({next, at.holders}).second)
                        work.push_back({&next->front(), at.holders});
            }
        }
        return false;
    }

    /* The bytes of the object that I fills with something of its own; 0: it does not. */
    uint64_t filled(const Instruction &i, const AllocaInst &object,
                    std::set<int64_t> &offsets) const
    {
        const DataLayout &layout = f.getDataLayout();
        auto *store = dyn_cast<StoreInst>(&i);
        auto *copy = dyn_cast<MemIntrinsic>(&i);
        if (!store && !copy)
            return 0;
        const Value *to = store ? store->getPointerOperand() : copy->getDest();
        APInt offset(layout.getIndexTypeSizeInBits(to->getType()), 0);
        if (to->stripAndAccumulateConstantOffsets(layout, offset, true) != &object ||
            !offsets.insert(offset.getSExtValue()).second)
            return 0;
        auto *length = copy ? dyn_cast<ConstantInt>(copy->getLength()) : nullptr;
        if (copy)
            return length ? length->getZExtValue() : 0;
        return layout.getTypeStoreSize(store->getValueOperand()->getType());
    }

    /* All of it is written before anybody looks. */
    bool is_filled_after(const AllocaInst &object, const Instruction &start) const
    {
        std::optional<TypeSize> size = object.getAllocationSize(f.getDataLayout());
        uint64_t bytes = 0;
        std::set<int64_t> offsets;
        for (const Instruction *i = start.getNextNode(); i; i = i->getNextNode()) {
            if (auto *call = dyn_cast<CallBase>(i); call && !forgets(*call))
                break;
            bytes += filled(*i, object, offsets);
        }
        return size && bytes >= size->getFixedValue();
    }

    bool reaches_itself(const Instruction &start) const
    {
        std::vector<const BasicBlock *> work = {start.getParent()};
        std::set<const BasicBlock *> seen;
        while (!work.empty()) {
            const BasicBlock *block = work.back();
            work.pop_back();
            for (const BasicBlock *next : successors(block)) {
                if (next == start.getParent())
                    return true;
                if (seen.insert(next).second)
                    work.push_back(next);
            }
        }
        return false;
    }

    bool is_reborn(const AllocaInst &object) const
    {
        leak found;
        follow(&object, found);
        if (!found.anywhere)
            return false;
        for (const User *user : object.users()) {
            auto *i = dyn_cast<Instruction>(user);
            if (i && is_life(*i, &object, Intrinsic::lifetime_start) && reaches_itself(*i) &&
                !is_filled_after(object, *i))
                return true;
        }
        return false;
    }

    bool is_outlived(const AllocaInst &object) const
    {
        leak found;
        follow(&object, found);
        if (!found.anywhere && found.holders.empty())
            return false;
        for (const User *user : object.users()) {
            auto *i = dyn_cast<Instruction>(user);
            if (i && is_life(*i, &object, Intrinsic::lifetime_end) &&
                is_used_after(object, *i, found))
                return true;
        }
        return false;
    }

    const Function &f;
    TargetLibraryInfoImpl library;
};
} // namespace

unsigned extra_outlived(LLVMValueRef function)
{
    return Lives(*unwrap<Function>(function)).count();
}
