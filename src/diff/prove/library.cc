/* What is known about functions without a body: which ones a run may really call, and which
 * ones a proof may take for functions of their arguments. A name alone says nothing: a
 * program may have a `log` of its own. */
#include "diff/prove/product_internal.h"

#include <set>

using namespace llvm;

/* Every parameter and the result have this type. */
static bool is_all(const Function &f, Type *type)
{
    if (f.isVarArg() || f.getReturnType() != type || f.arg_empty() || f.arg_size() > 2)
        return false;
    for (const Argument &a : f.args())
        if (a.getType() != type)
            return false;
    return true;
}

static const std::set<StringRef> &of_doubles()
{
    static const std::set<StringRef> names = {
        "sin",  "cos",  "tan",  "asin",  "acos", "atan",  "atan2",  "sinh",    "cosh",
        "tanh", "exp",  "exp2", "expm1", "log",  "log2",  "log10",  "log1p",   "pow",
        "sqrt", "cbrt", "fabs", "floor", "ceil", "trunc", "round",  "rint",    "fmod",
        "fmin", "fmax", "fdim", "hypot", "erf",  "erfc",  "tgamma", "copysign"};
    return names;
}

static const std::set<StringRef> &of_floats()
{
    static const std::set<StringRef> names = {"sinf",   "cosf",  "tanf",  "expf",
                                              "logf",   "powf",  "sqrtf", "fabsf",
                                              "floorf", "ceilf", "fmodf"};
    return names;
}

bool product_is_mathematical(const Function &f)
{
    LLVMContext &context = f.getContext();
    StringRef name = f.getName();
    if (name == "abs")
        return is_all(f, Type::getInt32Ty(context));
    if (name == "labs" || name == "llabs")
        return is_all(f, Type::getInt64Ty(context));
    if (of_floats().count(name))
        return is_all(f, Type::getFloatTy(context));
    return of_doubles().count(name) && is_all(f, Type::getDoubleTy(context));
}

/* Their answers depend on the locale, too, and not every number is a character. */
static bool is_of_characters(const Function &f)
{
    static const std::set<StringRef> names = {"isalpha", "isdigit", "isspace", "toupper",
                                              "tolower"};
    return names.count(f.getName()) && is_all(f, Type::getInt32Ty(f.getContext()));
}

bool product_is_library(const Function &f)
{
    static const std::set<StringRef> names = {
        "strlen", "strcmp",  "strncmp", "memcmp", "memcpy", "memmove", "memset", "strcpy",
        "strchr", "strrchr", "memchr",  "strcat", "malloc", "calloc",  "free"};
    return product_is_mathematical(f) || is_of_characters(f) || names.count(f.getName()) != 0;
}

bool product_is_plain_intrinsic(Intrinsic::ID id)
{
    switch (id) {
    case Intrinsic::abs:
    case Intrinsic::smax:
    case Intrinsic::smin:
    case Intrinsic::umax:
    case Intrinsic::umin:
    case Intrinsic::ctlz:
    case Intrinsic::cttz:
    case Intrinsic::ctpop:
    case Intrinsic::bswap:
    case Intrinsic::bitreverse:
    case Intrinsic::fshl:
    case Intrinsic::fshr:
    case Intrinsic::sadd_with_overflow:
    case Intrinsic::uadd_with_overflow:
    case Intrinsic::ssub_with_overflow:
    case Intrinsic::usub_with_overflow:
    case Intrinsic::smul_with_overflow:
    case Intrinsic::umul_with_overflow:
    case Intrinsic::sadd_sat:
    case Intrinsic::uadd_sat:
    case Intrinsic::ssub_sat:
    case Intrinsic::usub_sat:
    case Intrinsic::fabs:
    case Intrinsic::floor:
    case Intrinsic::ceil:
    case Intrinsic::trunc:
    case Intrinsic::rint:
    case Intrinsic::nearbyint:
    case Intrinsic::round:
    case Intrinsic::sqrt:
    case Intrinsic::copysign:
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
    case Intrinsic::is_fpclass:
    case Intrinsic::memcpy:
    case Intrinsic::memmove:
    case Intrinsic::memset:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
        return true;
    default:
        return false;
    }
}
