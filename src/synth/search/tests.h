/* Test vectors of a run: where they come from, and what they want of the outputs. */
#ifndef SYNTH_SEARCH_TESTS_H
#define SYNTH_SEARCH_TESTS_H
#include "synth/search/search.h"

/* Words that a specification names, and small ones. */
enum { TEST_WORDS = 8 };
struct test_words {
    uint64_t word[TEST_WORDS];
};
struct test_words test_words_of(const struct spec *);

/* Adds a test with its goals; false if the specification has no right answer on it, or the
 * room is full
 * (*full). */
enum test_result { TEST_ADDED, TEST_IMPOSSIBLE, TEST_IGNORED };
enum test_result tests_add(const struct spec *, struct share *, const uint64_t *input,
                           const volatile int *stop);
/* A first set of tests: corner and random inputs on which not everything is right.
 * TEST_IMPOSSIBLE leaves that input in *input. */
enum test_result tests_start(const struct spec *, struct share *, uint64_t seed,
                             const volatile int *stop, uint64_t *input);

#endif
