/* Builds the product: copies both functions with their callees and globals into a module of
 * its own. Markers of normalisation become checks (checks.cc). */
#include "diff/prove/product_internal.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <cstring>
#include <set>

using namespace llvm;

static const char *const side_prefix[2] = {"old.", "new."};

namespace
{
/* Takes the places of instructions off a function while it is cloned: LLVM would walk all
 * that its file has. */
class PlacesAside final
{
  public:
    explicit PlacesAside(Function &function)
        : function(function), program(function.getSubprogram())
    {
        for (Instruction &i : instructions(function)) {
            places.push_back(i.getDebugLoc());
            i.setDebugLoc(DebugLoc());
        }
        function.setSubprogram(nullptr);
    }
    ~PlacesAside()
    {
        size_t n = 0;
        for (Instruction &i : instructions(function))
            i.setDebugLoc(places[n++]);
        function.setSubprogram(program);
    }

  private:
    Function &function;
    DISubprogram *program;
    std::vector<DebugLoc> places;
};

class Copier final : public ValueMaterializer
{
  public:
    Copier(product &p, int side, const product_resolver &resolver)
        : p(p), side(side), resolver(resolver)
    {
    }

    Value *materialize(Value *value) override
    {
        auto *global = dyn_cast<GlobalValue>(value);
        if (!global || global->getParent() == p.module.get())
            return nullptr;
        GlobalValue *definition = resolved(global);
        if (auto *function = dyn_cast<Function>(definition))
            return copyOf(function);
        if (auto *variable = dyn_cast<GlobalVariable>(definition))
            return copyOf(variable);
        p.obstacle = "an alias that cannot be followed";
        return UndefValue::get(value->getType());
    }

    Function *copyOf(Function *from)
    {
        auto known = functions.find(from);
        if (known != functions.end())
            return known->second;
        bool marker = product_is_marker(from->getName()) || from->isIntrinsic();
        bool replaced = from->isInterposable() &&
                        !functions.empty(); /* at link time, unless it is compared itself */
        if (marker || from->isDeclaration() || replaced)
            return declared(from);
        Function *copy =
            Function::Create(from->getFunctionType(), GlobalValue::InternalLinkage,
                             side_prefix[side] + from->getName(), *p.module);
        functions[from] = copy;
        work.push_back(from);
        return copy;
    }

    void run()
    {
        while (!work.empty()) {
            Function *from = work.back();
            work.pop_back();
            if (functions.size() > 40)
                p.obstacle = "too many functions are called";
            if (p.obstacle.empty())
                copyBody(watched(from), functions[from]);
        }
    }

  private:
    GlobalValue *resolved(GlobalValue *global)
    {
        return unwrap<GlobalValue>(resolver.resolve(resolver.context, side, wrap(global)));
    }

    Function *watched(Function *definition)
    {
        return unwrap<Function>(resolver.watched(resolver.context, wrap(definition)));
    }

    Function *declared(Function *from)
    {
        if (Function *there = p.module->getFunction(from->getName()))
            return there;
        Function *copy =
            Function::Create(from->getFunctionType(), GlobalValue::ExternalLinkage,
                             from->getName(), *p.module);
        copy->setAttributes(from->getAttributes());
        if (!from->isIntrinsic() && !product_is_marker(from->getName()))
            p.externals.push_back(copy);
        return copy;
    }

    Constant *copyOf(GlobalVariable *from)
    {
        auto there = variables.find(from);
        if (there != variables.end())
            return there->second;
        if (from->isThreadLocal())
            p.obstacle = "a thread-local variable";
        bool known_content = from->isConstant() && from->hasDefinitiveInitializer();
        auto *copy = new GlobalVariable(*p.module, from->getValueType(), known_content,
                                        GlobalValue::InternalLinkage, nullptr,
                                        side_prefix[side] + from->getName());
        copy->setAlignment(from->getAlign());
        copy->setUnnamedAddr(from->getUnnamedAddr());
        variables[from] = copy;
        if (!from->hasGlobalUnnamedAddr())
            origins[from->getName().split('@').first.str()] = from;
        if (!from->getValueType()->isSized()) {
            p.obstacle = "a variable of unknown size";
            return copy;
        }
        Constant *content = from->hasInitializer() ? from->getInitializer() : nullptr;
        copy->setInitializer(content ? MapValue(content, map, RF_None, nullptr, this)
                                     : Constant::getNullValue(from->getValueType()));
        if (known_content)
            return copy;
        StringRef base = from->getName().split('@').first;
        product_global &entry = p.globals[base.str()];
        if (entry.variable[side])
            p.obstacle = "two variables of one name";
        entry.variable[side] = copy;
        entry.exported = !from->hasLocalLinkage();
        return copy;
    }

    void copyBody(Function *from, Function *copy)
    {
        if (from->isVarArg())
            p.obstacle = "a function with a variable number of arguments";
        if (from->getInstructionCount() > 4000)
            p.obstacle = "a function that is too large";
        auto to = copy->arg_begin();
        for (Argument &argument : from->args())
            map[&argument] = &*to++;
        SmallVector<ReturnInst *, 8> returns;
        PlacesAside aside(*from);
        CloneFunctionInto(copy, from, map, CloneFunctionChangeType::DifferentModule, returns,
                          "", nullptr, nullptr, this);
        copy->setLinkage(GlobalValue::InternalLinkage);
        copy->setComdat(nullptr);
    }

    product &p;
    int side;
    const product_resolver &resolver;
    ValueToValueMapTy map;
    std::map<Function *, Function *> functions;
    std::map<GlobalVariable *, GlobalVariable *> variables;
    std::vector<Function *> work;

  public:
    std::map<std::string, GlobalVariable *> origins; /* by base name */
};

/* What a proof does not speak of: where a variable lies that somebody may look at. */
bool are_placed_alike(const GlobalVariable &a, const GlobalVariable &b)
{
    const DataLayout &layout = a.getDataLayout();
    Type *x = a.getValueType(), *y = b.getValueType();
    if (a.getSection() != b.getSection() || a.isThreadLocal() != b.isThreadLocal())
        return false;
    if (!a.isConstant() && b.isConstant())
        return false;
    bool resized = !x->isSized() || !y->isSized() ||
                   layout.getTypeAllocSize(x) != layout.getTypeAllocSize(y);
    return resized || b.getAlign().valueOrOne() >= a.getAlign().valueOrOne();
}

void compare_placement(product &p, const std::map<std::string, GlobalVariable *> &a,
                       const std::map<std::string, GlobalVariable *> &b)
{
    for (auto &[name, variable] : a) {
        auto there = b.find(name);
        if (there != b.end() && !are_placed_alike(*variable, *there->second))
            p.proof_obstacle = "a variable has another alignment, section or access";
    }
}

/* ---- parameters ---- */

product_value described(Type *type)
{
    product_value v = {PRODUCT_OTHER, 0, true, PRODUCT_OTHER, 0};
    if (type->isVoidTy())
        v.kind = PRODUCT_NOTHING;
    if (type->isFloatTy())
        v.kind = PRODUCT_FLOAT;
    if (type->isDoubleTy())
        v.kind = PRODUCT_DOUBLE;
    if (type->isPointerTy())
        v.kind = PRODUCT_POINTER;
    if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64)
        return v;
    v.kind = PRODUCT_INTEGER;
    v.bits = type->getIntegerBitWidth();
    return v;
}

const DIType *bare(const DIType *type)
{
    while (auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
        if (derived->getTag() == dwarf::DW_TAG_pointer_type)
            break;
        type = derived->getBaseType();
    }
    return type;
}

void tell_basic(const DIType *type, product_kind *kind, unsigned *bits, bool *is_signed)
{
    auto *basic = dyn_cast_or_null<DIBasicType>(bare(type));
    if (!basic)
        return;
    *bits = (unsigned)basic->getSizeInBits();
    bool real = basic->getEncoding() == dwarf::DW_ATE_float;
    *kind = real ? PRODUCT_OTHER : PRODUCT_INTEGER;
    if (real && *bits == 32)
        *kind = PRODUCT_FLOAT;
    if (real && *bits == 64)
        *kind = PRODUCT_DOUBLE;
    *is_signed = basic->getEncoding() == dwarf::DW_ATE_signed ||
                 basic->getEncoding() == dwarf::DW_ATE_signed_char;
}

/* What debug information says about sign and pointees. */
void refine(product_value &v, const DIType *type)
{
    product_kind kind;
    unsigned bits = 0;
    if (v.kind == PRODUCT_INTEGER)
        tell_basic(type, &kind, &bits, &v.is_signed);
    auto *pointer = dyn_cast_or_null<DIDerivedType>(bare(type));
    if (v.kind == PRODUCT_POINTER && pointer)
        tell_basic(pointer->getBaseType(), &v.pointee, &v.pointee_bits, &v.is_signed);
}

void describe(product &p, Function *original)
{
    DISubprogram *program = original->getSubprogram();
    DITypeRefArray types =
        program && program->getType() ? program->getType()->getTypeArray() : DITypeRefArray();
    bool alike = types && types.size() == original->arg_size() + 1;
    for (Argument &argument : original->args()) {
        product_value v = described(argument.getType());
        if (alike)
            refine(v, types[argument.getArgNo() + 1]);
        if (v.kind == PRODUCT_OTHER)
            p.obstacle = "a parameter that is no number and no pointer";
        p.parameters.push_back(v);
    }
    if (p.parameters.size() > PRODUCT_MOST_VALUES)
        p.obstacle = "too many parameters";
    p.result = described(original->getReturnType());
    if (alike && types[0])
        refine(p.result, types[0]);
    if (p.result.kind == PRODUCT_OTHER)
        p.obstacle = "a result that is no number and no pointer";
}
} // namespace

/* Files get short names, which depend on nothing but their order: a file that is built twice
 * makes equal products. */
static void rename_files(Module &module)
{
    std::map<std::string, size_t> numbers;
    for (GlobalValue &global : module.global_values()) {
        auto [name, file] = global.getName().split('@');
        if (file.empty())
            continue;
        size_t number = numbers.try_emplace(file.str(), numbers.size()).first->second;
        global.setName(name.str() + "@" + std::to_string(number));
    }
}

struct product *product_new(LLVMValueRef old_function, LLVMValueRef new_function,
                            const struct product_resolver *resolver)
{
    Function *from[2] = {unwrap<Function>(old_function), unwrap<Function>(new_function)};
    auto *p = new product;
    p->module = std::make_unique<Module>("product", from[0]->getContext());
    p->module->setDataLayout(from[0]->getParent()->getDataLayout());
    p->module->setTargetTriple(from[0]->getParent()->getTargetTriple());
    describe(*p, from[0]);
    std::map<std::string, GlobalVariable *> origins[2];
    for (int side = 0; side < 2 && p->obstacle.empty(); side++) {
        Copier copier(*p, side, *resolver);
        p->function[side] = copier.copyOf(from[side]);
        copier.run();
        origins[side] = copier.origins;
    }
    compare_placement(*p, origins[0], origins[1]);
    if (p->obstacle.empty())
        product_lower(*p);
    StripDebugInfo(*p->module);
    rename_files(*p->module);
    if (p->obstacle.empty() && verifyModule(*p->module))
        p->obstacle = "the two could not be put together";
    return p;
}

void product_free(struct product *p)
{
    delete p;
}

const char *product_obstacle(const struct product *p)
{
    return p->obstacle.empty() ? nullptr : p->obstacle.c_str();
}

const char *product_proof_obstacle(const struct product *p)
{
    return p->proof_obstacle.empty() ? nullptr : p->proof_obstacle.c_str();
}

size_t product_parameter_count(const struct product *p)
{
    return p->parameters.size();
}

struct product_value product_parameter(const struct product *p, size_t index)
{
    return p->parameters[index];
}

struct product_value product_result(const struct product *p)
{
    return p->result;
}

void product_trust(struct product *p, bool trusting)
{
    p->trusting = trusting;
}

bool product_has_overflow(const struct product *p, int side)
{
    return p->overflow[side];
}

size_t product_integers(const struct product *p, int64_t *values, size_t most)
{
    size_t count = 0;
    for (Function &function : *p->module)
        for (Instruction &i : instructions(function))
            for (Value *operand : i.operands())
                if (auto *c = dyn_cast<ConstantInt>(operand))
                    if (count < most && c->getBitWidth() <= 64 && c->getBitWidth() > 1)
                        values[count++] = c->getSExtValue();
    return count;
}

size_t product_doubles(const struct product *p, double *values, size_t most)
{
    size_t count = 0;
    for (Function &function : *p->module)
        for (Instruction &i : instructions(function))
            for (Value *operand : i.operands())
                if (auto *c = dyn_cast<ConstantFP>(operand))
                    if (count < most &&
                        (c->getType()->isDoubleTy() || c->getType()->isFloatTy()))
                        values[count++] = c->getType()->isDoubleTy()
                                              ? c->getValueAPF().convertToDouble()
                                              : c->getValueAPF().convertToFloat();
    return count;
}
