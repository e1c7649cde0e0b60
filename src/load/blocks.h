/* Blocks of C that debug information does not show.
 *
 * A local without lifetime markers (a compound literal, a variable whose declaration a jump
 * passes) lives until its block is left. In C a selection or iteration statement is a block,
 * and so is each statement in it (C17 6.5.2.5, 6.8.4, 6.8.5). clang gives braces, `if` and
 * `for` a lexical block, but not `while`, `do` and `switch`, nor statements without braces;
 * and where a block is left and entered again at once, by `continue`, `do ... while (1)` or
 * goto, nothing tells this from a jump inside of it. Here such statements get braces, and all
 * blocks a mark where they are entered, in text that is already preprocessed; no meaning
 * changes. (docs/decisions/323-blocks-are-written-out.md) */
#ifndef LOAD_BLOCKS_H
#define LOAD_BLOCKS_H
#include <stddef.h>

struct text;

/* Assembly that does nothing. */
#define BLOCK_MARK "#sooth block"

enum blocks_found {
    BLOCKS_SHOWN,  /* nothing that matters is hidden */
    BLOCKS_ADDED,  /* now nothing is */
    BLOCKS_UNCLEAR /* brackets that do not match, or nested too deeply */
};
/* Appends the source to `out`, with braces around the statements of those kinds that matter,
 * and marks in blocks. Tokens keep their lines. `out` is of no use if the source is unclear.
 */
enum blocks_found blocks_write(const char *source, size_t size, struct text *out);

#endif
