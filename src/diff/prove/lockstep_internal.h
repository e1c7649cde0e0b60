/* Inside the program that runs both functions in step: where the sides stand and what they hold. The parts:
 * lockstep_calls.cc (calls), lockstep_cut.cc (steps from loop head to loop head), lockstep_inputs.cc (inputs, globals, checks),
 * lockstep_round.cc (what is asserted or reported in each round), lockstep.cc (the whole). */
#ifndef DIFF_PROVE_LOCKSTEP_INTERNAL_H
#define DIFF_PROVE_LOCKSTEP_INTERNAL_H
#include "diff/prove/lockstep.h"
#include "diff/prove/product_internal.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

static const unsigned LOCKSTEP_DONE = 15; /* the place at the end */

struct slot {
    llvm::Value *where;
    llvm::Type *type;
    unsigned places; /* bit k: holds a value when its side stands at place k */
};

struct side_code {
    std::vector<llvm::BasicBlock *> heads; /* place k + 1 */
    std::vector<unsigned> depth, parent; /* of loops; parent: place of the loop around, or 0 */
    std::vector<slot> slots;
    llvm::AllocaInst *pc = nullptr, *result = nullptr;
    llvm::BasicBlock *first = nullptr;
};

class Lockstep final
{
  public:
    explicit Lockstep(product &p) : p(p), module(llvm::CloneModule(*p.module)), context(module->getContext())
    {
        for (int s = 0; s < 2; s++)
            function[s] = module->getFunction(p.function[s]->getName());
    }

    bool build(const lockstep_request &request);
    std::unique_ptr<llvm::Module> take() { return std::move(module); }
    std::string obstacle;
    bool loops = false, accesses = false;
    std::vector<lockstep_place> places;
    unsigned slot_count = 0;

  private:
    bool inline_all(int s);
    bool calls_are_safe();
    bool replace_calls(int s);
    void cut(int s);
    void demote(int s);
    void splice(int s, llvm::BasicBlock *next);
    llvm::Value *input(llvm::IRBuilder<> &b, llvm::Type *type, unsigned index);
    void inputs(llvm::IRBuilder<> &b);
    void globals(llvm::IRBuilder<> &b, bool at_end);
    void fail_unless(llvm::IRBuilder<> &b, llvm::Value *condition);
    void assert_transition(llvm::IRBuilder<> &b, const lockstep_request &, llvm::Value *pc[2]);
    bool replace_garbage(int s);
    void assert_round(llvm::IRBuilder<> &b, const lockstep_request &);
    void trace_round(llvm::IRBuilder<> &b);
    llvm::Value *relation_holds(llvm::IRBuilder<> &b, const lockstep_relation &);
    void define_checks(lockstep_overflow);
    llvm::Value *moves(llvm::IRBuilder<> &b, int s, llvm::Value *pc[2]);
    bool goes_first(int s, unsigned mine, unsigned other) const;
    llvm::Value *loaded(llvm::IRBuilder<> &b, const slot &s, llvm::Type *as);
    llvm::Function *nondet(llvm::Type *type);
    void log_call(llvm::CallInst *call, int s, bool mathematical);

    product &p;
    std::unique_ptr<llvm::Module> module;
    llvm::LLVMContext &context;
    llvm::Function *function[2], *main = nullptr;
    side_code code[2];
    std::vector<slot> shared; /* parameters */
    std::vector<llvm::Value *> arguments;
    llvm::GlobalVariable *log = nullptr, *counts = nullptr;
    bool tracing = false;
    lockstep_overflow overflow = OVERFLOW_WRAPS;
    bool has_calls = false;
};

/* A call to the function itself in its body. */
bool lockstep_calls_itself(llvm::Function &);
/* A number as a word of 64 bits; null: it is no number. */
llvm::Value *lockstep_word(llvm::IRBuilder<> &, llvm::Value *);
/* Simplifies one body before it is cut. */
void lockstep_simplify(llvm::Function &);
void lockstep_simplify_whole(llvm::Function &main);

#endif
