/* The product as one program that runs both functions in step.
 *
 * Each function is cut at the heads of its loops into steps without loops; `pc` says where a side stands. A round
 * of the one loop that is left lets the side that is behind make a step, or both where they stand at the same
 * place. Relations between the values of the two sides, found in runs (relations.c), are asserted at the start of
 * a round for each pair of places; sooth verify proves them by k-induction together with what is asked: equal
 * results, equal globals, equal calls. Nothing depends on how well the sides are aligned or on the relations being
 * right: a wrong choice only loses the proof. */
#include "diff/prove/lockstep_internal.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

bool Lockstep::build(const lockstep_request &request)
{
    tracing = request.tracing;
    overflow = request.overflow;
    for (int s = 0; s < 2; s++) {
        if (!inline_all(s) || !replace_garbage(s)) return false;
        if (tracing ? lockstep_calls_itself(*function[s]) : !replace_calls(s)) return false;
        lockstep_simplify(*function[s]);
        cut(s);
    }
    if (!obstacle.empty()) return false;
    main = Function::Create(FunctionType::get(Type::getInt32Ty(context), false), GlobalValue::ExternalLinkage,
                            "main", *module);
    main->addFnAttr(Attribute::NullPointerIsValid); /* passes must not drop an access at null: it is a failure */
    BasicBlock *entry = BasicBlock::Create(context, "", main), *round = BasicBlock::Create(context, "round", main),
               *turn = BasicBlock::Create(context, "", main), *first = BasicBlock::Create(context, "", main),
               *between = BasicBlock::Create(context, "", main), *second = BasicBlock::Create(context, "", main),
               *end = BasicBlock::Create(context, "", main), *impossible = BasicBlock::Create(context, "", main);
    IRBuilder<> b(entry);
    inputs(b);
    globals(b, false);
    if (!obstacle.empty()) return false;
    b.SetInsertPoint(b.CreateBr(round));
    for (int s = 0; s < 2; s++) {
        demote(s);
        splice(s, s ? round : between);
    }
    for (int s = 0; s < 2; s++)
        b.CreateStore(b.getInt32(0), code[s].pc);
    AllocaInst *later = IRBuilder<>(&*entry->begin()).CreateAlloca(b.getInt1Ty());
    b.SetInsertPoint(round);
    if (tracing)
        trace_round(b);
    else
        assert_round(b, request);
    if (has_calls) { /* a round begins with nothing noted; what the new version did not call is missing */
        Value *zero = b.getInt32(0);
        Value *calls[2] = {nullptr, nullptr};
        for (int s = 0; s < 2; s++)
            calls[s] = b.CreateLoad(b.getInt32Ty(), b.CreateConstInBoundsGEP2_32(counts->getValueType(), counts, 0, s));
        fail_unless(b, b.CreateICmpEQ(calls[0], calls[1]));
        for (unsigned i = 0; i < 4; i++)
            b.CreateStore(zero, b.CreateConstInBoundsGEP2_32(counts->getValueType(), counts, 0, i));
    }
    Value *pc[2] = {b.CreateLoad(b.getInt32Ty(), code[0].pc), b.CreateLoad(b.getInt32Ty(), code[1].pc)};
    Value *over = b.CreateAnd(b.CreateICmpEQ(pc[0], b.getInt32(LOCKSTEP_DONE)), b.CreateICmpEQ(pc[1], b.getInt32(LOCKSTEP_DONE)));
    b.CreateCondBr(over, end, turn);
    b.SetInsertPoint(turn);
    b.CreateStore(moves(b, 1, pc), later);
    b.CreateCondBr(moves(b, 0, pc), first, between);
    b.SetInsertPoint(between);
    b.CreateCondBr(b.CreateLoad(b.getInt1Ty(), later), second, round);
    for (int s = 0; s < 2; s++) {
        b.SetInsertPoint(s ? second : first);
        SwitchInst *jump = b.CreateSwitch(b.CreateLoad(b.getInt32Ty(), code[s].pc), impossible);
        jump->addCase(b.getInt32(0), code[s].first);
        for (unsigned k = 0; k < code[s].heads.size(); k++)
            jump->addCase(b.getInt32(k + 1), code[s].heads[k]);
    }
    b.SetInsertPoint(impossible);
    fail_unless(b, b.getFalse());
    b.CreateRet(b.getInt32(0));
    b.SetInsertPoint(end);
    if (code[0].result) {
        Type *type = code[0].result->getAllocatedType();
        Value *x = b.CreateLoad(type, code[0].result), *y = b.CreateLoad(type, code[1].result);
        Value *same = b.CreateICmpEQ(lockstep_word(b, x), lockstep_word(b, y));
        if (type->isFloatingPointTy()) same = b.CreateOr(same, b.CreateAnd(b.CreateFCmpUNO(x, x), b.CreateFCmpUNO(y, y)));
        fail_unless(b, same);
    }
    globals(b, true);
    b.CreateRet(b.getInt32(0));
    define_checks(request.overflow);
    for (int s = 0; s < 2; s++)
        function[s]->deleteBody();
    if (verifyModule(*module, nullptr)) {
        obstacle = "the two could not be put in step";
        return false;
    }
    if (!tracing) lockstep_simplify_whole(*main);
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

static const char *kept_reason(struct product *p, const std::string &reason)
{
    p->proof_obstacle = reason;
    return p->proof_obstacle.c_str();
}

const char *lockstep_write(struct product *p, const struct lockstep_request *request, const char *path,
                           struct lockstep_facts *facts)
{
    Lockstep lockstep(*p);
    if (!lockstep.build(*request)) return kept_reason(p, lockstep.obstacle);
    facts->loops = lockstep.loops;
    facts->accesses = lockstep.accesses;
    std::unique_ptr<Module> module = lockstep.take();
    drop_unused(*module);
    std::error_code error;
    raw_fd_ostream out(path, error);
    if (error) return kept_reason(p, "no temporary file can be written");
    WriteBitcodeToFile(*module, out);
    return nullptr;
}

void *lockstep_module(struct product *p)
{
    lockstep_request request = {};
    request.tracing = true;
    Lockstep lockstep(*p);
    if (!lockstep.build(request)) return nullptr;
    std::unique_ptr<Module> module = lockstep.take();
    drop_unused(*module);
    return module.release();
}
