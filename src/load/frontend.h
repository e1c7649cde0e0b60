/* The front end: C sources, bitcode or LLVM assembly in, our program out.
 *
 * Each C file goes through one clang process (no LLVM pass runs, debug information is kept),
 * its bitcode is read by our own reader (bitcode/) and linked together with the library
 * models the program needs, and the result is translated (translate.h). Bitcode and assembly
 * of others are read, verified and written anew by LLVM in a process of its own. With the
 * reader of load/llvm, LLVM reads all of them. Nothing is left behind on disk. */
#ifndef LOAD_FRONTEND_H
#define LOAD_FRONTEND_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct failure;
struct ir_reader;
struct program;

enum data_model { DATA_MODEL_LP64, DATA_MODEL_ILP32 };
enum overflow_sites {
    OVERFLOW_SITES_NONE,
    OVERFLOW_SITES_PLACED
}; /* CHECKs for signed arithmetic, shifts, float casts */
enum model_linking {
    MODELS_LINKED,
    MODELS_ABSENT
}; /* library functions without body: models/ or nothing */
enum program_passes { PASSES_RUN, PASSES_SKIPPED }; /* switch lowering, promotion, clean-up */

/* Zero is a valid default: LP64, no overflow sites, models linked, passes run, our own
 * reader. */
struct frontend_options {
    const char *const *files; /* .c .i .bc .ll, or compile_commands.json */
    size_t file_count;
    const char *const *arguments; /* passed on to clang: -I, -D, -std, ... */
    size_t argument_count;
    enum data_model data_model;
    enum overflow_sites overflow_sites;
    /* constant initialisers of locals were looked at before (initialisers.h) */
    bool tables_are_known;
    enum model_linking models;
    enum program_passes passes;
    const struct ir_reader *reader; /* of modules; null: our own */
};

/* Processor time of one load, for the benchmark. */
struct frontend_times {
    double clang, load, translate,
        passes; /* seconds; `translate` reads bodies and runs the passes over them */
};

/* The program, owned by the caller (program_free), or null with a failure whose message can
 * be printed. A program without `main` is loaded too: its entry is UINT32_MAX. Constructs
 * that are not handled become UNSUPPORTED instructions; only what makes the whole input
 * meaningless fails here. `times` may be null. */
struct program *frontend_load(const struct frontend_options *, struct failure *);
struct program *frontend_load_timed(const struct frontend_options *, struct failure *,
                                    struct frontend_times *times);

#endif
