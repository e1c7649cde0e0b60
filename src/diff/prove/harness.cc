/* A program of its own that runs both versions on one input and prints what they return. */
#include "diff/prove/execute_internal.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static Function *defined_empty(Module &module, const char *name)
{
    Function *f = module.getFunction(name);
    if (!f || !f->isDeclaration())
        return f;
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", f));
    if (f->getReturnType()->isVoidTy())
        builder.CreateRetVoid();
    else
        builder.CreateRet(Constant::getNullValue(f->getReturnType()));
    return f;
}

static void print_result(IRBuilder<> &builder, Module &module, const product_value &result,
                         const char *label, Value *room)
{
    FunctionCallee print = module.getOrInsertFunction(
        "printf", FunctionType::get(builder.getInt32Ty(), {builder.getPtrTy()}, true));
    bool real = result.kind == PRODUCT_DOUBLE || result.kind == PRODUCT_FLOAT;
    const char *what = real ? ": %.17g\n" : ": %lld\n";
    std::string format =
        std::string(label) + (result.kind == PRODUCT_NOTHING ? ": done\n" : what);
    Value *text = builder.CreateGlobalString(format);
    if (result.kind == PRODUCT_NOTHING) {
        builder.CreateCall(print, {text});
        return;
    }
    Value *value;
    if (result.kind == PRODUCT_DOUBLE)
        value = builder.CreateLoad(builder.getDoubleTy(), room);
    else if (result.kind == PRODUCT_FLOAT)
        value = builder.CreateFPExt(builder.CreateLoad(builder.getFloatTy(), room),
                                    builder.getDoubleTy());
    else if (result.kind == PRODUCT_INTEGER) {
        value = builder.CreateLoad(builder.getIntNTy(result.bits), room);
        value = result.is_signed ? builder.CreateSExt(value, builder.getInt64Ty())
                                 : builder.CreateZExt(value, builder.getInt64Ty());
    } else
        value = builder.CreateLoad(builder.getInt64Ty(), room);
    builder.CreateCall(print, {text, value});
}

/* A parameter's word; what it points to becomes a variable. */
static Constant *input_word(IRBuilder<> &builder, Module &module,
                            const product_value &parameter, uint64_t value)
{
    if (parameter.kind != PRODUCT_POINTER || !execute_is_page_address(value))
        return builder.getInt64(value);
    auto *data = reinterpret_cast<const char *>(value);
    auto *content =
        ConstantDataArray::getString(module.getContext(), StringRef(data, PAGE), false);
    auto *page = new GlobalVariable(module, content->getType(), false,
                                    GlobalValue::InternalLinkage, content, "page");
    page->setAlignment(Align(16));
    return ConstantExpr::getPtrToInt(page, builder.getInt64Ty());
}

static void run_side(IRBuilder<> &builder, Module &module, const product &p,
                     const struct run_input *in, int side, Value *result)
{
    execute_fill_pages(p, in->seed);
    std::vector<Constant *> words;
    for (size_t i = 0; i < p.parameters.size(); i++)
        words.push_back(input_word(builder, module, p.parameters[i], in->values[i]));
    auto *list =
        ConstantArray::get(ArrayType::get(builder.getInt64Ty(), words.size()), words);
    auto *input = new GlobalVariable(module, list->getType(), true,
                                     GlobalValue::InternalLinkage, list, "input");
    builder.CreateCall(module.getFunction(side ? "sooth.run.new" : "sooth.run.old"),
                       {input, result});
    print_result(builder, module, p.result, side ? "new" : "old", result);
}

bool product_write_harness(struct product *p, const struct run_input *in, const char *path)
{
    std::unique_ptr<Module> module = execute_prepared(*p);
    if (!module)
        return false;
    for (const char *name : {"sooth.check.old", "sooth.check.new", "sooth.overflow.old",
                             "sooth.overflow.new", "sooth.event", "sooth.exit"})
        defined_empty(*module, name);
    if (GlobalVariable *source = module->getNamedGlobal("sooth.source"))
        source->setInitializer(Constant::getNullValue(source->getValueType()));
    FunctionType *type = FunctionType::get(Type::getInt32Ty(module->getContext()), false);
    Function *main = Function::Create(type, GlobalValue::ExternalLinkage, "main", *module);
    IRBuilder<> builder(BasicBlock::Create(module->getContext(), "", main));
    Value *result = builder.CreateAlloca(builder.getInt64Ty(), builder.getInt32(16));
    for (int side = 0; side < 2; side++)
        run_side(builder, *module, *p, in, side, result);
    builder.CreateRet(builder.getInt32(0));
    std::error_code error;
    raw_fd_ostream out(path, error);
    if (error)
        return false;
    out << "; Both versions on one input. Compile and run: clang-19 " << path
        << " -lm && ./a.out\n";
    module->print(out, nullptr);
    return true;
}
