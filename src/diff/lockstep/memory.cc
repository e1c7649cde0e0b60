/* What accesses to memory of callers mean. Where a round begins, memory is anything, and the
 * same for both sides: no more than that is known of it, and that is what the end of a round
 * must show again. A read finds what its side wrote in this round, or what memory held, about
 * which all reads of the round agree. The new version may only access what the old one
 * accesses in the same round, and write what it writes: elsewhere there might be no memory,
 * or none that can be written.
 *
 * A call of an unknown function may change all memory, and looks at it: what is between two
 * calls is a round of its own (its number is the epoch). Steps have no loops, so each access
 * happens at most once in a round and has its own entry. */
#include "diff/lockstep/lockstep_internal.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

enum { MOST_CELLS = 96 };

Value *Memory::room(Type *type)
{
    IRBuilder<> start(&*main.getEntryBlock().begin());
    return start.CreateAlloca(type);
}

Memory::entry Memory::noted(IRBuilder<> &b, Value *address, Value *content, Value *epoch)
{
    entry e = {room(b.getInt1Ty()), room(b.getInt64Ty()), nullptr, nullptr};
    b.CreateStore(b.getTrue(), e.valid);
    b.CreateStore(address, e.address);
    if (content) {
        e.content = room(content->getType());
        b.CreateStore(content, e.content);
    }
    if (epoch) {
        e.epoch = room(b.getInt32Ty());
        b.CreateStore(epoch, e.epoch);
    }
    flags.push_back(e.valid);
    notes.push_back(e.address);
    if (content)
        notes.push_back(e.content);
    return e;
}

Value *Memory::is_at(IRBuilder<> &b, const entry &e, Value *address, Value *epoch)
{
    Value *hit =
        b.CreateAnd(b.CreateLoad(b.getInt1Ty(), e.valid),
                    b.CreateICmpEQ(b.CreateLoad(b.getInt64Ty(), e.address), address));
    if (!epoch)
        return hit;
    return b.CreateAnd(hit, b.CreateICmpEQ(b.CreateLoad(b.getInt32Ty(), e.epoch), epoch));
}

/* What memory held before this round. */
Value *Memory::initial(IRBuilder<> &b, Value *address, Value *epoch)
{
    Type *cell = b.getIntNTy(8 * unit);
    Value *v = b.CreateCall(any(cell), {});
    for (const entry &e : initials)
        v = b.CreateSelect(is_at(b, e, address, epoch), b.CreateLoad(cell, e.content), v);
    initials.push_back(noted(b, address, v, epoch));
    return v;
}

Value *Memory::current(IRBuilder<> &b, int side, Value *address, Value *epoch)
{
    Value *v = initial(b, address, epoch);
    for (const entry &e : writes[side])
        v = b.CreateSelect(is_at(b, e, address, epoch), b.CreateLoad(v->getType(), e.content),
                           v);
    return v;
}

/* One of the entries is at this address. */
Value *Memory::is_among(IRBuilder<> &b, const std::vector<entry> &list, Value *address,
                        Value *epoch)
{
    Value *found = b.getFalse();
    for (const entry &e : list)
        found = b.CreateOr(found, is_at(b, e, address, epoch));
    return found;
}

Value *Memory::cell_address(IRBuilder<> &b, Value *address, unsigned index)
{
    return b.CreateAdd(address, b.getInt64(index * unit));
}

/* The old version's access counts as proof that there is memory, the new one's needs it. */
void Memory::reach(IRBuilder<> &b, int side, Value *address, Value *epoch, bool safe)
{
    if (!side)
        reached.push_back(noted(b, address, nullptr, epoch));
    else if (!safe)
        must(b, is_among(b, reached, address, epoch));
}

void Memory::expand_read(CallInst &call, int side)
{
    IRBuilder<> b(&call);
    Value *address = call.getArgOperand(0), *epoch = epoch_of(b, side), *whole = nullptr;
    bool safe = cast<ConstantInt>(call.getArgOperand(1))->isOne();
    unsigned cells = call.getType()->getIntegerBitWidth() / 8 / unit;
    for (unsigned i = 0; i < cells; i++) {
        Value *at = cell_address(b, address, i);
        reach(b, side, at, epoch, safe);
        Value *part = b.CreateZExt(current(b, side, at, epoch), call.getType());
        part = b.CreateShl(part, 8 * unit * i);
        whole = whole ? b.CreateOr(whole, part) : part;
    }
    count += cells;
    call.replaceAllUsesWith(whole);
}

void Memory::expand_write(CallInst &call, int side)
{
    IRBuilder<> b(&call);
    Value *address = call.getArgOperand(0), *v = call.getArgOperand(1),
          *epoch = epoch_of(b, side);
    bool safe = cast<ConstantInt>(call.getArgOperand(2))->isOne();
    unsigned cells = v->getType()->getIntegerBitWidth() / 8 / unit;
    for (unsigned i = 0; i < cells; i++) {
        Value *at = cell_address(b, address, i);
        Value *part = b.CreateTrunc(b.CreateLShr(v, 8 * unit * i), b.getIntNTy(8 * unit));
        reach(b, side, at, epoch, safe);
        if (side && !safe)
            must(b, is_among(b, writes[0], at, epoch));
        writes[side].push_back(noted(b, at, part, epoch));
    }
    count += cells;
}

void Memory::expand_touch(CallInst &call, int side)
{
    IRBuilder<> b(&call);
    Value *address = call.getArgOperand(0), *epoch = epoch_of(b, side);
    if (!side) {
        touched.push_back(noted(b, address, nullptr, epoch));
        return;
    }
    must(b, b.CreateOr(is_among(b, touched, address, epoch),
                       is_among(b, reached, address, epoch)));
}

/* A function of its arguments: an answer that is anything, but the same for the same
 * arguments. */
void Memory::expand_pure(CallInst &call)
{
    IRBuilder<> b(&call);
    StringRef key = call.getCalledFunction()->getName().drop_front(strlen("sooth.pure."));
    bool symmetric = key.starts_with("fadd") || key.starts_with("fmul");
    Value *answer = b.CreateCall(any(call.getType()), {});
    std::vector<Value *> arguments(call.arg_begin(), call.arg_end());
    auto equal = [&](const computed &c, bool swapped) {
        Value *hit = b.CreateLoad(b.getInt1Ty(), c.valid);
        for (size_t i = 0; i < arguments.size(); i++) {
            Value *given = arguments[swapped ? arguments.size() - 1 - i : i];
            hit = b.CreateAnd(
                hit, b.CreateICmpEQ(b.CreateLoad(given->getType(), c.arguments[i]), given));
        }
        return hit;
    };
    for (const computed &c : pure[key.str()]) {
        Value *hit = equal(c, false);
        if (symmetric)
            hit = b.CreateOr(hit, equal(c, true));
        answer = b.CreateSelect(hit, b.CreateLoad(call.getType(), c.answer), answer);
    }
    computed c = {room(b.getInt1Ty()), {}, room(call.getType())};
    b.CreateStore(b.getTrue(), c.valid);
    b.CreateStore(answer, c.answer);
    for (Value *argument : arguments) {
        c.arguments.push_back(room(argument->getType()));
        b.CreateStore(argument, c.arguments.back());
    }
    flags.push_back(c.valid);
    pure[key.str()].push_back(c);
    call.replaceAllUsesWith(answer);
    count++;
}

bool Memory::expand()
{
    ReversePostOrderTraversal<Function *> order(&main);
    std::vector<CallInst *> calls;
    for (BasicBlock *block : order)
        for (Instruction &i : *block) {
            auto *call = dyn_cast<CallInst>(&i);
            if (call && call->getCalledFunction() &&
                call->getCalledFunction()->getName().starts_with("sooth."))
                calls.push_back(call);
        }
    for (CallInst *call : calls) {
        StringRef name = call->getCalledFunction()->getName();
        bool pure_call = name.starts_with("sooth.pure.");
        if (!lockstep_is_access(name) && !pure_call)
            continue;
        if (count > MOST_CELLS)
            return false;
        if (name.starts_with("sooth.read."))
            expand_read(*call, name[strlen("sooth.read.")] == '1');
        if (name.starts_with("sooth.write."))
            expand_write(*call, name[strlen("sooth.write.")] == '1');
        if (name.starts_with("sooth.touch."))
            expand_touch(*call, name[strlen("sooth.touch.")] == '1');
        if (pure_call)
            expand_pure(*call);
        call->eraseFromParent();
    }
    return true;
}

void Memory::begin(IRBuilder<> &b)
{
    for (Value *flag : flags)
        b.CreateStore(b.getFalse(), flag);
    for (Value *note : notes) {
        Type *type = cast<AllocaInst>(note)->getAllocatedType();
        b.CreateStore(Constant::getNullValue(type), note);
    }
}

void Memory::compare(IRBuilder<> &b)
{
    for (int side = 0; side < 2; side++) {
        std::vector<entry> list = writes[side];
        for (const entry &e : list) {
            Value *address = b.CreateLoad(b.getInt64Ty(), e.address);
            Value *epoch = e.epoch ? b.CreateLoad(b.getInt32Ty(), e.epoch) : nullptr;
            Value *same =
                b.CreateICmpEQ(current(b, 0, address, epoch), current(b, 1, address, epoch));
            Value *fine = b.CreateOr(b.CreateNot(b.CreateLoad(b.getInt1Ty(), e.valid)), same);
            must_until(b, fine, epoch);
        }
    }
}
