/* A round: what is asserted, or reported in runs, where it starts, and which side moves. */
#include "diff/prove/lockstep_internal.h"

using namespace llvm;

Value *Lockstep::loaded(IRBuilder<> &b, const slot &s, Type *as)
{
    Value *v = b.CreateLoad(s.type, s.where);
    return b.CreateSExtOrTrunc(v, as);
}

/* The slots that hold integers at these places, in the order that relations count them. */
static std::vector<slot> at_places(const std::vector<slot> &shared, const side_code code[2], const unsigned place[2])
{
    std::vector<slot> list;
    for (const slot &s : shared)
        if (s.type->isIntegerTy() && s.type->getIntegerBitWidth() > 1) list.push_back(s);
    for (int side = 0; side < 2; side++) {
        for (const slot &s : code[side].slots)
            if (place[side] != LOCKSTEP_DONE && s.type->isIntegerTy() && s.type->getIntegerBitWidth() > 1 &&
                (s.places >> place[side] & 1))
                list.push_back(s);
        if (place[side] == LOCKSTEP_DONE && code[side].result && code[side].result->getAllocatedType()->isIntegerTy())
            list.push_back({code[side].result, code[side].result->getAllocatedType(), ~0u});
    }
    if (list.size() > LOCKSTEP_MOST_SLOTS) list.resize(LOCKSTEP_MOST_SLOTS);
    return list;
}

/* The floats at these places, those of the new side last; FIRST: how many come before them. */
static std::vector<slot> floats_at(const std::vector<slot> &shared, const side_code code[2],
                                   const unsigned place[2], unsigned *first)
{
    std::vector<slot> list;
    auto add = [&](const slot &s) {
        bool real = s.type->isDoubleTy() || s.type->isFloatTy();
        if (real && list.size() < LOCKSTEP_MOST_SLOTS) list.push_back(s);
    };
    for (const slot &s : shared)
        add(s);
    for (int side = 0; side < 2; side++) {
        if (side) *first = (unsigned)list.size();
        for (const slot &s : code[side].slots)
            if (place[side] != LOCKSTEP_DONE && (s.places >> place[side] & 1)) add(s);
        if (place[side] == LOCKSTEP_DONE && code[side].result)
            add({code[side].result, code[side].result->getAllocatedType(), ~0u});
    }
    return list;
}

/* The narrowest integer of the relation decides: all is computed modulo two to that. Where neither side overflows,
 * numbers of at most 32 bits are related exactly. */
Value *Lockstep::relation_holds(IRBuilder<> &b, const lockstep_relation &r)
{
    std::vector<slot> list = at_places(shared, code, r.place);
    unsigned width = 64, widest = 0;
    for (unsigned i = 0; i < list.size(); i++) {
        unsigned bits = r.factor[i] ? list[i].type->getIntegerBitWidth() : 0;
        if (bits) width = std::min(width, bits);
        widest = std::max(widest, bits);
    }
    if (overflow == OVERFLOW_FORBIDDEN && widest <= 32) width = 64;
    Type *type = b.getIntNTy(width);
    Value *sum = ConstantInt::get(type, (uint64_t)r.constant, true);
    for (unsigned i = 0; i < list.size(); i++)
        if (r.factor[i])
            sum = b.CreateAdd(sum, b.CreateMul(loaded(b, list[i], type),
                                               ConstantInt::get(type, (uint64_t)r.factor[i], true)));
    return b.CreateICmpEQ(sum, Constant::getNullValue(type));
}

static unsigned number_of(const lockstep_place &p)
{
    return p.place[0] * 16 + p.place[1];
}

/* The step from the round before to this one was seen in a run. */
void Lockstep::assert_transition(IRBuilder<> &b, const lockstep_request &request, Value *pc[2])
{
    const unsigned none = 256;
    IRBuilder<> start(&*main->getEntryBlock().begin());
    AllocaInst *room = start.CreateAlloca(b.getInt32Ty());
    start.CreateStore(b.getInt32(none), room);
    Value *before = b.CreateLoad(b.getInt32Ty(), room);
    Value *now = b.CreateAdd(b.CreateMul(pc[0], b.getInt32(16)), pc[1]);
    Value *seen = b.CreateICmpEQ(before, b.getInt32(none));
    for (size_t i = 0; i < request.transition_count; i++) {
        const lockstep_transition &t = request.transitions[i];
        seen = b.CreateOr(seen, b.CreateAnd(b.CreateICmpEQ(before, b.getInt32(number_of(t.from))),
                                            b.CreateICmpEQ(now, b.getInt32(number_of(t.to)))));
    }
    fail_unless(b, seen);
    b.CreateStore(now, room);
}

/* Places that no run was seen at must not be reached, and the relations must hold. */
void Lockstep::assert_round(IRBuilder<> &b, const lockstep_request &request)
{
    Value *pc[2] = {b.CreateLoad(b.getInt32Ty(), code[0].pc), b.CreateLoad(b.getInt32Ty(), code[1].pc)};
    Value *seen = b.getFalse();
    auto at = [&](const unsigned place[2]) {
        return b.CreateAnd(b.CreateICmpEQ(pc[0], b.getInt32(place[0])),
                           b.CreateICmpEQ(pc[1], b.getInt32(place[1])));
    };
    for (size_t i = 0; i < request.place_count; i++)
        seen = b.CreateOr(seen, at(request.places[i].place));
    if (request.place_count) fail_unless(b, seen);
    if (request.transition_count) assert_transition(b, request, pc);
    for (size_t i = 0; i < request.relation_count; i++) {
        const lockstep_relation &r = request.relations[i];
        fail_unless(b, b.CreateOr(b.CreateNot(at(r.place)), relation_holds(b, r)));
    }
    for (size_t i = 0; i < request.equality_count; i++) {
        const lockstep_equality &e = request.equalities[i];
        unsigned first;
        std::vector<slot> list = floats_at(shared, code, e.place, &first);
        Value *x = b.CreateLoad(list[e.left].type, list[e.left].where);
        Value *y = b.CreateLoad(list[e.right].type, list[e.right].where);
        Value *same = b.CreateICmpEQ(lockstep_word(b, x), lockstep_word(b, y));
        fail_unless(b, b.CreateOr(b.CreateNot(at(e.place)), same));
    }
}

void Lockstep::trace_round(IRBuilder<> &b)
{
    Type *word = b.getInt64Ty();
    Value *pc[2] = {b.CreateLoad(b.getInt32Ty(), code[0].pc), b.CreateLoad(b.getInt32Ty(), code[1].pc)};
    Value *room = IRBuilder<>(&*main->getEntryBlock().begin())
                      .CreateAlloca(word, b.getInt32(LOCKSTEP_MOST_SLOTS));
    FunctionCallee report = module->getOrInsertFunction("sooth.trace", b.getVoidTy(), b.getInt32Ty(), b.getInt32Ty(),
                                                        b.getInt32Ty(), b.getPtrTy());
    FunctionCallee report_floats = module->getOrInsertFunction("sooth.trace.floats", b.getVoidTy(), b.getInt32Ty(),
                                                               b.getInt32Ty(), b.getPtrTy());
    for (unsigned x = 0; x <= code[0].heads.size() + 1; x++) {
        for (unsigned y = 0; y <= code[1].heads.size() + 1; y++) {
            unsigned place[2] = {x > code[0].heads.size() ? LOCKSTEP_DONE : x, y > code[1].heads.size() ? LOCKSTEP_DONE : y};
            std::vector<slot> list = at_places(shared, code, place);
            BasicBlock *here = BasicBlock::Create(context, "", main), *next = BasicBlock::Create(context, "", main);
            Value *hit = b.CreateAnd(b.CreateICmpEQ(pc[0], b.getInt32(place[0])),
                                     b.CreateICmpEQ(pc[1], b.getInt32(place[1])));
            b.CreateCondBr(hit, here, next);
            b.SetInsertPoint(here);
            unsigned first;
            std::vector<slot> floats = floats_at(shared, code, place, &first);
            for (unsigned i = 0; i < floats.size(); i++)
                b.CreateStore(lockstep_word(b, b.CreateLoad(floats[i].type, floats[i].where)),
                              b.CreateConstGEP1_32(word, room, i));
            b.CreateCall(report_floats, {b.getInt32(first), b.getInt32((unsigned)floats.size()), room});
            for (unsigned i = 0; i < list.size(); i++)
                b.CreateStore(loaded(b, list[i], word), b.CreateConstGEP1_32(word, room, i));
            b.CreateCall(report, {pc[0], pc[1], b.getInt32((unsigned)list.size()), room});
            b.CreateBr(next);
            b.SetInsertPoint(next);
        }
    }
}

/* At places that are not the same: the side in a loop inside the loop that the other stands at goes first, else
 * the one at the earlier loop. */
bool Lockstep::goes_first(int s, unsigned mine, unsigned other) const
{
    if (mine == other) return true;
    if (mine == LOCKSTEP_DONE || other == LOCKSTEP_DONE || !mine || !other) return mine < other;
    const side_code &here = code[s], &there = code[!s];
    unsigned deep = here.depth[mine - 1], deeper = there.depth[other - 1];
    return deep != deeper ? deep > deeper : mine < other;
}

Value *Lockstep::moves(IRBuilder<> &b, int s, Value *pc[2])
{
    Value *yes = b.getFalse();
    for (unsigned x = 0; x <= code[s].heads.size(); x++)
        for (unsigned y = 0; y <= code[!s].heads.size() + 1; y++) {
            unsigned other = y > code[!s].heads.size() ? LOCKSTEP_DONE : y;
            if (goes_first(s, x, other))
                yes = b.CreateOr(yes, b.CreateAnd(b.CreateICmpEQ(pc[s], b.getInt32(x)),
                                                  b.CreateICmpEQ(pc[!s], b.getInt32(other))));
        }
    return yes;
}
