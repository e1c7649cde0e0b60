/* Getters of LLVM's C++ interface behind extra.h; nothing is decided here. */
#include "load/llvm/extra.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Instruction.h>

using namespace llvm;

template <typename Kind> static const Kind *as(LLVMMetadataRef m)
{
    return dyn_cast_or_null<Kind>(unwrap(m));
}

static LLVMMetadataRef out(const Metadata *m)
{
    return wrap(const_cast<Metadata *>(m));
}

void extra_declarations(LLVMValueRef instruction,
                        void (*take)(void *context, const struct extra_declaration *),
                        void *context)
{
    for (DbgVariableRecord &r :
         filterDbgVars(cast<Instruction>(unwrap(instruction))->getDbgRecordRange())) {
        if (!r.isDbgDeclare())
            continue;
        auto *address = dyn_cast_or_null<ValueAsMetadata>(r.getRawLocation());
        struct extra_declaration d = {address ? wrap(address->getValue()) : nullptr,
                                      out(r.getVariable()), out(r.getDebugLoc().get())};
        take(context, &d);
    }
}

const char *extra_name(LLVMMetadataRef m, size_t *size)
{
    StringRef name;
    if (auto *v = as<DIVariable>(m))
        name = v->getName();
    if (auto *s = as<DISubprogram>(m))
        name = s->getName();
    if (auto *e = as<DIEnumerator>(m))
        name = e->getName();
    *size = name.size();
    return name.data();
}

LLVMMetadataRef extra_type(LLVMMetadataRef m)
{
    if (auto *v = as<DIVariable>(m))
        return out(v->getType());
    if (auto *s = as<DISubprogram>(m))
        return out(s->getType());
    if (auto *d = as<DIDerivedType>(m))
        return out(d->getBaseType());
    if (auto *c = as<DICompositeType>(m))
        return out(c->getBaseType());
    return nullptr;
}

LLVMMetadataRef extra_elements(LLVMMetadataRef m)
{
    if (auto *c = as<DICompositeType>(m))
        return out(c->getRawElements());
    if (auto *s = as<DISubroutineType>(m))
        return out(s->getRawTypeArray());
    return nullptr;
}

LLVMMetadataRef extra_parent(LLVMMetadataRef m)
{
    auto *block = as<DILexicalBlockBase>(m);
    return block ? out(block->getScope()) : nullptr;
}

unsigned extra_block_line(LLVMMetadataRef m)
{
    auto *block = as<DILexicalBlock>(m);
    return block ? block->getLine() : 0;
}

unsigned extra_encoding(LLVMMetadataRef m)
{
    auto *type = as<DIBasicType>(m);
    return type ? type->getEncoding() : 0;
}

int64_t extra_enumerator(LLVMMetadataRef m)
{
    auto *e = as<DIEnumerator>(m);
    if (!e)
        return 0;
    const APInt &value = e->getValue();
    APInt word = e->isUnsigned() ? value.zextOrTrunc(64) : value.sextOrTrunc(64);
    return static_cast<int64_t>(word.getZExtValue());
}

int64_t extra_count(LLVMMetadataRef m)
{
    auto *range = as<DISubrange>(m);
    auto *count =
        range ? dyn_cast_or_null<ConstantAsMetadata>(range->getRawCountNode()) : nullptr;
    auto *number = count ? dyn_cast<ConstantInt>(count->getValue()) : nullptr;
    return number && number->getBitWidth() <= 64 ? number->getSExtValue() : -1;
}

unsigned extra_argument(LLVMMetadataRef m)
{
    auto *variable = as<DILocalVariable>(m);
    return variable ? variable->getArg() : 0;
}

unsigned extra_tuple_size(LLVMMetadataRef m)
{
    auto *tuple = as<MDTuple>(m);
    return tuple ? tuple->getNumOperands() : 0;
}

LLVMMetadataRef extra_tuple_item(LLVMMetadataRef m, unsigned k)
{
    return out(as<MDTuple>(m)->getOperand(k).get());
}
