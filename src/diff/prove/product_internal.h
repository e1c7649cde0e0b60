/* Inside the product: the module under construction, for product.cc, execute.cc and
 * lockstep.cc. */
#ifndef DIFF_PROVE_PRODUCT_INTERNAL_H
#define DIFF_PROVE_PRODUCT_INTERNAL_H
#include "diff/prove/product.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

struct product_global {
    llvm::GlobalVariable *variable[2]; /* one may be null */
    bool exported;                     /* may hold anything when the functions are called */
};

struct product {
    std::unique_ptr<llvm::Module> module;
    llvm::Function *function[2] = {nullptr, nullptr};
    std::map<std::string, product_global> globals; /* writable ones, by base name */
    std::vector<llvm::Function *> externals;       /* without body, no marker, no intrinsic */
    std::vector<product_value> parameters;
    product_value result{};
    std::string obstacle, proof_obstacle;
    bool overflow[2] = {false, false}; /* there is arithmetic whose overflow is undefined */
    bool trusting = false;             /* see product_trust */
};

/* A marker of normalisation, which lowering takes away. */
bool product_is_marker(llvm::StringRef name);
/* What lowering puts in: a call with a condition that must hold. */
bool product_is_check(llvm::StringRef name);
/* The library functions that a run may really call: the same arguments give the same result.
 */
bool product_is_library(const llvm::Function &);
/* Of those, the ones that are functions of their arguments: no effect but errno's, no locale.
 */
bool product_is_mathematical(const llvm::Function &);
/* Intrinsics that compute a result or copy memory, and no more; a trap is none. */
bool product_is_plain_intrinsic(llvm::Intrinsic::ID);

/* checks.cc: markers of normalisation become checks. */
void product_lower(product &);
/* A number with a fraction fits into an integer of this width, once the fraction is cut off.
 */
llvm::Value *product_fits(llvm::IRBuilder<> &, llvm::Value *from, unsigned width,
                          bool is_signed);

/* What a module calls in this process, once it is machine code (machine.h). */
struct execute_host {
    const char *name;
    void *address;
};

#endif
