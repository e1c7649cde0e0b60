/* The calls of both sides: known bodies are inlined, other calls are noted by the old side and must be made by the new one. */
#include "diff/prove/lockstep_internal.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

enum { MOST_INLINED = 80, MOST_SIZE = 4000, SLOTS = 12 };

bool lockstep_calls_itself(Function &f)
{
    for (User *user : f.users())
        if (auto *call = dyn_cast<CallInst>(user); call && call->getFunction() == &f) return true;
    return false;
}

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
Value *lockstep_word(IRBuilder<> &b, Value *v)
{
    Type *type = v->getType(), *word = b.getInt64Ty();
    if (type->isDoubleTy()) return b.CreateBitCast(v, word);
    if (type->isFloatTy()) return b.CreateZExt(b.CreateBitCast(v, b.getInt32Ty()), word);
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) return b.CreateZExt(v, word);
    return nullptr;
}

static bool has_check(Module &module, StringRef name)
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
            if (IRBuilder<> b(call); !lockstep_word(b, argument)) {
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
static std::string passing_of(CallInst &call)
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
        words.push_back(lockstep_word(b, argument));
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
