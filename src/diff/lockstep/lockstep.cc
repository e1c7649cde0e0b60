/* The product as one program that runs both functions in step.
 *
 * Each function is cut at the heads of its loops into steps without loops; `pc` says where a
 * side stands. A round of the one loop that is left lets the side that is behind make a step,
 * or both where they stand at the same place. Relations between the values of the two sides,
 * found in runs (relations.c), are asserted at the start of a round for each pair of places;
 * sooth verify proves them by k-induction together with what is asked: equal results, equal
 * globals, equal calls. Nothing depends on how well the sides are aligned or on the relations
 * being right: a wrong choice only loses the proof. */
#include "diff/lockstep/lockstep_internal.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

/* What must hold and does. */
static void drop_certain(Module &module)
{
    for (const char *name :
         {"sooth.must", "sooth.must.new", "sooth.check.new", "sooth.check.old",
          "sooth.overflow.old", "sooth.overflow.new", "sooth.doubt"}) {
        Function *f = module.getFunction(name);
        if (!f)
            continue;
        for (User *user : make_early_inc_range(f->users())) {
            auto *call = dyn_cast<CallInst>(user);
            auto *condition = call ? dyn_cast<ConstantInt>(call->getArgOperand(0)) : nullptr;
            if (condition && condition->isOne())
                call->eraseFromParent();
        }
    }
}

/* Both functions with all their calls inlined, memory of callers and unknown calls replaced,
 * cut into steps. */
bool Lockstep::prepare(const lockstep_request &request)
{
    for (int s = 0; s < 2; s++) {
        if (!inline_all(s))
            return false;
        recursive = recursive || calls_itself(s);
    }
    if (request.unfold && !unfold_both(request))
        return false;
    for (int s = 0; s < 2; s++)
        if (!replace_garbage(s))
            return false;
    lockstep_expand_copies(function);
    bool calls =
        lockstep_has_unknown_calls(*function[0]) || lockstep_has_unknown_calls(*function[1]);
    for (int s = 0; s < 2 && calls; s++)
        define_results(s);
    for (Function *f : function)
        reshaped = (request.reshaped && lockstep_unroll(*f)) || reshaped;
    if (request.reshaped && !calls)
        reshape(request);
    if (!swapped && !whole) {
        lockstep_simplify(*function[0]);
        if (lockstep_compares_pointers(*function[0]) ||
            lockstep_compares_pointers(*function[1]))
            lockstep_tell_extents(*function[0]);
    }
    if (!number_pointers())
        return false;
    bool inverses = lockstep_has_inverse(*function[0]) || lockstep_has_inverse(*function[1]);
    for (int s = 0; s < 2; s++) {
        lockstep_expand_divisions(*function[s], inverses);
        if (!replace_calls(s))
            return false;
        if (!tracing)
            make_floats_pure(s);
        lockstep_simplify(*function[s]);
        if (request.rotated)
            lockstep_rotate(*function[s]);
        cut(s);
    }
    if (request.unfold && loops)
        obstacle = "a loop beside recursion";
    return obstacle.empty();
}

/* Where overflow does not matter, checks for it are not in the way of sums. */
void Lockstep::reshape(const lockstep_request &request)
{
    for (const char *name : {"sooth.overflow.old", "sooth.overflow.new"}) {
        Function *f = module->getFunction(name);
        if (!f || request.overflow != OVERFLOW_WRAPS)
            continue;
        for (User *user : make_early_inc_range(f->users()))
            if (auto *call = dyn_cast<CallInst>(user))
                call->eraseFromParent();
    }
    for (Function *f : function)
        reshaped = lockstep_reshape(*f) || reshaped;
}

/* Pointers become numbers where there are any, and where a call may change what globals hold.
 */
bool Lockstep::number_pointers()
{
    bool calls =
        lockstep_has_unknown_calls(*function[0]) || lockstep_has_unknown_calls(*function[1]);
    numbered = (calls && !p.globals.empty()) || !globals_are_numbers();
    for (Function *f : function)
        numbered = numbered || lockstep_has_pointers(*f) || lockstep_passes_pointers(*f);
    for (Function *f : function)
        lockstep_simplify(*f);
    numbered = numbered || has_arrays_in_rounds();
    if (!numbered)
        return true;
    house_globals();
    house_locals();
    for (int s = 0; s < 2; s++) {
        std::vector<GlobalVariable *> list;
        for (home &h : homes)
            list.push_back(h.variable[s]);
        function[s] = lockstep_numbered(*function[s], s, list, addresses, obstacle);
        if (!obstacle.empty())
            return false;
    }
    return true;
}

void Lockstep::house_globals()
{
    const DataLayout &layout = module->getDataLayout();
    for (auto &entry : p.globals) {
        home h = {{nullptr, nullptr}, 0, 0};
        for (int s = 0; s < 2; s++) {
            GlobalVariable *g = entry.second.variable[s];
            if (!g)
                continue;
            h.variable[s] = module->getNamedGlobal(g->getName());
            h.size = std::max<uint64_t>(h.size, layout.getTypeAllocSize(g->getValueType()));
            if (!h.align)
                h.align = g->getAlign().valueOrOne().value();
        }
        homes.push_back(h);
    }
}

void Lockstep::describe_memory(Memory &memory)
{
    memory.any = [this](Type *type) { return nondet(type); };
    memory.epoch_of = [this](IRBuilder<> &b, int s) {
        return counts ? count_at(b, s) : nullptr;
    };
    memory.must = [this](IRBuilder<> &b, Value *condition) { new_must(b, condition); };
    memory.must_until = [this](IRBuilder<> &b, Value *condition, Value *epoch) {
        if (epoch)
            condition = b.CreateOr(
                condition, b.CreateICmpUGE(epoch, b.CreateLoad(b.getInt32Ty(), gone)));
        fail_unless(b, condition);
    };
}

/* A round begins with nothing noted. */
void Lockstep::start_round(IRBuilder<> &b, Memory &memory)
{
    memory.begin(b);
    if (!counts)
        return;
    for (unsigned s = 0; s < 2; s++)
        b.CreateStore(b.getInt32(0),
                      b.CreateConstInBoundsGEP2_32(counts->getValueType(), counts, 0, s));
    b.CreateStore(Constant::getAllOnesValue(b.getInt32Ty()), gone);
}

/* Both made the same calls and left the same memory, as long as the old version did nothing
 * undefined. */
void Lockstep::finish_round(IRBuilder<> &b, Memory &memory)
{
    if (counts) {
        Value *calls[2] = {count_at(b, 0), count_at(b, 1)},
              *limit = b.CreateLoad(b.getInt32Ty(), gone);
        fail_unless(b, b.CreateOr(b.CreateICmpEQ(calls[0], calls[1]),
                                  b.CreateICmpUGE(calls[1], limit)));
    }
    memory.compare(b);
    if (!counts)
        return;
    Value *fine = b.CreateICmpEQ(b.CreateLoad(b.getInt32Ty(), gone),
                                 Constant::getAllOnesValue(b.getInt32Ty()));
    b.CreateCall(
        module->getOrInsertFunction("__VERIFIER_assume", b.getVoidTy(), b.getInt32Ty()),
        {b.CreateZExt(fine, b.getInt32Ty())});
}

/* Two NaN, or the same bits. A function, since passes would look at the bits of a NaN, too,
 * which sooth verify says nothing about. */
static Function *same_floats(Module &module, Type *type)
{
    LLVMContext &context = module.getContext();
    Function *f =
        Function::Create(FunctionType::get(Type::getInt1Ty(context), {type, type}, false),
                         GlobalValue::InternalLinkage, "sooth.same.floats", module);
    BasicBlock *entry = BasicBlock::Create(context, "", f),
               *some = BasicBlock::Create(context, "", f),
               *none = BasicBlock::Create(context, "", f);
    Value *x = f->getArg(0), *y = f->getArg(1);
    IRBuilder<> b(entry);
    Value *nan[2] = {b.CreateFCmpUNO(x, x), b.CreateFCmpUNO(y, y)};
    b.CreateCondBr(b.CreateOr(nan[0], nan[1]), some, none);
    b.SetInsertPoint(some);
    b.CreateRet(b.CreateAnd(nan[0], nan[1]));
    b.SetInsertPoint(none);
    b.CreateRet(b.CreateICmpEQ(lockstep_word(b, x), lockstep_word(b, y)));
    return f;
}

void Lockstep::compare_results(IRBuilder<> &b, const lockstep_request &request)
{
    if (swapped)
        return fail_unless(b, b.CreateNot(b.CreateLoad(b.getInt1Ty(), failed)));
    if (!code[0].result)
        return;
    Type *type = code[0].result->getAllocatedType();
    Value *x = b.CreateLoad(type, code[0].result), *y = b.CreateLoad(type, code[1].result);
    Value *same = type->isFloatingPointTy()
                      ? b.CreateCall(same_floats(*module, type), {x, y})
                      : b.CreateICmpEQ(lockstep_word(b, x), lockstep_word(b, y));
    fail_unless(b, same);
    if (request.post)
        fail_unless(b, post_holds(b, *request.post, arguments, x));
}

/* After a check that reports an error or ends the run unless its condition holds, the
 * condition holds: passes may use it. Where calls are made, most checks only count up to
 * where the old version did something undefined; where the new version comes first, what it
 * does wrong is only noted. */
void Lockstep::suppose_checked()
{
    std::vector<const char *> names = {"sooth.must", "sooth.doubt"};
    bool excluded = overflow != OVERFLOW_WRAPS, forbidden = overflow == OVERFLOW_FORBIDDEN;
    if (!counts && !swapped) {
        names.insert(names.end(), {"sooth.must.new", "sooth.check.old", "sooth.check.new"});
        if (excluded)
            names.push_back("sooth.overflow.old");
        if (forbidden)
            names.push_back("sooth.overflow.new");
    }
    for (const char *name : names) {
        Function *f = module->getFunction(name);
        if (!f)
            continue;
        for (User *user : make_early_inc_range(f->users()))
            if (auto *call = dyn_cast<CallInst>(user))
                IRBuilder<>(call->getNextNode()).CreateAssumption(call->getArgOperand(0));
    }
}

void Lockstep::drop_supposed()
{
    for (Instruction &i : make_early_inc_range(instructions(*main)))
        if (auto *call = dyn_cast<CallInst>(&i);
            call && call->getIntrinsicID() == Intrinsic::assume)
            call->eraseFromParent();
}

bool Lockstep::build(const lockstep_request &request)
{
    tracing = request.tracing;
    overflow = request.overflow;
    floats_pure = request.floats_pure;
    whole = request.whole;
    if (!prepare(request))
        return false;
    main = Function::Create(FunctionType::get(Type::getInt32Ty(context), false),
                            GlobalValue::ExternalLinkage, "main", *module);
    /* passes must not drop an access at null: it is a failure */
    main->addFnAttr(Attribute::NullPointerIsValid);
    if (swapped)
        failed = new GlobalVariable(*module, Type::getInt1Ty(context), false,
                                    GlobalValue::InternalLinkage,
                                    ConstantInt::getFalse(context), "sooth.failed");
    BasicBlock *entry = BasicBlock::Create(context, "", main),
               *round = BasicBlock::Create(context, "round", main),
               *turn = BasicBlock::Create(context, "", main),
               *first = BasicBlock::Create(context, "", main),
               *between = BasicBlock::Create(context, "", main),
               *second = BasicBlock::Create(context, "", main),
               *finish = BasicBlock::Create(context, "", main),
               *end = BasicBlock::Create(context, "", main),
               *impossible = BasicBlock::Create(context, "", main),
               *stop = BasicBlock::Create(context, "", main);
    std::vector<BasicBlock *> afters;
    std::vector<std::vector<BasicBlock *>> steps;
    IRBuilder<> b(entry);
    inputs(b);
    if (!numbered)
        globals(b, false);
    if (!obstacle.empty())
        return false;
    b.SetInsertPoint(b.CreateBr(request.round_from ? turn : round));
    schedule = request.schedule ? *request.schedule : default_schedule(tracing || whole);
    for (int s = 0; s < 2; s++) {
        BasicBlock *after = BasicBlock::Create(context, "", main);
        demote(s);
        splice(s, after);
        std::vector<BasicBlock *> blocks;
        for (auto block = std::next(after->getIterator()); block != main->end(); ++block)
            blocks.push_back(&*block);
        began[s] = IRBuilder<>(&*entry->begin()).CreateAlloca(b.getInt32Ty());
        afters.push_back(after);
        steps.push_back(blocks);
    }
    for (int s = 0; s < 2; s++)
        repeat_steps(s, afters[(size_t)s], s ? finish : between, impossible,
                     steps[(size_t)s]);
    for (int s = 0; s < 2; s++)
        b.CreateStore(b.getInt32(0), code[s].pc);
    if (request.round_from)
        start_anywhere(b, request);
    AllocaInst *later = IRBuilder<>(&*entry->begin()).CreateAlloca(b.getInt1Ty());
    b.SetInsertPoint(round);
    if (tracing)
        trace_round(b);
    else
        assert_round(b, request);
    Value *pc[2] = {b.CreateLoad(b.getInt32Ty(), code[0].pc),
                    b.CreateLoad(b.getInt32Ty(), code[1].pc)};
    Value *over = b.CreateAnd(b.CreateICmpEQ(pc[0], b.getInt32(LOCKSTEP_DONE)),
                              b.CreateICmpEQ(pc[1], b.getInt32(LOCKSTEP_DONE)));
    b.CreateCondBr(over, end, request.round_from ? stop : turn);
    b.SetInsertPoint(stop);
    b.CreateRet(b.getInt32(0));
    b.SetInsertPoint(turn);
    for (int s = 0; s < 2; s++) {
        pc[s] = b.CreateLoad(b.getInt32Ty(), code[s].pc);
        b.CreateStore(pc[s], began[s]);
    }
    b.CreateStore(may_step(b, 1, 1, pc), later);
    Instruction *start = b.CreateCondBr(may_step(b, 0, 1, pc), first, between);
    b.SetInsertPoint(between);
    b.CreateCondBr(b.CreateLoad(b.getInt1Ty(), later), second, finish);
    for (int s = 0; s < 2; s++)
        dispatch(s ? second : first, s, impossible, nullptr);
    b.SetInsertPoint(impossible);
    fail_unless(b, b.getFalse());
    b.CreateRet(b.getInt32(0));
    b.SetInsertPoint(end);
    compare_results(b, request);
    if (!numbered)
        globals(b, true);
    b.CreateRet(b.getInt32(0));
    b.SetInsertPoint(finish);
    b.SetInsertPoint(b.CreateBr(round));
    Memory memory(*main, addresses.unit);
    describe_memory(memory);
    if (!tracing) {
        if (!memory.expand())
            obstacle = "too many accesses to memory";
        if (whole && (counts || !memory.is_empty()))
            obstacle = "memory or calls in a loop that is not cut";
        finish_round(b, memory);
        b.SetInsertPoint(start);
        start_round(b, memory);
    }
    if (!obstacle.empty())
        return false;
    define_checks(request.overflow);
    for (int s = 0; s < 2; s++)
        function[s]->deleteBody();
    if (verifyModule(*module, nullptr)) {
        obstacle = "the two could not be put in step";
        return false;
    }
    if (!tracing)
        suppose_checked();
    if (request.round_from)
        lockstep_simplify_ways(*main);
    else if (!tracing)
        lockstep_simplify_whole(*main);
    drop_certain(*module);
    drop_supposed();
    return true;
}

/* Drops what main does not use, so that sooth verify sees nothing else. */
static void drop_unused(Module &module)
{
    for (bool progress = true; progress;) {
        progress = false;
        for (Function &f : make_early_inc_range(module))
            if (f.use_empty() && f.getName() != "main") {
                f.eraseFromParent();
                progress = true;
            }
        for (GlobalVariable &g : make_early_inc_range(module.globals()))
            if (g.use_empty()) {
                g.eraseFromParent();
                progress = true;
            }
    }
}

/* Loads were volatile so that passes keep them: accesses of the program that are volatile are
 * an obstacle before this. To sooth verify a volatile load would be any value. */
static void read_plainly(Function &f)
{
    for (Instruction &i : instructions(f))
        if (auto *load = dyn_cast<LoadInst>(&i))
            load->setVolatile(false);
}

static const char *kept_reason(struct product *p, const std::string &reason)
{
    p->proof_obstacle = reason;
    return p->proof_obstacle.c_str();
}

const char *lockstep_keep_reason(struct product *p, const char *reason)
{
    return kept_reason(p, reason);
}

const char *lockstep_write(struct product *p, const struct lockstep_request *request,
                           const char *path, struct lockstep_facts *facts)
{
    Lockstep lockstep(*p, request->swapped);
    bool built = lockstep.build(*request);
    facts->recursive = lockstep.recursive;
    facts->reshaped = lockstep.reshaped;
    if (!built)
        return kept_reason(p, lockstep.obstacle);
    facts->loops = lockstep.loops;
    facts->accesses = lockstep.accesses;
    facts->floats = lockstep.floats;
    std::unique_ptr<Module> module = lockstep.take();
    drop_unused(*module);
    for (Function &f : *module)
        read_plainly(f);
    std::error_code error;
    raw_fd_ostream out(path, error);
    if (error)
        return kept_reason(p, "no temporary file can be written");
    WriteBitcodeToFile(*module, out);
    return nullptr;
}

void *lockstep_module(struct product *p, const struct lockstep_request *like,
                      struct lockstep_shape *shape)
{
    lockstep_request request = {};
    request.tracing = true;
    request.rotated = like->rotated;
    request.reshaped = like->reshaped;
    request.overflow = like->overflow;
    Lockstep lockstep(*p, false);
    if (!lockstep.build(request))
        return nullptr;
    shape->shared = lockstep.shared_numbers();
    for (int s = 0; s < 2; s++)
        shape->heads[s] = lockstep.head_count(s);
    shape->schedule = lockstep.default_schedule(false);
    std::unique_ptr<Module> module = lockstep.take();
    drop_unused(*module);
    return module.release();
}
