/* Memory of callers while both run in step: small addresses, a copy for each side. */
#ifndef DIFF_PROVE_SAMPLES_MEMORY_H
#define DIFF_PROVE_SAMPLES_MEMORY_H
#include "diff/prove/product_internal.h"

#include <functional>

/* What an access outside of memory calls; it must not return. */
extern std::function<void()> samples_memory_missing;

/* Memory of both sides, filled alike. */
void samples_memory_fill(const product &, uint64_t seed);
/* An address for the parameter, or global, of this index. */
uint64_t samples_memory_address(unsigned index, uint64_t random);
/* What the call of this number, of one that is not known, gives, if it gives an address. */
uint64_t samples_memory_answer(unsigned index, uint64_t random);
/* A sum over what the memory of a side holds beside what it was filled with: equal memory,
 * equal sum. */
uint64_t samples_memory_sum(int side);
/* The functions that accesses call. */
std::vector<execute_host> samples_memory_hosts();

#endif
