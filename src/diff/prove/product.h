/* One program of two functions: a module that holds copies of both, with all that they call,
 * under names that begin with "old." and "new.", so that they can be run side by side or be
 * proved equal.
 *
 * Law: the copies mean what the normalised functions mean. Where a copy may do what is
 * undefined in C and passes must not use (a shift too far, a division by zero), it calls
 * "sooth.check.old" or "sooth.check.new" with a condition that must hold; where signed
 * arithmetic may overflow, "sooth.overflow.old" or "sooth.overflow.new". */
#ifndef DIFF_PROVE_PRODUCT_H
#define DIFF_PROVE_PRODUCT_H
#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The normalised definition that GLOBAL stands for in the version SIDE, or GLOBAL itself. */
struct product_resolver {
    void *context;
    LLVMValueRef (*resolve)(void *context, int side, LLVMValueRef global);
    /* its watched form (normalise/watch.c) */
    LLVMValueRef (*watched)(void *context, LLVMValueRef definition);
};

/* What a parameter, or the result, is: how it is made up and told. */
enum product_kind {
    PRODUCT_INTEGER,
    PRODUCT_FLOAT,
    PRODUCT_DOUBLE,
    PRODUCT_POINTER,
    PRODUCT_NOTHING,
    PRODUCT_OTHER
};
struct product_value {
    enum product_kind kind;
    unsigned bits;  /* of an integer */
    bool is_signed; /* as declared, if that is known */
    /* of a pointer, as declared; PRODUCT_OTHER: not known, or a structure */
    enum product_kind pointee;
    unsigned pointee_bits;
};

enum { PRODUCT_MOST_VALUES = 32 };
struct product;
/* Never null; see product_obstacle. */
struct product *product_new(LLVMValueRef old_function, LLVMValueRef new_function,
                            const struct product_resolver *);
void product_free(struct product *);

/* Why the two cannot be run side by side, or be proved equal; null: they can. */
const char *product_obstacle(const struct product *);
const char *product_proof_obstacle(const struct product *);

/* Tells products apart: runs and proofs of two that have the same text go the same way. */
enum { PRODUCT_DIGEST = 65 };
void product_digest(const struct product *, char text[PRODUCT_DIGEST]);

size_t product_parameter_count(const struct product *);
struct product_value product_parameter(const struct product *, size_t index);
struct product_value product_result(const struct product *);
/* Constants that the code mentions: good inputs. */
size_t product_integers(const struct product *, int64_t *values, size_t most);
size_t product_doubles(const struct product *, double *values, size_t most);

/* ---- running both (execute.cc, harness.cc) ---- */

enum run_end {
    RUN_RETURNED,
    RUN_UNDEFINED,
    RUN_ENDED /* by exit or the like */,
    RUN_CRASHED,
    RUN_TIME
};
struct run_outcome {
    enum run_end end;
    uint64_t result; /* bits, if there is a result of at most 64 */
};

/* One input: scalars as bits; pointers are 0, or point into pages of the execution. */
struct run_input {
    uint64_t values[PRODUCT_MOST_VALUES];
    /* of what is behind pointers, in globals, and what external functions return */
    unsigned seed;
};

struct execution;
/* Compiles the product to machine code in this process, which must be one that may be lost.
 * Null if it cannot. */
struct execution *execution_new(struct product *);
/* Runs both on equal inputs; true if both are defined where the old one is and do the same.
 * WHY: one line. */
enum run_verdict { RUNS_ALIKE, RUNS_APART, RUNS_SKIPPED };
enum run_verdict execution_compare(struct execution *, const struct run_input *,
                                   struct run_outcome outcome[2], const char **why);
/* How many blocks of the code all runs so far have met. */
size_t execution_seen(struct execution *);
/* Memory as it is when the functions are called. */
void execution_fill(struct execution *, const struct run_input *);
/* the address of a page for pointers */
uint64_t execution_page(struct execution *, unsigned index);

/* A text of LLVM's assembly with a main that runs both on the input, each in a process of its
 * own, and prints what they return, call and leave in memory. */
bool product_write_harness(struct product *, struct execution *, const struct run_input *,
                           const char *path);

/* ---- proving them equal (lockstep.cc) ---- */

/* What signed overflow means: it wraps in both versions; inputs on which the old version
 * overflows are left out; the new version must not overflow on the others, either. */
enum lockstep_overflow { OVERFLOW_WRAPS, OVERFLOW_EXCLUDED, OVERFLOW_FORBIDDEN };
bool product_has_overflow(const struct product *, int side);
/* From now on, or no longer, the new version is run as compilers may read it: as if its
 * signed arithmetic never overflowed. */
void product_trust(struct product *, bool);

#ifdef __cplusplus
}
#endif
#endif
