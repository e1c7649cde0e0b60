/* The calls of both sides: known bodies are inlined, other calls are noted by the old side
 * and must be made by the new one.
 *
 * A call may not return. What the old version does after one is then not undefined, so it
 * does not excuse what the new version does before it: `gone` holds how many calls the old
 * side had made in this round when it did what is undefined; the new side must make as many,
 * in the same way, and may do anything after that. */
#include "diff/lockstep/lockstep_internal.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

enum { MOST_INLINED = 80, MOST_SIZE = 4000, SLOTS = 12, MOST_ARGUMENTS = 8 };

static bool is_known(const CallInst &call)
{
    Function *callee = call.getCalledFunction();
    if (!callee)
        return false;
    if (callee->isIntrinsic())
        return product_is_plain_intrinsic(callee->getIntrinsicID());
    if (callee->getName().starts_with("__VERIFIER_nondet_"))
        return true; /* anything, on each side for itself */
    return callee->getName().starts_with("sooth.") || product_is_mathematical(*callee);
}

bool lockstep_has_unknown_calls(Function &f)
{
    for (Instruction &i : instructions(f))
        if (auto *call = dyn_cast<CallInst>(&i); call && !is_known(*call))
            return true;
    return false;
}

bool Lockstep::inline_all(int s)
{
    for (int n = 0; n < MOST_INLINED; n++) {
        CallInst *found = nullptr;
        for (Instruction &i : instructions(function[s])) {
            auto *call = dyn_cast<CallInst>(&i);
            Function *callee = call ? call->getCalledFunction() : nullptr;
            if (callee && !callee->isDeclaration() && callee != function[s])
                found = call;
        }
        if (!found)
            return true;
        InlineFunctionInfo info;
        if (!InlineFunction(*found, info).isSuccess() ||
            function[s]->getInstructionCount() > MOST_SIZE)
            break;
    }
    obstacle = "the calls cannot all be inlined";
    return false;
}

/* The type of a call's word in the log. */
Value *lockstep_word(IRBuilder<> &b, Value *v)
{
    Type *type = v->getType(), *word = b.getInt64Ty();
    if (type->isDoubleTy())
        return b.CreateBitCast(v, word);
    if (type->isFloatTy())
        return b.CreateZExt(b.CreateBitCast(v, b.getInt32Ty()), word);
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
        return b.CreateZExt(v, word);
    return nullptr;
}

Value *lockstep_from_word(IRBuilder<> &b, Value *word, Type *type)
{
    if (type->isDoubleTy())
        return b.CreateBitCast(word, type);
    if (type->isFloatTy())
        return b.CreateBitCast(b.CreateTrunc(word, b.getInt32Ty()), type);
    return b.CreateTrunc(word, type);
}

static bool is_number(Type *type)
{
    return type->isDoubleTy() || type->isFloatTy() ||
           (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

bool Lockstep::is_followed(CallInst &call, int s)
{
    Function *callee = call.getCalledFunction();
    bool known = callee && !callee->isIntrinsic() &&
                 (callee == function[s] || callee->isDeclaration());
    size_t logged = callee == function[s] ? p.parameters.size() : call.arg_size();
    if (!known || logged > MOST_ARGUMENTS)
        obstacle = "a call that cannot be followed";
    for (Value *argument : call.args())
        if (!is_number(argument->getType()))
            obstacle = "a function that is not known is given what is no number";
    Type *type = call.getType();
    if (!type->isVoidTy() && !is_number(type))
        obstacle = "a function that is not known returns what is no number";
    return obstacle.empty();
}

/* In runs: an answer that depends on how many calls the side has made, and may be an address
 * where there is room for one. */
void Lockstep::answer_call(CallInst *call, int s)
{
    IRBuilder<> b(call);
    FunctionCallee source = module->getOrInsertFunction("sooth.answer", b.getInt64Ty(),
                                                        b.getInt32Ty(), b.getInt1Ty());
    bool wide = call->getType()->isIntegerTy(64);
    Value *word = b.CreateCall(source, {b.getInt32((unsigned)s), b.getInt1(wide)});
    if (!call->getType()->isVoidTy())
        call->replaceAllUsesWith(lockstep_from_word(b, word, call->getType()));
    call->eraseFromParent();
}

/* Calls of functions without body and of the function itself: the k-th of the old version in
 * a round is noted with its arguments and answers anything; the k-th of the new version must
 * be the same and gets the same answer. That both call themselves with equal arguments and
 * get equal answers is the step of an induction over the depth of calls. Mathematical
 * functions may be called in any order: equal arguments, equal answer. */
bool Lockstep::replace_calls(int s)
{
    std::vector<CallInst *> calls, mathematical;
    for (Instruction &i : instructions(function[s])) {
        auto *call = dyn_cast<CallInst>(&i);
        if (!call)
            continue;
        Function *callee = call->getCalledFunction();
        if (callee && !callee->isIntrinsic() && product_is_mathematical(*callee))
            mathematical.push_back(call);
        else if (!is_known(*call))
            calls.push_back(call);
    }
    for (CallInst *call : calls) {
        if (!is_followed(*call, s))
            return false;
        if (tracing)
            answer_call(call, s);
        else
            log_call(call, s);
    }
    for (CallInst *call : mathematical)
        if (!tracing)
            make_pure(call);
    return true;
}

/* Where the old version does what is undefined after a call, both go on: what has no result
 * gets some. */
static void define_division(BinaryOperator &i)
{
    IRBuilder<> b(&i);
    Value *divisor = i.getOperand(1), *one = ConstantInt::get(i.getType(), 1);
    Value *bad = b.CreateICmpEQ(divisor, Constant::getNullValue(i.getType()));
    if (i.getOpcode() == Instruction::SDiv || i.getOpcode() == Instruction::SRem) {
        Value *least = ConstantInt::get(
            i.getType(), APInt::getSignedMinValue(i.getType()->getIntegerBitWidth()));
        Value *overflows =
            b.CreateAnd(b.CreateICmpEQ(divisor, Constant::getAllOnesValue(i.getType())),
                        b.CreateICmpEQ(i.getOperand(0), least));
        bad = b.CreateOr(bad, overflows);
    }
    i.setOperand(1, b.CreateSelect(bad, one, divisor));
}

static void define_shift(BinaryOperator &i)
{
    IRBuilder<> b(&i);
    Value *width = ConstantInt::get(i.getType(), i.getType()->getIntegerBitWidth());
    Value *amount = i.getOperand(1);
    Value *far = b.CreateICmpUGE(amount, width);
    i.setOperand(1, b.CreateSelect(far, Constant::getNullValue(i.getType()), amount));
}

static void define_conversion(CastInst &i)
{
    IRBuilder<> b(&i);
    Value *from = i.getOperand(0);
    Value *fits =
        product_fits(b, from, i.getType()->getIntegerBitWidth(), isa<FPToSIInst>(i));
    i.setOperand(0, b.CreateSelect(fits, from, Constant::getNullValue(from->getType())));
}

void Lockstep::define_results(int s)
{
    std::vector<Instruction *> all;
    for (Instruction &i : instructions(function[s]))
        if (i.isIntDivRem() || i.isShift() || isa<FPToSIInst>(i) || isa<FPToUIInst>(i))
            all.push_back(&i);
    for (Instruction *i : all) {
        i->dropPoisonGeneratingFlags();
        if (auto *conversion = dyn_cast<CastInst>(i))
            define_conversion(*conversion);
        else if (i->isShift())
            define_shift(*cast<BinaryOperator>(i));
        else
            define_division(*cast<BinaryOperator>(i));
    }
}

/* An address is among what such a call is given or gives. */
bool lockstep_passes_pointers(Function &f)
{
    for (Instruction &i : instructions(f)) {
        auto *call = dyn_cast<CallInst>(&i);
        if (!call || is_known(*call))
            continue;
        if (call->getType()->isPointerTy())
            return true;
        for (Value *argument : call->args())
            if (argument->getType()->isPointerTy())
                return true;
    }
    return false;
}

/* ---- functions of their arguments ---- */

static Value *pure_call(IRBuilder<> &b, Module &module, const std::string &key,
                        ArrayRef<Value *> operands, Type *type)
{
    std::vector<Value *> words;
    for (Value *operand : operands)
        words.push_back(lockstep_word(b, operand));
    std::vector<Type *> types(words.size(), b.getInt64Ty());
    Value *word = b.CreateCall(
        module.getOrInsertFunction("sooth.pure." + key,
                                   FunctionType::get(b.getInt64Ty(), types, false)),
        words);
    return lockstep_from_word(b, word, type);
}

void Lockstep::make_pure(CallInst *call)
{
    IRBuilder<> b(call);
    std::vector<Value *> operands(call->arg_begin(), call->arg_end());
    std::string key = "call." + call->getCalledFunction()->getName().str();
    call->replaceAllUsesWith(pure_call(b, *module, key, operands, call->getType()));
    call->eraseFromParent();
}

static bool is_float_arithmetic(const Instruction &i)
{
    unsigned opcode = i.getOpcode();
    bool listed = opcode == Instruction::FAdd || opcode == Instruction::FSub ||
                  opcode == Instruction::FMul || opcode == Instruction::FDiv ||
                  opcode == Instruction::FRem;
    return listed && (i.getType()->isDoubleTy() || i.getType()->isFloatTy());
}

void Lockstep::make_floats_pure(int s)
{
    std::vector<Instruction *> all;
    for (Instruction &i : instructions(function[s]))
        if (is_float_arithmetic(i))
            all.push_back(&i);
    if (!all.empty())
        floats = true;
    if (!floats_pure)
        return;
    for (Instruction *i : all) {
        IRBuilder<> b(i);
        std::string key = std::string(i->getOpcodeName()) +
                          (i->getType()->isDoubleTy() ? ".double" : ".float");
        i->replaceAllUsesWith(
            pure_call(b, *module, key, {i->getOperand(0), i->getOperand(1)}, i->getType()));
        i->eraseFromParent();
    }
}

/* ---- the log ---- */

/* How values are passed: a function of one name may be declared in two ways. */
static std::string passing_of(CallInst &call)
{
    std::string text = " " + std::to_string(call.getCallingConv()) + " ";
    raw_string_ostream stream(text);
    stream << *call.getFunctionType() << ' ';
    const AttributeList &attributes =
        call.getAttributes(); /* not the declaration's, which both sides share */
    for (unsigned i = 0; i < call.arg_size(); i++) {
        if (attributes.hasParamAttr(i, Attribute::SExt))
            stream << 's';
        if (attributes.hasParamAttr(i, Attribute::ZExt))
            stream << 'z';
        stream << *call.getArgOperand(i)->getType() << '-';
    }
    return text;
}

/* log[slot] = { id, answer, words }; counts of both sides */
void Lockstep::make_log()
{
    Type *word = Type::getInt64Ty(context), *count = Type::getInt32Ty(context);
    auto *table = ArrayType::get(ArrayType::get(word, 2 + MOST_ARGUMENTS), SLOTS);
    auto *both = ArrayType::get(count, 2);
    log = new GlobalVariable(*module, table, false, GlobalValue::InternalLinkage,
                             Constant::getNullValue(table), "sooth.log");
    counts = new GlobalVariable(*module, both, false, GlobalValue::InternalLinkage,
                                Constant::getNullValue(both), "sooth.counts");
    gone = new GlobalVariable(*module, count, false, GlobalValue::InternalLinkage,
                              Constant::getAllOnesValue(count), "sooth.gone");
}

/* How many calls a side has made in this round. */
Value *Lockstep::count_at(IRBuilder<> &b, int s)
{
    return b.CreateLoad(b.getInt32Ty(), b.CreateConstInBoundsGEP2_32(counts->getValueType(),
                                                                     counts, 0, (unsigned)s));
}

Function *Lockstep::call_helper(int s, const std::string &name, unsigned n)
{
    std::string helper = ("sooth.call." + Twine(s) + "." + name + "." + Twine(n)).str();
    if (Function *there = module->getFunction(helper))
        return there;
    uint64_t id = call_names.emplace(name, call_names.size() + 1).first->second;
    Type *word = Type::getInt64Ty(context);
    std::vector<Type *> types(n, word);
    Function *f = Function::Create(FunctionType::get(word, types, false),
                                   GlobalValue::InternalLinkage, helper, *module);
    IRBuilder<> b(BasicBlock::Create(context, "", f));
    Value *counter =
        b.CreateConstInBoundsGEP2_32(counts->getValueType(), counts, 0, (unsigned)s);
    Value *k = b.CreateLoad(b.getInt32Ty(), counter);
    auto cell = [&](unsigned field) {
        return b.CreateInBoundsGEP(log->getValueType(), log,
                                   {b.getInt32(0), k, b.getInt32(field)});
    };
    if (s == 0) { /* note it */
        fail_unless(b, b.CreateICmpULT(k, b.getInt32(SLOTS)));
        Value *r = b.CreateCall(nondet(word), {});
        b.CreateStore(b.getInt64(id), cell(0));
        b.CreateStore(r, cell(1));
        for (unsigned i = 0; i < n; i++)
            b.CreateStore(f->getArg(i), cell(2 + i));
        b.CreateStore(b.CreateAdd(k, b.getInt32(1)), counter);
        b.CreateRet(r);
        return f;
    }
    new_must(b, b.CreateICmpULT(k, count_at(b, 0)));
    new_must(b, b.CreateICmpEQ(b.CreateLoad(word, cell(0)), b.getInt64(id)));
    for (unsigned i = 0; i < n; i++)
        new_must(b, b.CreateICmpEQ(b.CreateLoad(word, cell(2 + i)), f->getArg(i)));
    b.CreateStore(b.CreateAdd(k, b.getInt32(1)), counter);
    b.CreateRet(b.CreateLoad(word, cell(1)));
    return f;
}

void Lockstep::log_call(CallInst *call, int s)
{
    if (!log)
        make_log();
    Function *callee = call->getCalledFunction();
    bool self = callee == function[s];
    std::string name = self ? "itself" : callee->getName().str() + passing_of(*call);
    unsigned n = self ? (unsigned)p.parameters.size() : call->arg_size();
    Function *helper = call_helper(s, name, n);
    IRBuilder<> b(call);
    std::vector<Value *> words;
    for (unsigned i = 0; i < n; i++)
        words.push_back(lockstep_word(b, call->getArgOperand(i)));
    Value *r = b.CreateCall(helper, words);
    if (!call->getType()->isVoidTy())
        call->replaceAllUsesWith(lockstep_from_word(b, r, call->getType()));
    call->eraseFromParent();
}
