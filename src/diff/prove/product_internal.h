/* Inside the product: the module under construction, for product.cc, execute.cc and lockstep.cc. */
#ifndef DIFF_PROVE_PRODUCT_INTERNAL_H
#define DIFF_PROVE_PRODUCT_INTERNAL_H
#include "diff/prove/product.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
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
    bool overflow = false; /* the old version has arithmetic whose overflow is undefined */
};

/* A marker of normalisation, which lowering takes away. */
bool product_is_marker(llvm::StringRef name);
/* The library functions that a run may really call: the same arguments give the same result. */
bool product_is_library(llvm::StringRef name);
/* Of those, the ones without effect on memory. */
bool product_is_mathematical(llvm::StringRef name);

/* execute.cc: a module as machine code in this process, with what it calls here; null if that fails. */
struct execute_host {
    const char *name;
    void *address;
};
std::unique_ptr<llvm::orc::LLJIT> execute_start(llvm::Module &, const std::vector<execute_host> &);

#endif
