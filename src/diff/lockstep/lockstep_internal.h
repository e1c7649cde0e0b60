/* Inside the program that runs both functions in step: where the sides stand and what they
 * hold. The parts: calls.cc (calls), numbers.cc and memory.cc (memory of callers), cut.cc
 * (steps from loop head to loop head), recursion.cc (calls of the function itself), inputs.cc
 * (inputs, globals, checks), round.cc (what is asserted or reported in each round),
 * lockstep.cc (the whole). */
#ifndef DIFF_LOCKSTEP_LOCKSTEP_INTERNAL_H
#define DIFF_LOCKSTEP_LOCKSTEP_INTERNAL_H
#include "diff/lockstep/lockstep.h"
#include "diff/lockstep/memory.h"
#include "diff/lockstep/numbers.h"
#include "diff/prove/product_internal.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <set>

struct slot {
    llvm::Value *where;
    llvm::Type *type;
    unsigned places; /* bit k: holds a value when its side stands at place k */
};

struct side_code {
    std::vector<llvm::BasicBlock *> heads; /* place k + 1 */
    std::vector<unsigned> depth,
        parent; /* of loops; parent: place of the loop around, or 0 */
    std::vector<slot> slots;
    llvm::AllocaInst *pc = nullptr, *result = nullptr;
    llvm::BasicBlock *first = nullptr;
};

class Lockstep final
{
  public:
    explicit Lockstep(product &p, bool swapped)
        : p(p), module(llvm::CloneModule(*p.module)), context(module->getContext()),
          swapped(swapped)
    {
        for (int s = 0; s < 2; s++)
            function[s] = module->getFunction(p.function[s != swapped]->getName());
    }

    bool build(const lockstep_request &request);
    std::unique_ptr<llvm::Module> take() { return std::move(module); }
    std::string obstacle;
    bool loops = false, accesses = false, floats = false, recursive = false;
    bool reshaped = false;
    std::vector<lockstep_place> places;
    unsigned shared_numbers() const; /* slots of parameters that are integers */
    unsigned head_count(int s) const { return (unsigned)code[s].heads.size(); }
    lockstep_schedule default_schedule(bool together) const;

  private:
    struct note { /* a call of the first side: recursion.cc */
        llvm::GlobalVariable *valid, *answer;
        std::vector<llvm::GlobalVariable *> arguments;
    };

    bool prepare(const lockstep_request &);
    bool calls_itself(int s) const;
    bool unfold_both(const lockstep_request &);
    bool unfold_first(llvm::Function *original, const lockstep_request &);
    bool unfold_second(llvm::Function *original, unsigned most);
    note new_note(unsigned arguments);
    llvm::Value *is_noted(llvm::IRBuilder<> &, const note &, llvm::Function *);
    llvm::Function *note_helper(unsigned arguments);
    void finder_helpers(unsigned arguments, llvm::Function *found[2]);
    llvm::Value *post_holds(llvm::IRBuilder<> &, const lockstep_post &,
                            llvm::ArrayRef<llvm::Value *>, llvm::Value *);
    llvm::Function *any_answer(const lockstep_post *);
    void note_failures();
    bool inline_all(int s);
    void define_results(int s);
    bool number_pointers();
    void house_globals();
    void house_locals();
    bool has_arrays_in_rounds();
    void house(bool leaving);
    llvm::GlobalVariable *home_of(llvm::AllocaInst *, int s);
    void reshape(const lockstep_request &);
    bool replace_calls(int s);
    bool is_followed(llvm::CallInst &, int s);
    void answer_call(llvm::CallInst *call, int s);
    void make_pure(llvm::CallInst *call);
    void make_floats_pure(int s);
    void make_log();
    void start_round(llvm::IRBuilder<> &b, Memory &);
    void finish_round(llvm::IRBuilder<> &b, Memory &);
    void compare_results(llvm::IRBuilder<> &b, const lockstep_request &);
    void describe_memory(Memory &);
    llvm::Value *count_at(llvm::IRBuilder<> &b, int s);
    void cut(int s);
    void note_comparisons(int s);
    void demote(int s);
    void splice(int s, llvm::BasicBlock *next);
    llvm::Value *input(llvm::IRBuilder<> &b, llvm::Type *type, unsigned index);
    void inputs(llvm::IRBuilder<> &b);
    bool globals_are_numbers() const;
    void globals(llvm::IRBuilder<> &b, bool at_end);
    void assume_addresses(llvm::IRBuilder<> &b);
    void fail_unless(llvm::IRBuilder<> &b, llvm::Value *condition);
    void new_must(llvm::IRBuilder<> &b, llvm::Value *condition);
    void define_with_calls(llvm::StringRef name, bool old, bool matters);
    void assert_transition(llvm::IRBuilder<> &b, const lockstep_request &,
                           llvm::Value *pc[2]);
    bool replace_garbage(int s);
    void assert_round(llvm::IRBuilder<> &b, const lockstep_request &);
    void trace_round(llvm::IRBuilder<> &b);
    void trace_list(llvm::IRBuilder<> &b, unsigned side, unsigned place, llvm::Value *room);
    void doubt(llvm::IRBuilder<> &b, llvm::Value *condition, uint64_t number);
    unsigned most_steps(int s) const;
    llvm::Value *may_step(llvm::IRBuilder<> &b, int s, unsigned step, llvm::Value *began[2]);
    void repeat_steps(int s, llvm::BasicBlock *after, llvm::BasicBlock *next,
                      llvm::BasicBlock *impossible,
                      llvm::ArrayRef<llvm::BasicBlock *> blocks);
    void dispatch(llvm::BasicBlock *at, int s, llvm::BasicBlock *impossible,
                  llvm::ValueToValueMapTy *map);
    unsigned width_of(const std::vector<slot> &, const lockstep_relation &) const;
    llvm::Value *rest_of(llvm::IRBuilder<> &b, const std::vector<slot> &,
                         const lockstep_relation &, llvm::Type *);
    void assert_relation(llvm::IRBuilder<> &b, const lockstep_relation &, llvm::Value *here,
                         uint64_t number);
    void start_anywhere(llvm::IRBuilder<> &b, const lockstep_request &);
    void assume(llvm::IRBuilder<> &b, llvm::Value *condition);
    bool define_slot(llvm::IRBuilder<> &b, const lockstep_relation &, llvm::Value *here);
    llvm::Value *relation_holds(llvm::IRBuilder<> &b, const lockstep_relation &);
    llvm::Value *order_holds(llvm::IRBuilder<> &b, const lockstep_order &);
    void assert_order(llvm::IRBuilder<> &b, const lockstep_order &, llvm::Value *here,
                      uint64_t number);
    void assert_equality(llvm::IRBuilder<> &b, const lockstep_equality &, llvm::Value *here);
    void define_checks(lockstep_overflow);
    void suppose_checked();
    void drop_supposed();
    bool goes_first(int s, unsigned mine, unsigned other) const;
    llvm::Value *loaded(llvm::IRBuilder<> &b, const slot &s, llvm::Type *as);
    llvm::Function *nondet(llvm::Type *type);
    void log_call(llvm::CallInst *call, int s);
    llvm::Function *call_helper(int s, const std::string &name, unsigned arguments);

    product &p;
    std::unique_ptr<llvm::Module> module;
    llvm::LLVMContext &context;
    llvm::Function *function[2], *main = nullptr;
    side_code code[2];
    std::vector<slot> shared; /* parameters */
    std::vector<llvm::Value *> arguments;
    llvm::GlobalVariable *log = nullptr, *counts = nullptr,
                         *gone = nullptr; /* gone: see calls.cc */
    std::map<std::string, uint64_t> call_names;
    lockstep_addresses addresses;
    struct home {                          /* a variable of both sides, in memory */
        llvm::GlobalVariable *variable[2]; /* one may be null */
        uint64_t size, align;
    };
    /* with numbered pointers: globals and some locals (homes.cc), whose addresses are the
     * last arguments */
    std::vector<home> homes;
    bool numbered = false;
    std::set<unsigned> compares_signed,
        compares_unsigned; /* widths of numbers that the code compares so */
    bool tracing = false, floats_pure = false, whole = false;
    lockstep_overflow overflow = OVERFLOW_WRAPS;
    lockstep_schedule schedule = {};
    llvm::AllocaInst *began[2] = {nullptr,
                                  nullptr}; /* where the sides stood when the round began */
    bool swapped;                           /* the new version comes first: recursion.cc */
    std::vector<note> notes;                /* recursion.cc */
    llvm::GlobalVariable *failed =
        nullptr; /* the new version, which came first, did what is undefined */
};

/* A call of a function that is not known, or of the function itself. */
bool lockstep_has_unknown_calls(llvm::Function &);
bool lockstep_passes_pointers(llvm::Function &);
/* A number as a word of 64 bits; null: it is no number. */
llvm::Value *lockstep_word(llvm::IRBuilder<> &, llvm::Value *);
llvm::Value *lockstep_from_word(llvm::IRBuilder<> &, llvm::Value *word, llvm::Type *);
/* homes.cc: the address of a local may be known elsewhere; the block may be met again. */
bool lockstep_address_leaves(llvm::AllocaInst &);
bool lockstep_is_in_cycle(llvm::BasicBlock &);
/* divisions.cc: divisions by constants without division; INVERSES: by other numbers than
 * powers of two, too, because a function multiplies by an inverse. */
bool lockstep_has_inverse(llvm::Function &);
void lockstep_expand_divisions(llvm::Function &, bool inverses);
/* extents.cc: checks that what loops access does not lie across the end of memory; of use
 * where one version compares pointers with each other, a burden elsewhere. */
bool lockstep_compares_pointers(llvm::Function &);
void lockstep_tell_extents(llvm::Function &);
/* reshape.cc: loops that follow each other as one, loops that go down as loops that go up.
 * False: nothing was changed. */
bool lockstep_reshape(llvm::Function &);
void lockstep_drop_promises(llvm::Function &);
/* Loops that make a fixed number of rounds, if it is small, become what they do. False: there
 * are as many loops as before. */
bool lockstep_unroll(llvm::Function &);
/* Simplifies one body before it is cut. */
void lockstep_simplify(llvm::Function &);
/* Moves the test in front of a loop to its end. */
void lockstep_rotate(llvm::Function &);
void lockstep_simplify_whole(llvm::Function &main);
/* Main has no loop: each way through it on its own, if there are few. */
void lockstep_simplify_ways(llvm::Function &main);

#endif
