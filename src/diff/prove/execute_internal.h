/* Inside running both versions of a product: memory that they see, and the module that
 * becomes code. */
#ifndef DIFF_PROVE_EXECUTE_INTERNAL_H
#define DIFF_PROVE_EXECUTE_INTERNAL_H
#include "diff/prove/product_internal.h"

enum { PAGES = 6, PAGE = 4096 };

/* A global in both versions. */
struct memory_pair {
    std::string name[2];
    char *data[2];
    size_t size;
    std::vector<char> initial[2];
    bool exported, plain; /* plain: it holds no pointers */
    llvm::Type *type;
};

/* --- execute.cc --- */

/* Globals as they are now. */
const std::vector<memory_pair> &execution_globals(const struct execution *);
/* What all that is undefined in a run holds. */
#define EXECUTE_GARBAGE 0x0123456789abcdefULL

/* --- execute_fill.cc --- */

/* Pages behind pointers; between each two of them is one that cannot be accessed. Null until
 * there are any. */
extern char *execute_pages;
static inline char *execute_page(unsigned index)
{
    return execute_pages + 2 * index * PAGE;
}
bool execute_is_page_address(uint64_t);
uint64_t execute_mixed(uint64_t);
/* From the seed: the same for the same seed. */
void execute_fill_pages(const product &, unsigned seed);
void execute_fill_globals(std::vector<memory_pair> &, unsigned seed);

/* --- execute_module.cc --- */

/* A copy of the product's module with functions sooth.run.old and sooth.run.new (arguments,
 * room for the result), in which calls of external functions report to sooth.event; null if
 * something else is done with such a function. */
std::unique_ptr<llvm::Module> execute_prepared(const product &);
/* Each block of both versions notes in the bytes sooth.seen that it was met; so many bytes
 * there are. */
enum { EXECUTE_SEEN = 8192 };
void execute_mark_blocks(llvm::Module &);

#endif
