/* Inside the program that runs both in step: the memory of callers (memory.cc). */
#ifndef DIFF_LOCKSTEP_MEMORY_H
#define DIFF_LOCKSTEP_MEMORY_H
#include "llvm/IR/IRBuilder.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

class Memory final
{
  public:
    Memory(llvm::Function &main, unsigned unit) : main(main), unit(unit) {}

    /* How to get a number that may be anything; null: the number of calls made so far by a
     * side in this round, or null if there are none; what must hold in the new version; what
     * must hold at the end of the round, in an epoch. */
    std::function<llvm::Function *(llvm::Type *)> any;
    std::function<llvm::Value *(llvm::IRBuilder<> &, int side)> epoch_of;
    std::function<void(llvm::IRBuilder<> &, llvm::Value *)> must;
    std::function<void(llvm::IRBuilder<> &, llvm::Value *, llvm::Value *epoch)> must_until;

    bool expand();                     /* all accesses in main; false: too many */
    void begin(llvm::IRBuilder<> &);   /* of a round */
    void compare(llvm::IRBuilder<> &); /* at its end: memory is the same */
    bool is_empty() const { return flags.empty(); }

  private:
    struct entry {
        llvm::Value *valid, *address, *content, *epoch;
    };
    struct computed {
        llvm::Value *valid;
        std::vector<llvm::Value *> arguments;
        llvm::Value *answer;
    };

    llvm::Value *room(llvm::Type *);
    entry noted(llvm::IRBuilder<> &, llvm::Value *address, llvm::Value *content,
                llvm::Value *epoch);
    llvm::Value *is_at(llvm::IRBuilder<> &, const entry &, llvm::Value *address,
                       llvm::Value *epoch);
    llvm::Value *is_among(llvm::IRBuilder<> &, const std::vector<entry> &,
                          llvm::Value *address, llvm::Value *epoch);
    llvm::Value *initial(llvm::IRBuilder<> &, llvm::Value *address, llvm::Value *epoch);
    llvm::Value *current(llvm::IRBuilder<> &, int side, llvm::Value *address,
                         llvm::Value *epoch);
    llvm::Value *cell_address(llvm::IRBuilder<> &, llvm::Value *address, unsigned index);
    void reach(llvm::IRBuilder<> &, int side, llvm::Value *address, llvm::Value *epoch,
               bool safe);
    void expand_read(llvm::CallInst &, int side);
    void expand_write(llvm::CallInst &, int side);
    void expand_touch(llvm::CallInst &, int side);
    void expand_pure(llvm::CallInst &);

    llvm::Function &main;
    unsigned unit, count = 0;
    std::vector<llvm::Value *> flags, notes; /* what is forgotten when a round begins */
    std::vector<entry> initials, reached, touched, writes[2];
    std::map<std::string, std::vector<computed>> pure;
};

#endif
