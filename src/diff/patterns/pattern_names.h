/* The built-in patterns by name, for the command line. */
#ifndef DIFF_PATTERNS_PATTERN_NAMES_H
#define DIFF_PATTERNS_PATTERN_NAMES_H

/* The index of the pattern in the registry, which is its bit in compare_options.patterns_off;
 * -1 if there is none. */
int diff_pattern_index(const char *name);

#endif
