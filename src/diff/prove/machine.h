/* A module as machine code in this process. Apart from product_internal.h, since LLVM's
 * header for it takes longer to read than all others together. */
#ifndef DIFF_PROVE_MACHINE_H
#define DIFF_PROVE_MACHINE_H
#include "diff/prove/product_internal.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"

/* execute_module.cc: null if it fails. The module is not changed. */
std::unique_ptr<llvm::orc::LLJIT> execute_start(llvm::Module &,
                                                const std::vector<execute_host> &);

#endif
