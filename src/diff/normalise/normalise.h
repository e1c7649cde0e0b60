/* Brings functions of both versions into one form, alike, before they are compared.
 *
 * LLVM's passes use undefined behaviour, and `same` promises nothing about the new version's:
 * a pass that used it could hide that the new version introduced some. So every source of
 * undefinedness that a pass could use is taken out of both versions first (attributes, flags,
 * type-based aliasing, assumptions, uninitialised memory, shift amounts, divisors,
 * unreachable code); see docs/decisions/071-diff-undefined-behaviour.md. What remains has one
 * meaning per input apart from invalid memory accesses, and passes keep it. */
#ifndef DIFF_NORMALISE_NORMALISE_H
#define DIFF_NORMALISE_NORMALISE_H
#include "base/map.h"

#include <llvm-c/Types.h>
#include <stdbool.h>

struct extra_pipeline;
struct normaliser {
    struct extra_pipeline *light;    /* keeps field accesses typed */
    struct extra_pipeline *strong;   /* does not; mainly loops into one shape */
    struct extra_pipeline *stronger; /* nearly what -O2 does */
    struct extra_pipeline *promote;  /* variables into values, nothing else */
    struct extra_pipeline *infer;    /* sees which arithmetic cannot overflow, nothing else */
    struct map raw;                  /* function -> a copy of what it was before passes */
    struct map watched;              /* function -> its watched form */
    struct map shapes;               /* function -> normalise_shape_of, before passes */
    struct map outlived; /* function -> how many locals end too early for some use */
    struct map done;     /* functions that were normalised */
    void (*prepare)(void *context, LLVMValueRef function); /* called before; may be null */
    void *context;
};

void normaliser_init(struct normaliser *);
void normaliser_release(struct normaliser *);

/* Once per module, before any of its functions: attributes of all functions, and statics that
 * nothing writes.
 */
void normalise_module(LLVMModuleRef);

/* Neutralises FUNCTION and runs the light passes on it, once; FUNCTION must have a body. */
void normalise_function(struct normaliser *, LLVMValueRef function);

/* The watched form (watch.c) of a normalised function; the function itself if there is
 * nothing to watch. */
LLVMValueRef normalise_watched(struct normaliser *, LLVMValueRef function);

/* Both normalised functions did the same operations in the same order before any pass. */
bool normalise_shaped_alike(const struct normaliser *, LLVMValueRef, LLVMValueRef);

/* More locals of the second one than of the first end where their address may still be used;
 * both are normalised. */
bool normalise_ends_earlier(const struct normaliser *, LLVMValueRef, LLVMValueRef);
unsigned normalise_outlived(const struct normaliser *, LLVMValueRef function);

/* Runs passes again, after something was inlined into a function that was normalised before.
 */
enum normalise_strength { NORMALISE_LIGHT, NORMALISE_STRONG, NORMALISE_STRONGER };

/* Puts back that signed arithmetic of the old version does not overflow: where it does,
 * nothing is claimed.
 */
void normalise_trust(LLVMValueRef function);
void normalise_again(struct normaliser *, LLVMValueRef function, enum normalise_strength);

/* The new function promises the compiler something that the old one does not. */
bool normalise_promises_more(LLVMValueRef old_function, LLVMValueRef new_function);
/* Does the function promise anything? Does the call break what the function that it names
 * promises, so that it is seen: one pointer passed twice where there is restrict, null where
 * null must not be? */
bool normalise_has_promise(LLVMValueRef function);
bool normalise_breaks_promise(LLVMValueRef call);

/* What an opaque marker call stands for; every other value is OPAQUE_NONE. */
enum opaque_kind {
    OPAQUE_NONE,
    OPAQUE_UNINITIALISED, /* the value of an uninitialised variable */
    OPAQUE_AMOUNT,        /* a shift amount, its operand, that may be too large */
    OPAQUE_DIVISOR,       /* a divisor, its operand, that may be 0 or -1 */
    OPAQUE_TOUCH,         /* the object at its operand becomes uninitialised here */
    OPAQUE_UNREACHABLE,   /* __builtin_unreachable */
    OPAQUE_ACCESS,        /* an access or division that may fail (access.c) */
    OPAQUE_WATCH,         /* arithmetic whose result may be undefined (watch.c) */
    OPAQUE_FIELD,         /* the first field of the structure at its operand (field.c) */
};
enum opaque_kind opaque_kind_of(LLVMValueRef value);

/* watch.c: a marker of arithmetic that was seen not to overflow: it may be a partner and
 * needs none. The subject is what markers of the same operation have in common. */
bool watch_is_spare(LLVMValueRef marker);
const char *watch_subject(LLVMValueRef marker);

/* access.c: a division whose divisor is marked; the name of the marker of an access or
 * division. */
bool access_is_division(LLVMValueRef instruction);
const char *access_marker_name(LLVMValueRef access, char name[64]);

#endif
