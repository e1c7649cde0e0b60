/* Comparing two versions of a project, function by function (T23 chapters 6 and 7).
 *
 * `same` means: for all arguments and initial memory for which the old version has no
 * undefined behaviour, and whatever external functions do, both versions give the same return
 * value, final memory, sequence of external calls and volatile accesses, both end or neither
 * does, and the new version has no undefined behaviour either. Where signed arithmetic of the
 * old version overflows, it wraps. A result that rests on a rule carries it in `assumptions`;
 * an empty set means the claim holds as stated.
 *
 * The same for a variable means: type, initial value, alignment, section and thread-locality,
 * and what was writable still is. */
#ifndef DIFF_MATCH_COMPARE_H
#define DIFF_MATCH_COMPARE_H
#include "base/arena.h"
#include "diff/project/project.h"

#include <stdbool.h>
#include <stddef.h>

enum compare_verdict { COMPARE_SAME, COMPARE_DIFFERENT, COMPARE_UNKNOWN };

/* Rules a result may rest on. */
enum compare_assumption {
    ASSUME_NOTHING = 0,
    ASSUME_LAYOUT =
        1, /* fields and structures correspond by name, whatever their offsets and sizes */
    ASSUME_ENUM = 2,     /* enumerators correspond by name, whatever their values */
    ASSUME_LOCATION = 4, /* file names, line numbers and messages of warnings do not matter */
    ASSUME_PATTERN = 8,  /* a custom change pattern says that the change does not matter */
    /* 16 to 64 are facts: see compare_internal.h */
    ASSUME_PROMISE =
        128, /* what the new version promises the compiler, and the old did not, is true */
    ASSUME_OVERFLOW = 256, /* signed arithmetic of the old version does not overflow */
    ASSUME_SLICE =
        512, /* --wrt: what was left out neither reaches the variable nor ends the program */
    /* 1024 is a fact, too */
    ASSUME_DEFINED =
        2048, /* what only the new version computes neither overflows nor fails */
    ASSUME_SHOWN = 15 | ASSUME_PROMISE | ASSUME_OVERFLOW | ASSUME_SLICE |
                   ASSUME_DEFINED, /* a result may carry them */
};

/* The word for each of them in verdicts and reports; ends with a null word. */
struct compare_assumption_word {
    unsigned bit;
    const char *word;
};
extern const struct compare_assumption_word compare_assumption_words[];

struct custom_patterns;
struct compare_options {
    bool strict; /* no pattern that rests on an assumption */
    /* what another file defines under the same name counts as the same: it has its own
     * verdict
     *  */
    bool by_file;
    unsigned patterns_off; /* bit i: pattern i of diff_pattern_list is switched off */
    const struct custom_patterns *custom; /* null: none */
    double prove_seconds; /* to prove or refute what does not match; 0: do not try */
    bool audit;           /* run what is the same, too, and try to tell it apart */
    /* where to write a program that shows the difference; null: nowhere */
    const char *harness;
    bool no_strong; /* do not try the strong normalisation when the first comparison fails */
};

/* What a difference is about. */
enum compare_cause {
    CAUSE_CODE,
    CAUSE_VARIABLE,
    CAUSE_TYPE,
    CAUSE_MISSING,
    CAUSE_SIGNATURE,
    CAUSE_LIMIT
};

struct compare_place {
    const char *function; /* without @SOURCE */
    /* as in the debug information, with its directory if relative; null if not known */
    const char *file;
    unsigned line; /* 0 if not known */
};

/* A call from the compared function towards the innermost difference. */
struct compare_frame {
    struct compare_place old_call, new_call; /* `function` is the caller */
};

struct compare_result {
    const char *name;   /* without @SOURCE */
    const char *source; /* the unit in the old version */
    bool is_variable;
    enum compare_verdict verdict;
    unsigned assumptions; /* set of enum compare_assumption */
    /* for different and unknown: */
    enum compare_cause cause;
    const char *subject; /* the function, variable or type that differs */
    const char *reason;  /* one line */
    struct compare_place old_place, new_place;
    size_t chain_count; /* 0: the difference is in the function itself */
    const struct compare_frame *chain;
    /* where matching was not enough (diff/prove/): */
    const char *proof; /* of same: how it was proved; null: by matching */
    const char *input,
        *effect; /* of different: an input, and what happens on it; null: none was found */
    const char *not_shown; /* why none was found; null: it was not tried */
};

struct comparer;

/* Both projects must be loaded, must share one context, and must outlive the comparer, which
 * rewrites their modules. */
struct comparer *comparer_new(struct project *old_project, struct project *new_project,
                              const struct compare_options *);
void comparer_free(struct comparer *);

/* Compares two functions or two variables; either may be null (missing in that version).
 * Strings live as long as the comparer. */
struct compare_result comparer_compare(struct comparer *,
                                       const struct project_symbol *old_function,
                                       const struct project_symbol *new_function);

/* Something happens to the global that no code of its file asks for: it is run before or
 * after main, kept without a use, or gathered in a section. */
bool global_has_role(LLVMValueRef);

/* The definition in the new version that pairs with an old one by name and file, or null. */
const struct project_symbol *comparer_counterpart(struct comparer *,
                                                  const struct project_symbol *old_function);

/* "same", "same (assuming layout, enum)", "different", "unknown"; in the arena. */
const char *compare_verdict_text(struct arena *, const struct compare_result *);

#endif
