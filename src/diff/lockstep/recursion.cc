/* Functions that call themselves, but not in step: one of them unfolded, with a case of its
 * own, or leaving out every other call.
 *
 * The first side is run with its calls of itself unfolded a few times; what each of them was
 * given and gave is noted, and those at the bottom give anything. A call of the second side
 * must be among them, and gets the same answer, or is unfolded a few times as well. So if the
 * first one ends, its calls have smaller trees of calls, those of the second one do the same
 * by induction over that size, and the second one ends with the same result. Both orders are
 * asked for: each ends where the other does. Only for functions of their arguments: no
 * memory, no other calls, no loops. */
#include "diff/lockstep/lockstep_internal.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

enum { MOST_NOTES = 24, MOST_UNFOLDED = 1500 };

static bool is_plain_type(Type *type)
{
    return type->isDoubleTy() || type->isFloatTy() ||
           (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

bool Lockstep::calls_itself(int s) const
{
    for (Instruction &i : instructions(function[s]))
        if (auto *call = dyn_cast<CallInst>(&i);
            call && call->getCalledFunction() == function[s])
            return true;
    return false;
}

/* A function of its arguments, without memory and calls of others. */
static bool is_function_of_arguments(Function &f)
{
    bool plain = is_plain_type(f.getReturnType());
    for (Argument &a : f.args())
        plain = plain && is_plain_type(a.getType());
    for (Instruction &i : instructions(f)) {
        auto *call = dyn_cast<CallInst>(&i);
        if (!call) {
            plain = plain && !i.mayReadOrWriteMemory() && !isa<AllocaInst>(i) &&
                    !isa<UnreachableInst>(i);
            continue;
        }
        Function *callee = call->getCalledFunction();
        bool check = callee && product_is_check(callee->getName());
        bool computes = callee && callee->isIntrinsic() && !call->mayReadOrWriteMemory();
        plain = plain && (callee == &f || check || computes);
    }
    return plain;
}

static std::vector<CallInst *> calls_of(Function &in, Function *callee)
{
    std::vector<CallInst *> calls;
    for (Instruction &i : instructions(in))
        if (auto *call = dyn_cast<CallInst>(&i); call && call->getCalledFunction() == callee)
            calls.push_back(call);
    return calls;
}

static std::vector<Value *> words_of(IRBuilder<> &b, CallInst *call)
{
    std::vector<Value *> words;
    for (Value *argument : call->args())
        words.push_back(lockstep_word(b, argument));
    return words;
}

/* Puts the body of ORIGINAL where the call is; the calls in it are left. */
static bool unfold_call(CallInst *call, Function *original)
{
    InlineFunctionInfo info;
    call->setCalledFunction(original);
    return InlineFunction(*call, info).isSuccess();
}

Lockstep::note Lockstep::new_note(unsigned arguments)
{
    note n;
    auto variable = [&](Type *type) {
        return new GlobalVariable(*module, type, false, GlobalValue::InternalLinkage,
                                  Constant::getNullValue(type), "sooth.note");
    };
    n.valid = variable(Type::getInt1Ty(context));
    for (unsigned i = 0; i < arguments; i++)
        n.arguments.push_back(variable(Type::getInt64Ty(context)));
    n.answer = variable(Type::getInt64Ty(context));
    return n;
}

Value *Lockstep::is_noted(IRBuilder<> &b, const note &n, Function *f)
{
    Value *same = b.CreateLoad(b.getInt1Ty(), n.valid);
    for (unsigned i = 0; i < n.arguments.size(); i++)
        same = b.CreateAnd(
            same, b.CreateICmpEQ(b.CreateLoad(b.getInt64Ty(), n.arguments[i]), f->getArg(i)));
    return same;
}

/* sooth.self.note.K(arguments, answer). The same arguments have the same answer. */
Function *Lockstep::note_helper(unsigned arguments)
{
    Type *word = Type::getInt64Ty(context);
    std::vector<Type *> types(arguments + 1, word);
    Function *f = Function::Create(FunctionType::get(Type::getVoidTy(context), types, false),
                                   GlobalValue::InternalLinkage,
                                   "sooth.self.note." + Twine(notes.size()), *module);
    IRBuilder<> b(BasicBlock::Create(context, "", f));
    Value *answer = f->getArg(arguments);
    for (const note &n : notes)
        assume(b, b.CreateOr(b.CreateNot(is_noted(b, n, f)),
                             b.CreateICmpEQ(b.CreateLoad(word, n.answer), answer)));
    note n = new_note(arguments);
    b.CreateStore(b.getTrue(), n.valid);
    for (unsigned i = 0; i < arguments; i++)
        b.CreateStore(f->getArg(i), n.arguments[i]);
    b.CreateStore(answer, n.answer);
    b.CreateRetVoid();
    notes.push_back(n);
    return f;
}

/* sooth.self.any(arguments): anything that POST allows. */
Function *Lockstep::any_answer(const lockstep_post *post)
{
    if (Function *there = module->getFunction("sooth.self.any"))
        return there;
    Function *f = Function::Create(function[0]->getFunctionType(),
                                   GlobalValue::InternalLinkage, "sooth.self.any", *module);
    IRBuilder<> b(BasicBlock::Create(context, "", f));
    std::vector<Value *> given;
    for (Argument &a : f->args())
        given.push_back(&a);
    Value *any = input(b, f->getReturnType(), 0);
    if (post)
        assume(b, post_holds(b, *post, given, any));
    b.CreateRet(any);
    return f;
}

/* Notes the calls, unfolds them, and so on; the last ones give anything that POST allows. */
bool Lockstep::unfold_first(Function *original, const lockstep_request &request)
{
    for (unsigned level = 0; level <= request.unfold; level++) {
        for (CallInst *call : calls_of(*function[0], function[0])) {
            if (notes.size() == MOST_NOTES ||
                function[0]->getInstructionCount() > MOST_UNFOLDED)
                return false;
            IRBuilder<> b(call);
            std::vector<Value *> words = words_of(b, call),
                                 given(call->arg_begin(), call->arg_end());
            b.SetInsertPoint(call->getNextNode());
            Function *helper = note_helper((unsigned)words.size());
            words.push_back(lockstep_word(b, call));
            b.CreateCall(helper, words);
            if (level < request.unfold) {
                if (!unfold_call(call, original))
                    return false;
                continue;
            }
            call->replaceAllUsesWith(
                CallInst::Create(any_answer(request.post), given, "", call->getIterator()));
            call->eraseFromParent();
        }
    }
    return true;
}

/* sooth.self.found(arguments) and sooth.self.answer(arguments). */
void Lockstep::finder_helpers(unsigned arguments, Function *found[2])
{
    Type *word = Type::getInt64Ty(context);
    std::vector<Type *> types(arguments, word);
    for (int answers = 0; answers < 2; answers++) {
        Type *type = answers ? word : Type::getInt1Ty(context);
        Function *f = Function::Create(
            FunctionType::get(type, types, false), GlobalValue::InternalLinkage,
            answers ? "sooth.self.answer" : "sooth.self.found", *module);
        IRBuilder<> b(BasicBlock::Create(context, "", f));
        Value *v = answers ? (Value *)b.getInt64(0) : (Value *)b.getFalse();
        for (const note &n : notes) {
            Value *hit = is_noted(b, n, f);
            v = answers ? b.CreateSelect(hit, b.CreateLoad(word, n.answer), v)
                        : b.CreateOr(v, hit);
        }
        b.CreateRet(v);
        found[answers] = f;
    }
}

/* A call of the second side is one of those noted, or is unfolded. */
bool Lockstep::unfold_second(Function *original, unsigned most)
{
    Function *helpers[2];
    finder_helpers((unsigned)function[1]->arg_size(), helpers);
    for (unsigned level = 0; level <= most; level++) {
        for (CallInst *call : calls_of(*function[1], function[1])) {
            if (function[1]->getInstructionCount() > MOST_UNFOLDED)
                return false;
            IRBuilder<> b(call);
            std::vector<Value *> words = words_of(b, call);
            Value *hit = b.CreateCall(helpers[0], words),
                  *word = b.CreateCall(helpers[1], words);
            Value *known = lockstep_from_word(b, word, call->getType());
            if (level == most) {
                fail_unless(b, hit);
                call->replaceAllUsesWith(known);
                call->eraseFromParent();
                continue;
            }
            BasicBlock *before = call->getParent();
            Instruction *then =
                SplitBlockAndInsertIfThen(b.CreateNot(hit), call->getIterator(), false);
            PHINode *merged = PHINode::Create(call->getType(), 2, "", call->getIterator());
            call->replaceAllUsesWith(merged);
            call->moveBefore(then);
            merged->addIncoming(known, before);
            merged->addIncoming(call, then->getParent());
            if (!unfold_call(call, original))
                return false;
        }
    }
    return true;
}

/* The two with their calls of themselves replaced, in the forms that replace_calls leaves
 * otherwise. */
bool Lockstep::unfold_both(const lockstep_request &request)
{
    bool fit = p.globals.empty() && (calls_itself(0) || calls_itself(1));
    for (int s = 0; s < 2 && fit; s++) {
        lockstep_simplify(*function[s]);
        fit = is_function_of_arguments(*function[s]);
        if (fit)
            define_results(s);
    }
    if (!fit) {
        if (obstacle.empty())
            obstacle = "recursion beside other effects";
        return false;
    }
    Function *originals[2];
    for (int s = 0; s < 2; s++) {
        ValueToValueMapTy map;
        originals[s] = CloneFunction(function[s], map);
    }
    bool small =
        unfold_first(originals[0], request) && unfold_second(originals[1], request.unfold);
    for (Function *original : originals)
        original->eraseFromParent();
    if (!small)
        obstacle = "too many calls of the function itself";
    return small;
}

/* What the first side is supposed to keep. */
Value *Lockstep::post_holds(IRBuilder<> &b, const lockstep_post &post,
                            ArrayRef<Value *> given, Value *result)
{
    Type *type = result->getType();
    if (!type->isIntegerTy())
        return b.getTrue();
    Value *zero = Constant::getNullValue(type), *holds = b.getTrue();
    if (post.positive)
        holds = b.CreateICmpSGE(result, zero);
    if (given.empty() || given[0]->getType() != type)
        return holds;
    if (post.at_least)
        holds = b.CreateAnd(holds, b.CreateICmpSGE(result, given[0]));
    Value *most = b.CreateSelect(b.CreateICmpSGT(given[0], zero), given[0], zero);
    if (post.at_most)
        holds = b.CreateAnd(holds, b.CreateICmpSLE(result, most));
    return holds;
}
