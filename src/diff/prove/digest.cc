/* A product as a short text: all that runs and proofs look at goes into it. */
#include "diff/prove/product_internal.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/TypeFinder.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace llvm;

namespace
{
/* LLVM numbers types of one name as it reads files: while this lives, types are named after
 * their order in the module alone. */
class TypesAside final
{
  public:
    explicit TypesAside(const Module &module)
    {
        TypeFinder finder;
        finder.run(module, true);
        types.assign(finder.begin(), finder.end());
        for (StructType *type : types) {
            names.push_back(type->getName().str());
            type->setName("sooth.type." + std::to_string(names.size()));
        }
    }
    ~TypesAside()
    {
        for (size_t i = 0; i < types.size(); i++)
            types[i]->setName(names[i]);
    }

  private:
    std::vector<StructType *> types;
    std::vector<std::string> names;
};
} // namespace

static void print(raw_ostream &out, const product_value &v)
{
    out << v.kind << ' ' << v.bits << ' ' << v.is_signed << ' ' << v.pointee << ' '
        << v.pointee_bits << '\n';
}

static void print(raw_ostream &out, const Value *v)
{
    out << ' ';
    if (v)
        v->printAsOperand(out);
}

static void print_sides(raw_ostream &out, const product &p)
{
    for (int side = 0; side < 2; side++) {
        print(out, p.function[side]);
        out << ' ' << p.overflow[side] << '\n';
    }
    for (auto &[name, global] : p.globals) {
        out << name << ' ' << global.exported;
        for (const GlobalVariable *variable : global.variable)
            print(out, variable);
        out << '\n';
    }
}

void product_digest(const struct product *p, char text[PRODUCT_DIGEST])
{
    std::string whole;
    raw_string_ostream out(whole);
    TypesAside aside(*p->module);
    p->module->print(out, nullptr);
    print_sides(out, *p);
    for (const product_value &v : p->parameters)
        print(out, v);
    print(out, p->result);
    for (const Function *f : p->externals)
        print(out, f);
    out << '\n' << p->obstacle << '\n' << p->proof_obstacle << '\n';
    out.flush();
    std::string digest = toHex(SHA256::hash(arrayRefFromStringRef(whole)), true);
    memcpy(text, digest.c_str(), PRODUCT_DIGEST);
}
