/* A round: what is asserted, or reported in runs, where it starts, and which side moves. */
#include "diff/lockstep/lockstep_internal.h"

using namespace llvm;

Value *Lockstep::loaded(IRBuilder<> &b, const slot &s, Type *as)
{
    Value *v = b.CreateLoad(s.type, s.where);
    unsigned bits = s.type->getIntegerBitWidth();
    bool plain = tracing || compares_signed.count(bits) || !compares_unsigned.count(bits);
    return plain ? b.CreateSExtOrTrunc(v, as) : b.CreateZExtOrTrunc(v, as);
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

/* The narrowest integer of the relation decides: all is computed modulo two to that. Where neither side overflows, and
 * beside addresses, numbers of at most 32 bits are related exactly. */
unsigned Lockstep::width_of(const std::vector<slot> &list, const lockstep_relation &r) const
{
    unsigned width = 64, widest = 0;
    for (unsigned i = 0; i < list.size(); i++) {
        unsigned bits = r.factor[i] ? list[i].type->getIntegerBitWidth() : 0;
        if (bits) width = std::min(width, bits);
        widest = std::max(widest, bits);
    }
    bool exact = overflow == OVERFLOW_FORBIDDEN && widest <= 32;
    return exact || widest == 64 ? 64 : width; /* addresses and indices are of different widths */
}

/* The sum without the slot that is defined. */
Value *Lockstep::rest_of(IRBuilder<> &b, const std::vector<slot> &list, const lockstep_relation &r, Type *type)
{
    Value *sum = ConstantInt::get(type, (uint64_t)r.constant, true);
    for (unsigned i = 0; i < list.size(); i++)
        if (r.factor[i] && i != r.defined)
            sum = b.CreateAdd(sum, b.CreateMul(loaded(b, list[i], type),
                                               ConstantInt::get(type, (uint64_t)r.factor[i], true)));
    return sum;
}

Value *Lockstep::relation_holds(IRBuilder<> &b, const lockstep_relation &r)
{
    std::vector<slot> list = at_places(shared, code, r.place);
    Type *type = b.getIntNTy(width_of(list, r));
    Value *sum = rest_of(b, list, r, type);
    if (r.defined < list.size())
        sum = b.CreateAdd(sum, b.CreateMul(loaded(b, list[r.defined], type),
                                           ConstantInt::get(type, (uint64_t)r.factor[r.defined], true)));
    return b.CreateICmpEQ(sum, Constant::getNullValue(type));
}

/* Where the relation holds, the slot that it defines may as well be computed from the others: what depends on it
 * becomes the same term on both sides. False: it defines none in this way. */
bool Lockstep::define_slot(IRBuilder<> &b, const lockstep_relation &r, Value *here)
{
    std::vector<slot> list = at_places(shared, code, r.place);
    if (r.defined >= list.size() || (r.factor[r.defined] != 1 && r.factor[r.defined] != -1)) return false;
    Type *type = b.getIntNTy(width_of(list, r));
    const slot &target = list[r.defined];
    if (target.type->getIntegerBitWidth() > type->getIntegerBitWidth()) return false;
    Value *rest = rest_of(b, list, r, type);
    Value *v = b.CreateTrunc(r.factor[r.defined] == 1 ? b.CreateNeg(rest) : rest, target.type);
    b.CreateStore(b.CreateSelect(here, v, b.CreateLoad(target.type, target.where)), target.where);
    return true;
}

void Lockstep::assert_relation(IRBuilder<> &b, const lockstep_relation &r, Value *here)
{
    fail_unless(b, b.CreateOr(b.CreateNot(here), relation_holds(b, r)));
    define_slot(b, r, here);
}

unsigned Lockstep::shared_numbers() const
{
    unsigned count = 0;
    for (const slot &s : shared)
        count += s.type->isIntegerTy() && s.type->getIntegerBitWidth() > 1;
    return count;
}

/* Both as numbers of 64 bits, in the way in which the code compares numbers as wide as the left one. */
Value *Lockstep::order_holds(IRBuilder<> &b, const lockstep_order &o)
{
    std::vector<slot> list = at_places(shared, code, o.place);
    unsigned bits = list[o.left].type->getIntegerBitWidth();
    bool plain = compares_signed.count(bits) || !compares_unsigned.count(bits);
    Type *type = b.getInt64Ty();
    auto value = [&](unsigned i) {
        Value *v = b.CreateLoad(list[i].type, list[i].where);
        return plain ? b.CreateSExt(v, type) : b.CreateZExt(v, type);
    };
    Value *left = value(o.left), *constant = ConstantInt::get(type, (uint64_t)o.constant, true);
    Value *right = o.kind == ORDER_AT_LEAST ? left : value(o.right), *holds;
    if (o.kind == ORDER_AT_LEAST && !plain && o.constant <= 0) return b.getTrue();
    CmpInst::Predicate at_most = plain ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
    CmpInst::Predicate less = plain ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
    if (o.kind == ORDER_AT_LEAST)
        holds = b.CreateICmp(at_most, constant, left);
    else
        holds = b.CreateICmp(o.kind == ORDER_LESS ? less : at_most, left, right);
    if (o.kind == ORDER_CAPPED) holds = b.CreateOr(holds, b.CreateICmp(at_most, left, constant));
    return holds;
}

void Lockstep::assert_order(IRBuilder<> &b, const lockstep_order &o, Value *here)
{
    fail_unless(b, b.CreateOr(b.CreateNot(here), order_holds(b, o)));
}

/* The form that was run may have had floats that this one computes elsewhere. */
static bool has_both(const std::vector<slot> &list, const lockstep_equality &e)
{
    return e.left < list.size() && e.right < list.size();
}

/* Two floats have the same bits at these places; one takes the place of the other. */
void Lockstep::assert_equality(IRBuilder<> &b, const lockstep_equality &e, Value *here)
{
    unsigned first;
    std::vector<slot> list = floats_at(shared, code, e.place, &first);
    if (!has_both(list, e)) {
        fail_unless(b, b.CreateNot(here));
        return;
    }
    Value *x = b.CreateLoad(list[e.left].type, list[e.left].where);
    Value *y = b.CreateLoad(list[e.right].type, list[e.right].where);
    Value *same = b.CreateICmpEQ(lockstep_word(b, x), lockstep_word(b, y));
    fail_unless(b, b.CreateOr(b.CreateNot(here), same));
    if (x->getType() == y->getType()) b.CreateStore(b.CreateSelect(here, x, y), list[e.right].where);
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
    start.CreateStore(b.getInt32(request.round_from ? number_of(*request.round_from) : none), room);
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
    for (size_t i = 0; i < request.relation_count; i++)
        assert_relation(b, request.relations[i], at(request.relations[i].place));
    for (size_t i = 0; i < request.equality_count; i++)
        assert_equality(b, request.equalities[i], at(request.equalities[i].place));
    for (size_t i = 0; i < request.order_count; i++)
        assert_order(b, request.orders[i], at(request.orders[i].place));
}

void Lockstep::assume(IRBuilder<> &b, Value *condition)
{
    b.CreateCall(module->getOrInsertFunction("__VERIFIER_assume", b.getVoidTy(), b.getInt32Ty()),
                 {b.CreateZExt(condition, b.getInt32Ty())});
}

/* Both sides stand at the places where a round is to start, with any values that fit the relations there. */
void Lockstep::start_anywhere(IRBuilder<> &b, const lockstep_request &request)
{
    const unsigned *place = request.round_from->place;
    auto is_here = [&](const unsigned other[2]) { return other[0] == place[0] && other[1] == place[1]; };
    for (int s = 0; s < 2; s++) {
        b.CreateStore(b.getInt32(place[s]), code[s].pc);
        for (const slot &each : code[s].slots) { /* all, whether they hold a value here or not: nothing may be undefined */
            Value *v = input(b, each.type, 0);
            if (!v) obstacle = "a loop goes on with what is no number";
            if (v) b.CreateStore(v, each.where);
        }
        if (code[s].result) b.CreateStore(input(b, code[s].result->getAllocatedType(), 0), code[s].result);
    }
    for (size_t i = 0; i < request.relation_count; i++) {
        const lockstep_relation &r = request.relations[i];
        if (is_here(r.place) && !define_slot(b, r, b.getTrue())) assume(b, relation_holds(b, r));
    }
    for (size_t i = 0; i < request.equality_count; i++) {
        const lockstep_equality &e = request.equalities[i];
        unsigned first;
        if (!is_here(e.place)) continue;
        std::vector<slot> list = floats_at(shared, code, e.place, &first);
        if (!has_both(list, e)) continue;
        Value *x = b.CreateLoad(list[e.left].type, list[e.left].where);
        Value *y = b.CreateLoad(list[e.right].type, list[e.right].where);
        if (x->getType() == y->getType())
            b.CreateStore(x, list[e.right].where);
        else
            assume(b, b.CreateICmpEQ(lockstep_word(b, x), lockstep_word(b, y)));
    }
    for (size_t i = 0; i < request.order_count; i++)
        if (is_here(request.orders[i].place)) assume(b, order_holds(b, request.orders[i]));
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
