/* Inside the program that runs both in step: pointers to memory that callers see become
 * numbers. */
#ifndef DIFF_LOCKSTEP_NUMBERS_H
#define DIFF_LOCKSTEP_NUMBERS_H
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <map>
#include <string>
#include <utility>

/* What both sides share. */
struct lockstep_addresses {
    /* Constants whose address is kept, passed or returned: equal content, equal number. */
    std::map<std::pair<llvm::Constant *, std::string>, uint64_t> tables;
    unsigned unit =
        8; /* bytes: the smallest part of memory that is accessed, and its alignment */
};

/* How accesses to memory of callers are called in the functions, until memory.cc says what
 * they do; S is the side. sooth.read.S.BITS(address, safe), sooth.write.S.BITS(address,
 * value, safe), sooth.touch.S(address): may fail there. Safe: inside of a global variable. */
bool lockstep_is_access(llvm::StringRef name);

/* May the pointer lead to memory that callers see? */
bool lockstep_leads_outside(llvm::Value *pointer);

/* Are there pointers other than to local variables and constants? */
bool lockstep_has_pointers(llvm::Function &);

/* F, with all that points to memory of callers as 64 bit numbers: parameters, the result,
 * what is loaded and stored. Writable globals are at addresses that are further parameters,
 * in the order of GLOBALS. Takes the place of F, which is left without body. OBSTACLE: why it
 * cannot be. */
llvm::Function *lockstep_numbered(llvm::Function &f, int side,
                                  const std::vector<llvm::GlobalVariable *> &globals,
                                  lockstep_addresses &, std::string &obstacle);

/* copies.cc: copies and fills of memory that is not local become loops, or accesses if they
 * are short. */
void lockstep_expand_copies(llvm::Function *const functions[2]);

#endif
