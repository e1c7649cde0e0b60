/* A round: what is asserted, or reported in runs, where it starts, and which side moves. */
#include "diff/lockstep/lockstep_internal.h"

#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

Value *Lockstep::loaded(IRBuilder<> &b, const slot &s, Type *as)
{
    Value *v = b.CreateLoad(s.type, s.where);
    unsigned bits = s.type->getIntegerBitWidth();
    bool plain = tracing || compares_signed.count(bits) || !compares_unsigned.count(bits);
    return plain ? b.CreateSExtOrTrunc(v, as) : b.CreateZExtOrTrunc(v, as);
}

static bool is_wanted(Type *type, bool floats)
{
    if (floats)
        return type->isDoubleTy() || type->isFloatTy();
    return type->isIntegerTy();
}

static void add_slots(std::vector<slot> &list, const std::vector<slot> &from, unsigned place,
                      bool floats)
{
    for (const slot &s : from)
        if (is_wanted(s.type, floats) && !s.type->isIntegerTy(1) && (s.places >> place & 1))
            list.push_back(s);
}

/* What a side holds at a place: numbers, or floats. */
static void add_side(std::vector<slot> &list, const side_code &code, unsigned place,
                     bool floats)
{
    if (place != LOCKSTEP_DONE)
        return add_slots(list, code.slots, place, floats);
    Type *type = code.result ? code.result->getAllocatedType() : nullptr;
    if (type && is_wanted(type, floats))
        list.push_back({code.result, type, ~0u});
}

static void shorten(std::vector<slot> &list)
{
    if (list.size() > LOCKSTEP_MOST_SLOTS)
        list.resize(LOCKSTEP_MOST_SLOTS);
}

/* The slots that hold integers at these places, in the order that relations count them. */
static std::vector<slot> at_places(const std::vector<slot> &shared, const side_code code[2],
                                   const unsigned place[2])
{
    std::vector<slot> list;
    add_slots(list, shared, 0, false);
    for (int side = 0; side < 2; side++)
        add_side(list, code[side], place[side], false);
    shorten(list);
    return list;
}

/* The floats at these places, those of the new side last. */
static std::vector<slot> floats_at(const std::vector<slot> &shared, const side_code code[2],
                                   const unsigned place[2])
{
    std::vector<slot> list;
    add_slots(list, shared, 0, true);
    for (int side = 0; side < 2; side++)
        add_side(list, code[side], place[side], true);
    shorten(list);
    return list;
}

/* The narrowest integer of the relation decides: all is computed modulo two to that. Where
 * neither side overflows, and beside addresses, numbers of at most 32 bits are related
 * exactly. */
unsigned Lockstep::width_of(const std::vector<slot> &list, const lockstep_relation &r) const
{
    unsigned width = 64, widest = 0;
    for (unsigned i = 0; i < list.size(); i++) {
        unsigned bits = r.factor[i] ? list[i].type->getIntegerBitWidth() : 0;
        if (bits)
            width = std::min(width, bits);
        widest = std::max(widest, bits);
    }
    bool exact = overflow == OVERFLOW_FORBIDDEN && widest <= 32;
    return exact || widest == 64 ? 64
                                 : width; /* addresses and indices are of different widths */
}

/* The sum without the slot that is defined. */
Value *Lockstep::rest_of(IRBuilder<> &b, const std::vector<slot> &list,
                         const lockstep_relation &r, Type *type)
{
    Value *sum = ConstantInt::get(type, (uint64_t)r.constant, true);
    for (unsigned i = 0; i < list.size(); i++)
        if (r.factor[i] && i != r.defined)
            sum = b.CreateAdd(
                sum, b.CreateMul(loaded(b, list[i], type),
                                 ConstantInt::get(type, (uint64_t)r.factor[i], true)));
    return sum;
}

Value *Lockstep::relation_holds(IRBuilder<> &b, const lockstep_relation &r)
{
    std::vector<slot> list = at_places(shared, code, r.place);
    Type *type = b.getIntNTy(width_of(list, r));
    Value *sum = rest_of(b, list, r, type);
    if (r.defined < list.size())
        sum = b.CreateAdd(
            sum, b.CreateMul(loaded(b, list[r.defined], type),
                             ConstantInt::get(type, (uint64_t)r.factor[r.defined], true)));
    return b.CreateICmpEQ(sum, Constant::getNullValue(type));
}

/* Where the relation holds, the slot that it defines may as well be computed from the others:
 * what depends on it becomes the same term on both sides. False: it defines none in this way.
 */
bool Lockstep::define_slot(IRBuilder<> &b, const lockstep_relation &r, Value *here)
{
    std::vector<slot> list = at_places(shared, code, r.place);
    if (r.defined >= list.size() || (r.factor[r.defined] != 1 && r.factor[r.defined] != -1))
        return false;
    Type *type = b.getIntNTy(width_of(list, r));
    const slot &target = list[r.defined];
    if (target.type->getIntegerBitWidth() > type->getIntegerBitWidth())
        return false;
    Value *rest = rest_of(b, list, r, type);
    Value *v =
        b.CreateTrunc(r.factor[r.defined] == 1 ? b.CreateNeg(rest) : rest, target.type);
    b.CreateStore(b.CreateSelect(here, v, b.CreateLoad(target.type, target.where)),
                  target.where);
    return true;
}

/* An error unless the condition holds, which may be wrong: the last input of a counterexample
 * says which one it is. */
void Lockstep::doubt(IRBuilder<> &b, Value *condition, uint64_t number)
{
    FunctionCallee must = module->getOrInsertFunction(
        "sooth.doubt",
        FunctionType::get(b.getVoidTy(), {b.getInt1Ty(), b.getInt64Ty()}, false));
    b.CreateCall(must, {condition, b.getInt64(number)});
}

void Lockstep::assert_relation(IRBuilder<> &b, const lockstep_relation &r, Value *here,
                               uint64_t number)
{
    doubt(b, b.CreateOr(b.CreateNot(here), relation_holds(b, r)),
          LOCKSTEP_DOUBT_RELATION + number);
    define_slot(b, r, here);
}

unsigned Lockstep::shared_numbers() const
{
    unsigned count = 0;
    for (const slot &s : shared)
        count += s.type->isIntegerTy() && s.type->getIntegerBitWidth() > 1;
    return count;
}

/* Both as numbers of 64 bits, in the way in which the code compares numbers as wide as the
 * left one. */
Value *Lockstep::order_holds(IRBuilder<> &b, const lockstep_order &o)
{
    std::vector<slot> list = at_places(shared, code, o.place);
    unsigned bits = list[o.left].type->getIntegerBitWidth();
    bool plain = compares_signed.count(bits) || !compares_unsigned.count(bits);
    Type *type = b.getInt64Ty();
    auto number = [&](int64_t n) { return ConstantInt::get(type, (uint64_t)n, true); };
    auto value = [&](unsigned i) {
        Value *v = b.CreateLoad(list[i].type, list[i].where);
        return plain ? b.CreateSExt(v, type) : b.CreateZExt(v, type);
    };
    auto raised = [&](Value *v, int64_t by) {
        return by > 0 ? b.CreateAdd(v, number(by)) : v;
    };
    CmpInst::Predicate at_most = plain ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
    CmpInst::Predicate less = plain ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
    Value *left = value(o.left);
    switch (o.kind) {
    case ORDER_AT_MOST: /* no side is lowered: numbers may be unsigned */
        return b.CreateICmp(at_most, raised(left, -o.constant),
                            raised(value(o.right), o.constant));
    case ORDER_LESS:
        return b.CreateICmp(less, left, value(o.right));
    case ORDER_CAPPED:
        return b.CreateOr(b.CreateICmp(at_most, left, value(o.right)),
                          b.CreateICmp(at_most, left, number(o.constant)));
    case ORDER_AT_LEAST:
        if (!plain && o.constant <= 0)
            return b.getTrue();
        return b.CreateICmp(at_most, number(o.constant), left);
    case ORDER_BELOW:
        return b.CreateICmp(at_most, left, number(o.constant));
    case ORDER_REMAINDER:
        return b.CreateICmpEQ(b.CreateAnd(left, number((int64_t)o.right - 1)),
                              number(o.constant));
    case ORDER_UNLIKE:
        return b.CreateICmpNE(left, number(o.constant));
    }
    return b.getFalse();
}

void Lockstep::assert_order(IRBuilder<> &b, const lockstep_order &o, Value *here,
                            uint64_t number)
{
    doubt(b, b.CreateOr(b.CreateNot(here), order_holds(b, o)), LOCKSTEP_DOUBT_ORDER + number);
}

/* The form that was run may have had floats that this one computes elsewhere. */
static bool has_both(const std::vector<slot> &list, const lockstep_equality &e)
{
    return e.left < list.size() && e.right < list.size();
}

/* Two floats have the same bits at these places; one takes the place of the other. */
void Lockstep::assert_equality(IRBuilder<> &b, const lockstep_equality &e, Value *here)
{
    std::vector<slot> list = floats_at(shared, code, e.place);
    if (!has_both(list, e)) {
        fail_unless(b, b.CreateNot(here));
        return;
    }
    Value *x = b.CreateLoad(list[e.left].type, list[e.left].where);
    Value *y = b.CreateLoad(list[e.right].type, list[e.right].where);
    Value *same = b.CreateICmpEQ(lockstep_word(b, x), lockstep_word(b, y));
    fail_unless(b, b.CreateOr(b.CreateNot(here), same));
    if (x->getType() == y->getType())
        b.CreateStore(b.CreateSelect(here, x, y), list[e.right].where);
}

static unsigned number_of(const lockstep_place &p)
{
    return p.place[0] * 16 + p.place[1];
}

/* The step from the round before to this one was seen in a run. */
void Lockstep::assert_transition(IRBuilder<> &b, const lockstep_request &request,
                                 Value *pc[2])
{
    const unsigned none = 256;
    IRBuilder<> start(&*main->getEntryBlock().begin());
    AllocaInst *room = start.CreateAlloca(b.getInt32Ty());
    start.CreateStore(b.getInt32(request.round_from ? number_of(*request.round_from) : none),
                      room);
    Value *before = b.CreateLoad(b.getInt32Ty(), room);
    Value *now = b.CreateAdd(b.CreateMul(pc[0], b.getInt32(16)), pc[1]);
    Value *seen = b.CreateICmpEQ(before, b.getInt32(none));
    for (size_t i = 0; i < request.transition_count; i++) {
        const lockstep_transition &t = request.transitions[i];
        seen = b.CreateOr(seen,
                          b.CreateAnd(b.CreateICmpEQ(before, b.getInt32(number_of(t.from))),
                                      b.CreateICmpEQ(now, b.getInt32(number_of(t.to)))));
    }
    fail_unless(b, seen);
    b.CreateStore(now, room);
}

/* Places that no run was seen at must not be reached, and the relations must hold. */
void Lockstep::assert_round(IRBuilder<> &b, const lockstep_request &request)
{
    Value *pc[2] = {b.CreateLoad(b.getInt32Ty(), code[0].pc),
                    b.CreateLoad(b.getInt32Ty(), code[1].pc)};
    Value *seen = b.getFalse();
    auto at = [&](const unsigned place[2]) {
        return b.CreateAnd(b.CreateICmpEQ(pc[0], b.getInt32(place[0])),
                           b.CreateICmpEQ(pc[1], b.getInt32(place[1])));
    };
    for (size_t i = 0; i < request.place_count; i++)
        seen = b.CreateOr(seen, at(request.places[i].place));
    if (request.place_count)
        fail_unless(b, seen);
    if (request.transition_count)
        assert_transition(b, request, pc);
    for (size_t i = 0; i < request.relation_count; i++)
        assert_relation(b, request.relations[i], at(request.relations[i].place), i);
    for (size_t i = 0; i < request.equality_count; i++)
        assert_equality(b, request.equalities[i], at(request.equalities[i].place));
    for (size_t i = 0; i < request.order_count; i++)
        assert_order(b, request.orders[i], at(request.orders[i].place), i);
}

void Lockstep::assume(IRBuilder<> &b, Value *condition)
{
    b.CreateCall(
        module->getOrInsertFunction("__VERIFIER_assume", b.getVoidTy(), b.getInt32Ty()),
        {b.CreateZExt(condition, b.getInt32Ty())});
}

/* Both sides stand at the places where a round is to start, with any values that fit the
 * relations there. */
void Lockstep::start_anywhere(IRBuilder<> &b, const lockstep_request &request)
{
    const unsigned *place = request.round_from->place;
    auto is_here = [&](const unsigned other[2]) {
        return other[0] == place[0] && other[1] == place[1];
    };
    for (int s = 0; s < 2; s++) {
        b.CreateStore(b.getInt32(place[s]), code[s].pc);
        /* all, whether they hold a value here or not: nothing may be undefined */
        for (const slot &each : code[s].slots) {
            Value *v = input(b, each.type, 0);
            if (!v)
                obstacle = "a loop goes on with what is no number";
            if (v)
                b.CreateStore(v, each.where);
        }
        if (code[s].result)
            b.CreateStore(input(b, code[s].result->getAllocatedType(), 0), code[s].result);
    }
    /* no round ends here: nothing is known but that parameters are what they are */
    if (!place[0] && !place[1])
        return;
    for (size_t i = 0; i < request.relation_count; i++) {
        const lockstep_relation &r = request.relations[i];
        if (is_here(r.place) && !define_slot(b, r, b.getTrue()))
            assume(b, relation_holds(b, r));
    }
    for (size_t i = 0; i < request.equality_count; i++) {
        const lockstep_equality &e = request.equalities[i];
        if (!is_here(e.place))
            continue;
        std::vector<slot> list = floats_at(shared, code, e.place);
        if (!has_both(list, e))
            continue;
        Value *x = b.CreateLoad(list[e.left].type, list[e.left].where);
        Value *y = b.CreateLoad(list[e.right].type, list[e.right].where);
        if (x->getType() == y->getType())
            b.CreateStore(x, list[e.right].where);
        else
            assume(b, b.CreateICmpEQ(lockstep_word(b, x), lockstep_word(b, y)));
    }
    for (size_t i = 0; i < request.order_count; i++)
        if (is_here(request.orders[i].place))
            assume(b, order_holds(b, request.orders[i]));
}

/* Reports what a side holds at a place, or the parameters. */
void Lockstep::trace_list(IRBuilder<> &b, unsigned side, unsigned place, Value *room)
{
    Type *word = b.getInt64Ty();
    FunctionCallee report =
        module->getOrInsertFunction("sooth.trace", b.getVoidTy(), b.getInt32Ty(),
                                    b.getInt32Ty(), b.getInt32Ty(), b.getPtrTy());
    FunctionCallee report_floats = module->getOrInsertFunction(
        "sooth.trace.floats", b.getVoidTy(), b.getInt32Ty(), b.getInt32Ty(), b.getPtrTy());
    for (bool floats : {true, false}) {
        std::vector<slot> list;
        if (side == 2)
            add_slots(list, shared, 0, floats);
        else
            add_side(list, code[side], place, floats);
        shorten(list);
        for (unsigned i = 0; i < list.size(); i++) {
            Value *v = floats ? lockstep_word(b, b.CreateLoad(list[i].type, list[i].where))
                              : loaded(b, list[i], word);
            b.CreateStore(v, b.CreateConstGEP1_32(word, room, i));
        }
        Value *count = b.getInt32((unsigned)list.size());
        if (floats)
            b.CreateCall(report_floats, {b.getInt32(side), count, room});
        else
            b.CreateCall(report, {b.getInt32(side), b.getInt32(place), count, room});
    }
}

void Lockstep::trace_round(IRBuilder<> &b)
{
    Value *room = IRBuilder<>(&*main->getEntryBlock().begin())
                      .CreateAlloca(b.getInt64Ty(), b.getInt32(LOCKSTEP_MOST_SLOTS));
    trace_list(b, 2, 0, room);
    for (unsigned side = 0; side < 2; side++) {
        unsigned heads = (unsigned)code[side].heads.size();
        for (unsigned k = 0; k <= heads + 1; k++) {
            unsigned place = k > heads ? LOCKSTEP_DONE : k;
            BasicBlock *here = BasicBlock::Create(context, "", main),
                       *next = BasicBlock::Create(context, "", main);
            Value *pc = b.CreateLoad(b.getInt32Ty(), code[side].pc);
            b.CreateCondBr(b.CreateICmpEQ(pc, b.getInt32(place)), here, next);
            b.SetInsertPoint(here);
            trace_list(b, side, place, room);
            b.CreateBr(next);
            b.SetInsertPoint(next);
        }
    }
}

/* At places that are not the same: the side in a loop inside the loop that the other stands
 * at goes first, else the one at the earlier loop. */
bool Lockstep::goes_first(int s, unsigned mine, unsigned other) const
{
    if (mine == other)
        return true;
    if (mine == LOCKSTEP_DONE || other == LOCKSTEP_DONE || !mine || !other)
        return mine < other;
    const side_code &here = code[s], &there = code[!s];
    unsigned deep = here.depth[mine - 1], deeper = there.depth[other - 1];
    return deep != deeper ? deep > deeper : mine < other;
}

/* TOGETHER: both always make a step. */
lockstep_schedule Lockstep::default_schedule(bool together) const
{
    lockstep_schedule chosen = {};
    auto places = [&](int s) {
        std::vector<unsigned> list;
        for (unsigned k = 0; k <= code[s].heads.size(); k++)
            list.push_back(k);
        list.push_back(LOCKSTEP_DONE);
        return list;
    };
    for (unsigned x : places(0))
        for (unsigned y : places(1)) {
            chosen.steps[0][x][y] = x != LOCKSTEP_DONE && (together || goes_first(0, x, y));
            chosen.steps[1][x][y] = y != LOCKSTEP_DONE && (together || goes_first(1, y, x));
        }
    return chosen;
}

unsigned Lockstep::most_steps(int s) const
{
    unsigned most = 1;
    for (auto &row : schedule.steps[s])
        for (unsigned char steps : row)
            most = std::max<unsigned>(most, steps);
    return most;
}

/* Where the round began, this side makes at least so many steps. */
Value *Lockstep::may_step(IRBuilder<> &b, int s, unsigned step, Value *from[2])
{
    Value *yes = b.getFalse();
    for (unsigned x = 0; x < LOCKSTEP_PLACES; x++)
        for (unsigned y = 0; y < LOCKSTEP_PLACES; y++)
            if (schedule.steps[s][x][y] >= step)
                yes = b.CreateOr(yes, b.CreateAnd(b.CreateICmpEQ(from[0], b.getInt32(x)),
                                                  b.CreateICmpEQ(from[1], b.getInt32(y))));
    return yes;
}

/* Jumps to where the side stands. */
void Lockstep::dispatch(BasicBlock *at, int s, BasicBlock *impossible, ValueToValueMapTy *map)
{
    IRBuilder<> b(at);
    auto target = [&](BasicBlock *block) {
        return map ? cast<BasicBlock>((*map)[block]) : block;
    };
    SwitchInst *jump = b.CreateSwitch(b.CreateLoad(b.getInt32Ty(), code[s].pc), impossible);
    jump->addCase(b.getInt32(0), target(code[s].first));
    for (unsigned k = 0; k < code[s].heads.size(); k++)
        jump->addCase(b.getInt32(k + 1), target(code[s].heads[k]));
}

/* After a step: copies of the side's code for further ones of the same round, as long as it
 * stands where it stood. */
void Lockstep::repeat_steps(int s, BasicBlock *after, BasicBlock *next,
                            BasicBlock *impossible, ArrayRef<BasicBlock *> blocks)
{
    BasicBlock *first = after; /* where the code that is copied leads to */
    for (unsigned step = 2; step <= most_steps(s); step++) {
        ValueToValueMapTy map;
        BasicBlock *again = BasicBlock::Create(context, "", main),
                   *then = BasicBlock::Create(context, "", main);
        std::vector<BasicBlock *> copies;
        map[first] = then;
        for (BasicBlock *block : blocks) {
            copies.push_back(CloneBasicBlock(block, map, "", main));
            map[block] = copies.back();
        }
        for (BasicBlock *copy : copies)
            for (Instruction &i : *copy)
                RemapInstruction(&i, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        IRBuilder<> b(after);
        Value *from[2] = {b.CreateLoad(b.getInt32Ty(), began[0]),
                          b.CreateLoad(b.getInt32Ty(), began[1])};
        Value *stays = b.CreateICmpEQ(b.CreateLoad(b.getInt32Ty(), code[s].pc), from[s]);
        b.CreateCondBr(b.CreateAnd(stays, may_step(b, s, step, from)), again, next);
        dispatch(again, s, impossible, &map);
        after = then;
    }
    IRBuilder<>(after).CreateBr(next);
}
