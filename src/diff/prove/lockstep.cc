/* The product as one program that runs both functions in step.
 *
 * Each function is cut at the heads of its loops into steps without loops; `pc` says where a side stands. A round
 * of the one loop that is left lets the side that is behind make a step, or both where they stand at the same
 * place. Relations between the values of the two sides, found in runs (relations.c), are asserted at the start of
 * a round for each pair of places; sooth verify proves them by k-induction together with what is asked: equal
 * results, equal globals, equal calls. Nothing depends on how well the sides are aligned or on the relations being
 * right: a wrong choice only loses the proof. */
#include "diff/prove/lockstep.h"
#include "diff/prove/product_internal.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

enum { MOST_LOOPS = 8, MOST_INLINED = 80, MOST_SIZE = 4000, SLOTS = 12 };
static const unsigned DONE = 15;

namespace
{
struct slot {
    Value *where;
    Type *type;
    unsigned places; /* bit k: holds a value when its side stands at place k */
};

struct side_code {
    std::vector<BasicBlock *> heads; /* place k + 1 */
    std::vector<unsigned> depth, parent; /* of loops; parent: place of the loop around, or 0 */
    std::vector<slot> slots;
    AllocaInst *pc = nullptr, *result = nullptr;
    BasicBlock *first = nullptr;
};

class Lockstep final
{
  public:
    explicit Lockstep(product &p) : p(p), module(CloneModule(*p.module)), context(module->getContext())
    {
        for (int s = 0; s < 2; s++)
            function[s] = module->getFunction(p.function[s]->getName());
    }

    bool build(const lockstep_request &request);
    std::unique_ptr<Module> take() { return std::move(module); }
    std::string obstacle;
    bool loops = false, accesses = false;
    std::vector<lockstep_place> places;
    unsigned slot_count = 0;

  private:
    bool inline_all(int s);
    bool calls_are_safe();
    bool replace_calls(int s);
    void cut(int s);
    void demote(int s);
    void splice(int s, BasicBlock *next);
    Value *input(IRBuilder<> &b, Type *type, unsigned index);
    void inputs(IRBuilder<> &b);
    void globals(IRBuilder<> &b, bool at_end);
    void fail_unless(IRBuilder<> &b, Value *condition);
    void assert_round(IRBuilder<> &b, const lockstep_request &);
    void trace_round(IRBuilder<> &b);
    Value *relation_holds(IRBuilder<> &b, const lockstep_relation &);
    void define_checks(lockstep_overflow);
    Value *moves(IRBuilder<> &b, int s, Value *pc[2]);
    bool goes_first(int s, unsigned mine, unsigned other) const;
    Value *loaded(IRBuilder<> &b, const slot &s, Type *as);
    Function *nondet(Type *type);
    void log_call(CallInst *call, int s, bool mathematical);

    product &p;
    std::unique_ptr<Module> module;
    LLVMContext &context;
    Function *function[2], *main = nullptr;
    side_code code[2];
    std::vector<slot> shared; /* parameters */
    std::vector<Value *> arguments;
    GlobalVariable *log = nullptr, *counts = nullptr;
    bool tracing = false;
    lockstep_overflow overflow = OVERFLOW_WRAPS;
    bool has_calls = false;
};

bool calls_itself(Function &f)
{
    for (User *user : f.users())
        if (auto *call = dyn_cast<CallInst>(user); call && call->getFunction() == &f) return true;
    return false;
}

/* ---- one body per side ---- */

bool Lockstep::inline_all(int s)
{
    for (int n = 0; n < MOST_INLINED; n++) {
        CallInst *found = nullptr;
        for (Instruction &i : instructions(function[s])) {
            auto *call = dyn_cast<CallInst>(&i);
            Function *callee = call ? call->getCalledFunction() : nullptr;
            if (callee && !callee->isDeclaration() && callee != function[s]) found = call;
        }
        if (!found) return true;
        InlineFunctionInfo info;
        if (!InlineFunction(*found, info).isSuccess() || function[s]->getInstructionCount() > MOST_SIZE) break;
    }
    obstacle = "the calls cannot all be inlined";
    return false;
}

/* The type of a call's word in the log. */
Value *word_of(IRBuilder<> &b, Value *v)
{
    Type *type = v->getType(), *word = b.getInt64Ty();
    if (type->isDoubleTy()) return b.CreateBitCast(v, word);
    if (type->isFloatTy()) return b.CreateZExt(b.CreateBitCast(v, b.getInt32Ty()), word);
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) return b.CreateZExt(v, word);
    return nullptr;
}

bool has_check(Module &module, StringRef name)
{
    Function *check = module.getFunction(name);
    return check && !check->use_empty();
}

/* A call may change globals, and may not return: what the old version does after it is then not undefined. */
bool Lockstep::calls_are_safe()
{
    if (!p.globals.empty()) obstacle = "a call that may change a global variable";
    bool excluded = overflow != OVERFLOW_WRAPS && has_check(*module, "sooth.overflow.old");
    if (excluded || has_check(*module, "sooth.check.old"))
        obstacle = "a call beside what may be undefined in the old version";
    return obstacle.empty();
}

/* Calls of functions without body and of the function itself: the k-th of the old version in a round is noted
 * with its arguments and answers anything; the k-th of the new version must be the same and gets the same answer.
 * That both call themselves with equal arguments and get equal answers is the step of an induction over the
 * depth of calls. Mathematical functions may be called in any order: equal arguments, equal answer. */
bool Lockstep::replace_calls(int s)
{
    std::vector<CallInst *> calls;
    for (Instruction &i : instructions(function[s])) {
        auto *call = dyn_cast<CallInst>(&i);
        Function *callee = call ? call->getCalledFunction() : nullptr;
        if (!call || (callee && product_is_check(callee->getName()))) continue;
        if (callee && product_is_plain_intrinsic(callee->getIntrinsicID())) continue;
        bool known = callee && !callee->isIntrinsic() && (callee == function[s] || callee->isDeclaration());
        if (!known || call->arg_size() > 4 || call->doesNotReturn()) {
            obstacle = "a call that cannot be followed";
            return false;
        }
        calls.push_back(call);
    }
    for (CallInst *call : calls) {
        Function *callee = call->getCalledFunction();
        for (Value *argument : call->args())
            if (IRBuilder<> b(call); !word_of(b, argument)) {
                obstacle = "a pointer is passed to a function that is not known";
                return false;
            }
        Type *type = call->getType();
        if (!type->isVoidTy() && !type->isIntegerTy() && !type->isDoubleTy() && !type->isFloatTy()) {
            obstacle = "a function that is not known returns a pointer";
            return false;
        }
        bool mathematical = product_is_mathematical(*callee);
        if (!mathematical && !calls_are_safe()) return false;
        log_call(call, s, mathematical);
    }
    if (!calls.empty()) has_calls = true;
    return true;
}

/* How values are passed: a function of one name may be declared in two ways. */
std::string passing_of(CallInst &call)
{
    std::string text = " " + std::to_string(call.getCallingConv()) + " ";
    raw_string_ostream(text) << *call.getFunctionType() << ' ';
    const AttributeList &attributes = call.getAttributes(); /* not the declaration's, which both sides share */
    for (unsigned i = 0; i < call.arg_size(); i++) {
        if (attributes.hasParamAttr(i, Attribute::SExt)) text += 's';
        if (attributes.hasParamAttr(i, Attribute::ZExt)) text += 'z';
        text += '-';
    }
    return text;
}

/* log[slot] = { id, answer, up to four words } */
void Lockstep::log_call(CallInst *call, int s, bool mathematical)
{
    Type *word = Type::getInt64Ty(context);
    auto *row = ArrayType::get(word, 6);
    auto *table = ArrayType::get(row, SLOTS);
    if (!log) {
        log = new GlobalVariable(*module, ArrayType::get(table, 2), false, GlobalValue::InternalLinkage,
                                 Constant::getNullValue(ArrayType::get(table, 2)), "sooth.log");
        auto *four = ArrayType::get(Type::getInt32Ty(context), 4);
        counts = new GlobalVariable(*module, four, false, GlobalValue::InternalLinkage,
                                    Constant::getNullValue(four), "sooth.counts");
    }
    Function *callee = call->getCalledFunction();
    bool self = callee == function[s];
    std::string name = self ? "itself" : callee->getName().str() + passing_of(*call);
    uint64_t id = hash_value(StringRef(name)) & 0x7fffffff;
    unsigned n = call->arg_size();
    std::string helper = ("sooth.call." + Twine(s) + "." + name + "." + Twine(n)).str();
    Function *f = module->getFunction(helper);
    Type *answer = call->getType();
    std::vector<Type *> types(n, word);
    Type *i32 = Type::getInt32Ty(context);
    if (!f) {
        f = Function::Create(FunctionType::get(word, types, false), GlobalValue::InternalLinkage, helper, *module);
        int kind = mathematical ? 1 : 0;
        BasicBlock *entry = BasicBlock::Create(context, "", f);
        IRBuilder<> b(entry);
        Value *counter = b.CreateConstInBoundsGEP2_32(counts->getValueType(), counts, 0, 2 * kind + s);
        Value *k = b.CreateLoad(i32, counter);
        auto cell = [&](Value *at, unsigned field) {
            return b.CreateInBoundsGEP(log->getValueType(), log,
                                       {b.getInt32(0), b.getInt32(kind), at, b.getInt32(field)});
        };
        if (s == 0) { /* note it */
            fail_unless(b, b.CreateICmpULT(k, b.getInt32(SLOTS)));
            Value *r = b.CreateCall(nondet(word), {});
            b.CreateStore(b.getInt64(id), cell(k, 0));
            b.CreateStore(r, cell(k, 1));
            for (unsigned i = 0; i < n; i++)
                b.CreateStore(f->getArg(i), cell(k, 2 + i));
            b.CreateStore(b.CreateAdd(k, b.getInt32(1)), counter);
            b.CreateRet(r);
        } else if (!mathematical) { /* the same in the same order */
            Value *other = b.CreateLoad(i32, b.CreateConstInBoundsGEP2_32(counts->getValueType(), counts, 0, 0));
            fail_unless(b, b.CreateICmpULT(k, other));
            fail_unless(b, b.CreateICmpEQ(b.CreateLoad(word, cell(k, 0)), b.getInt64(id)));
            for (unsigned i = 0; i < n; i++)
                fail_unless(b, b.CreateICmpEQ(b.CreateLoad(word, cell(k, 2 + i)), f->getArg(i)));
            b.CreateStore(b.CreateAdd(k, b.getInt32(1)), counter);
            b.CreateRet(b.CreateLoad(word, cell(k, 1)));
        } else { /* any earlier one with these arguments */
            Value *r = b.CreateCall(nondet(word), {});
            Value *other = b.CreateLoad(i32, b.CreateConstInBoundsGEP2_32(counts->getValueType(), counts, 0, 2));
            for (unsigned j = 0; j < SLOTS; j++) {
                Value *at = b.getInt32(j);
                Value *hit = b.CreateAnd(b.CreateICmpULT(at, other),
                                         b.CreateICmpEQ(b.CreateLoad(word, cell(at, 0)), b.getInt64(id)));
                for (unsigned i = 0; i < n; i++)
                    hit = b.CreateAnd(hit, b.CreateICmpEQ(b.CreateLoad(word, cell(at, 2 + i)), f->getArg(i)));
                r = b.CreateSelect(hit, b.CreateLoad(word, cell(at, 1)), r);
            }
            b.CreateRet(r);
        }
    }
    IRBuilder<> b(call);
    std::vector<Value *> words;
    for (Value *argument : call->args())
        words.push_back(word_of(b, argument));
    Value *r = b.CreateCall(f, words);
    if (!answer->isVoidTy()) {
        Value *v = r;
        if (answer->isDoubleTy()) v = b.CreateBitCast(r, answer);
        if (answer->isFloatTy()) v = b.CreateBitCast(b.CreateTrunc(r, i32), answer);
        if (answer->isIntegerTy()) v = b.CreateTrunc(r, answer);
        call->replaceAllUsesWith(v);
    }
    call->eraseFromParent();
}

/* Passes may do what they like: what is undefined was made a check before. */
void run_passes(Function &f, const char *text)
{
    LoopAnalysisManager loop_analyses;
    FunctionAnalysisManager analyses;
    CGSCCAnalysisManager components;
    ModuleAnalysisManager modules;
    PassBuilder builder;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(analyses);
    builder.registerLoopAnalyses(loop_analyses);
    builder.crossRegisterProxies(loop_analyses, analyses, components, modules);
    FunctionPassManager passes;
    cantFail(builder.parsePassPipeline(passes, text));
    passes.run(f, analyses);
}

static const char body_passes[] =
    "sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,gvn,simplifycfg,loop-simplify,"
    "loop-unroll<full-unroll-max=20>,sccp,instcombine<no-verify-fixpoint>,gvn,adce,simplifycfg,loop-simplify";
static const char main_passes[] = "sroa,instcombine<no-verify-fixpoint>,simplifycfg,gvn";

/* ---- cutting at loop heads ---- */

void Lockstep::cut(int s)
{
    DominatorTree dominators(*function[s]);
    LoopInfo info(dominators);
    side_code &c = code[s];
    ReversePostOrderTraversal<Function *> order(function[s]);
    for (BasicBlock *block : order)
        if (info.isLoopHeader(block)) c.heads.push_back(block);
    if (c.heads.size() > MOST_LOOPS) obstacle = "too many loops";
    if (containsIrreducibleCFG<BasicBlock *>(order, info)) obstacle = "a loop with several entries";
    for (BasicBlock *head : c.heads) {
        Loop *loop = info.getLoopFor(head), *around = loop->getParentLoop();
        unsigned parent = 0;
        for (unsigned k = 0; around && k < c.heads.size(); k++)
            if (c.heads[k] == around->getHeader()) parent = k + 1;
        c.depth.push_back(loop->getLoopDepth());
        c.parent.push_back(parent);
    }
    if (!c.heads.empty()) loops = true;
    for (Instruction &i : instructions(function[s]))
        if (i.mayReadOrWriteMemory() && !isa<CallInst>(i)) accesses = true;
}

bool crosses(Instruction &i)
{
    for (User *user : i.users()) {
        auto *other = cast<Instruction>(user);
        if (other->getParent() != i.getParent() || isa<PHINode>(other)) return true;
    }
    return false;
}

void Lockstep::demote(int s)
{
    side_code &c = code[s];
    Function &f = *function[s];
    DominatorTree dominators(f);
    std::map<Instruction *, unsigned> live;
    std::vector<Instruction *> values, merges;
    auto places_of = [&](Instruction &i) {
        unsigned set = 0;
        for (unsigned k = 0; k < c.heads.size(); k++)
            if (dominators.dominates(i.getParent(), c.heads[k]) &&
                (isa<PHINode>(i) || i.getParent() != c.heads[k]))
                set |= 1u << (k + 1);
        return set;
    };
    BasicBlock::iterator at = f.getEntryBlock().begin();
    while (isa<AllocaInst>(at))
        ++at;
    for (Instruction &i : instructions(f)) {
        if (isa<AllocaInst>(i) && i.getParent() == &f.getEntryBlock()) continue;
        if (isa<PHINode>(i))
            merges.push_back(&i);
        else if (crosses(i))
            values.push_back(&i);
    }
    for (auto *list : {&values, &merges})
        for (Instruction *i : *list)
            live[i] = places_of(*i);
    Instruction *point = new BitCastInst(Constant::getNullValue(Type::getInt32Ty(context)),
                                         Type::getInt32Ty(context), "", at);
    for (Instruction *i : values) {
        unsigned set = live[i];
        Type *type = i->getType();
        if (AllocaInst *room = DemoteRegToStack(*i, false, point->getIterator()))
            c.slots.push_back({room, type, set});
    }
    for (Instruction *i : merges) {
        unsigned set = live[i];
        Type *type = i->getType();
        if (AllocaInst *room = DemotePHIToStack(cast<PHINode>(i), point->getIterator()))
            c.slots.push_back({room, type, set});
    }
    point->eraseFromParent();
}

/* Moves the blocks of a side into main; every way to a loop head and every return goes to NEXT instead. */
void Lockstep::splice(int s, BasicBlock *next)
{
    side_code &c = code[s];
    Function &f = *function[s];
    IRBuilder<> rooms(&*main->getEntryBlock().begin());
    c.pc = rooms.CreateAlloca(rooms.getInt32Ty());
    if (!f.getReturnType()->isVoidTy()) c.result = rooms.CreateAlloca(f.getReturnType());
    for (Argument &a : f.args())
        a.replaceAllUsesWith(arguments[a.getArgNo()]);
    std::vector<BasicBlock *> blocks;
    for (BasicBlock &block : f)
        blocks.push_back(&block);
    c.first = &f.getEntryBlock();
    std::vector<AllocaInst *> allocas;
    for (Instruction &i : *c.first)
        if (auto *a = dyn_cast<AllocaInst>(&i)) allocas.push_back(a);
    main->splice(main->end(), &f);
    for (AllocaInst *a : allocas)
        a->moveBefore(&*main->getEntryBlock().begin());
    for (unsigned k = 0; k < c.heads.size(); k++) {
        BasicBlock *arrive = BasicBlock::Create(context, "", main);
        IRBuilder<> b(arrive);
        b.CreateStore(b.getInt32(k + 1), c.pc);
        b.CreateBr(next);
        for (BasicBlock *block : blocks)
            block->getTerminator()->replaceSuccessorWith(c.heads[k], arrive);
    }
    for (BasicBlock *block : blocks) {
        auto *back = dyn_cast<ReturnInst>(block->getTerminator());
        if (!back) continue;
        IRBuilder<> b(back);
        if (c.result) b.CreateStore(back->getReturnValue(), c.result);
        b.CreateStore(b.getInt32(DONE), c.pc);
        b.CreateBr(next);
        back->eraseFromParent();
    }
}

/* ---- inputs, outputs ---- */

Function *Lockstep::nondet(Type *type)
{
    const char *name = type->isDoubleTy()       ? "__VERIFIER_nondet_double"
                       : type->isFloatTy()      ? "__VERIFIER_nondet_float"
                       : type->isIntegerTy(64)  ? "__VERIFIER_nondet_ulong"
                       : type->isIntegerTy(32)  ? "__VERIFIER_nondet_uint"
                       : type->isIntegerTy(16)  ? "__VERIFIER_nondet_ushort"
                       : type->isIntegerTy(8)   ? "__VERIFIER_nondet_uchar"
                                                : nullptr;
    if (!name) return nullptr;
    return cast<Function>(module->getOrInsertFunction(name, FunctionType::get(type, false)).getCallee());
}

Value *Lockstep::input(IRBuilder<> &b, Type *type, unsigned index)
{
    if (tracing) {
        FunctionCallee source =
            module->getOrInsertFunction("sooth.input", b.getInt64Ty(), b.getInt32Ty());
        Value *word = b.CreateCall(source, {b.getInt32(index)});
        if (type->isDoubleTy()) return b.CreateBitCast(word, type);
        if (type->isFloatTy()) return b.CreateBitCast(b.CreateTrunc(word, b.getInt32Ty()), type);
        return b.CreateTrunc(word, type);
    }
    if (type->isIntegerTy() && !nondet(type)) {
        if (type->getIntegerBitWidth() > 64) return nullptr;
        return b.CreateTrunc(b.CreateCall(nondet(b.getInt64Ty()), {}), type);
    }
    Function *source = nondet(type);
    return source ? b.CreateCall(source, {}) : nullptr;
}

void Lockstep::inputs(IRBuilder<> &b)
{
    for (Argument &a : function[0]->args()) {
        Value *v = a.getType()->isPointerTy() ? Constant::getNullValue(a.getType())
                                              : input(b, a.getType(), a.getArgNo());
        if (!v) {
            obstacle = "a parameter that is no number";
            v = UndefValue::get(a.getType());
        }
        Value *room = IRBuilder<>(&*main->getEntryBlock().begin()).CreateAlloca(a.getType());
        b.CreateStore(v, room);
        arguments.push_back(v);
        shared.push_back({room, a.getType(), ~0u});
    }
}

/* Globals that either version writes or reads hold equal numbers at the start, and must at the end. */
void Lockstep::globals(IRBuilder<> &b, bool at_end)
{
    unsigned index = 100;
    for (auto &entry : p.globals) {
        GlobalVariable *g[2] = {nullptr, nullptr};
        for (int s = 0; s < 2; s++)
            if (entry.second.variable[s]) g[s] = module->getNamedGlobal(entry.second.variable[s]->getName());
        Type *type = g[0] ? g[0]->getValueType() : g[1]->getValueType();
        bool number = type->isIntegerTy() || type->isDoubleTy() || type->isFloatTy();
        if (!g[0] || !g[1] || !number || g[1]->getValueType() != type) {
            obstacle = "a global variable that is no number";
            return;
        }
        if (!entry.second.exported && g[0]->getInitializer() != g[1]->getInitializer()) {
            obstacle = "a variable that starts with another value";
            return;
        }
        if (!at_end) {
            Value *v = input(b, type, index++);
            for (int s = 0; s < 2; s++) {
                b.CreateStore(v, g[s]);
                code[s].slots.push_back({g[s], type, ~0u});
            }
        } else {
            Value *x = b.CreateLoad(type, g[0]), *y = b.CreateLoad(type, g[1]);
            fail_unless(b, b.CreateICmpEQ(word_of(b, x), word_of(b, y)));
        }
    }
}

/* A call of a small function: an error unless the condition holds. */
void Lockstep::fail_unless(IRBuilder<> &b, Value *condition)
{
    FunctionCallee must = module->getOrInsertFunction(
        "sooth.must", FunctionType::get(b.getVoidTy(), {b.getInt1Ty()}, false));
    b.CreateCall(must, {condition});
}

void define(Module &module, StringRef name, const char *then)
{
    Function *f = module.getFunction(name);
    if (!f || !f->isDeclaration()) return;
    LLVMContext &context = module.getContext();
    f->setLinkage(GlobalValue::InternalLinkage);
    BasicBlock *entry = BasicBlock::Create(context, "", f), *bad = BasicBlock::Create(context, "", f),
               *good = BasicBlock::Create(context, "", f);
    IRBuilder<> b(entry);
    if (!then) {
        b.CreateBr(good);
    } else {
        b.CreateCondBr(f->getArg(0), good, bad);
    }
    b.SetInsertPoint(bad);
    if (then && !strcmp(then, "abort")) {
        b.CreateCall(module.getOrInsertFunction("__VERIFIER_assume", b.getVoidTy(), b.getInt32Ty()), {b.getInt32(0)});
    } else {
        b.CreateCall(module.getOrInsertFunction("reach_error", b.getVoidTy()));
    }
    b.CreateBr(good);
    b.SetInsertPoint(good);
    b.CreateRetVoid();
}

void Lockstep::define_checks(lockstep_overflow overflow)
{
    if (tracing) return;
    define(*module, "sooth.check.old", "abort");
    define(*module, "sooth.check.new", "error");
    define(*module, "sooth.overflow.old", overflow != OVERFLOW_WRAPS ? "abort" : nullptr);
    define(*module, "sooth.overflow.new", overflow == OVERFLOW_FORBIDDEN ? "error" : nullptr);
    define(*module, "sooth.must", "error");
}

/* ---- the round ---- */

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
            if (place[side] != DONE && s.type->isIntegerTy() && s.type->getIntegerBitWidth() > 1 &&
                (s.places >> place[side] & 1))
                list.push_back(s);
        if (place[side] == DONE && code[side].result && code[side].result->getAllocatedType()->isIntegerTy())
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
            if (place[side] != DONE && (s.places >> place[side] & 1)) add(s);
        if (place[side] == DONE && code[side].result)
            add({code[side].result, code[side].result->getAllocatedType(), ~0u});
    }
    return list;
}

/* The widest integer of the relation decides: all is computed modulo two to that. */
Value *Lockstep::relation_holds(IRBuilder<> &b, const lockstep_relation &r)
{
    std::vector<slot> list = at_places(shared, code, r.place);
    unsigned width = 64;
    for (unsigned i = 0; i < list.size(); i++)
        if (r.factor[i] && list[i].type->getIntegerBitWidth() < width) width = list[i].type->getIntegerBitWidth();
    Type *type = b.getIntNTy(width);
    Value *sum = ConstantInt::get(type, (uint64_t)r.constant, true);
    for (unsigned i = 0; i < list.size(); i++)
        if (r.factor[i])
            sum = b.CreateAdd(sum, b.CreateMul(loaded(b, list[i], type),
                                               ConstantInt::get(type, (uint64_t)r.factor[i], true)));
    return b.CreateICmpEQ(sum, Constant::getNullValue(type));
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
        Value *same = b.CreateICmpEQ(word_of(b, x), word_of(b, y));
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
            unsigned place[2] = {x > code[0].heads.size() ? DONE : x, y > code[1].heads.size() ? DONE : y};
            std::vector<slot> list = at_places(shared, code, place);
            BasicBlock *here = BasicBlock::Create(context, "", main), *next = BasicBlock::Create(context, "", main);
            Value *hit = b.CreateAnd(b.CreateICmpEQ(pc[0], b.getInt32(place[0])),
                                     b.CreateICmpEQ(pc[1], b.getInt32(place[1])));
            b.CreateCondBr(hit, here, next);
            b.SetInsertPoint(here);
            unsigned first;
            std::vector<slot> floats = floats_at(shared, code, place, &first);
            for (unsigned i = 0; i < floats.size(); i++)
                b.CreateStore(word_of(b, b.CreateLoad(floats[i].type, floats[i].where)),
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
    if (mine == DONE || other == DONE || !mine || !other) return mine < other;
    const side_code &here = code[s], &there = code[!s];
    unsigned deep = here.depth[mine - 1], deeper = there.depth[other - 1];
    return deep != deeper ? deep > deeper : mine < other;
}

Value *Lockstep::moves(IRBuilder<> &b, int s, Value *pc[2])
{
    Value *yes = b.getFalse();
    for (unsigned x = 0; x <= code[s].heads.size(); x++)
        for (unsigned y = 0; y <= code[!s].heads.size() + 1; y++) {
            unsigned other = y > code[!s].heads.size() ? DONE : y;
            if (goes_first(s, x, other))
                yes = b.CreateOr(yes, b.CreateAnd(b.CreateICmpEQ(pc[s], b.getInt32(x)),
                                                  b.CreateICmpEQ(pc[!s], b.getInt32(other))));
        }
    return yes;
}

bool Lockstep::build(const lockstep_request &request)
{
    tracing = request.tracing;
    overflow = request.overflow;
    for (int s = 0; s < 2; s++) {
        if (!inline_all(s)) return false;
        if (tracing ? calls_itself(*function[s]) : !replace_calls(s)) return false;
        run_passes(*function[s], body_passes);
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
    Value *over = b.CreateAnd(b.CreateICmpEQ(pc[0], b.getInt32(DONE)), b.CreateICmpEQ(pc[1], b.getInt32(DONE)));
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
        Value *same = b.CreateICmpEQ(word_of(b, x), word_of(b, y));
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
    if (!tracing) run_passes(*main, main_passes);
    return true;
}
} // namespace

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
