/* What lifetimes.c, life_scopes.c and life_values.c share: one function whose locals without
 * lifetime markers are looked at, one after the other. */
#ifndef PROGRAM_PASSES_LIVES_INTERNAL_H
#define PROGRAM_PASSES_LIVES_INTERNAL_H
#include "program/passes_internal.h"

struct work {
    struct program *program;
    struct function *f;
    const struct block_scopes *scopes;
    struct arena whole; /* for the function */
    struct arena arena; /* for the local at work */

    /* of the function as it was: users of value v are users[first_user[v]] and on */
    uint32_t known_values, known_blocks;
    uint32_t *first_user, *users;

    /* of the function as it is, unless blocks were added since */
    bool stale;
    struct dominators dominators;
    struct loop_forest loops;
    uint32_t *first_scope, *last_scope; /* per block: that shows in it; 0: none */
    bool *inside_in, *inside_out;       /* per block, of the scope at work */

    /* of the local at work */
    bool *reached; /* per known value: made from the local's address */
    uint32_t *reached_list, reached_count;
    bool *used; /* per known block: the address is used there */
};
struct spot { /* before the instruction at this position of a block */
    uint32_t block;
    size_t at;
};
struct blocks {
    uint32_t *data;
    uint32_t count;
};

/* life_scopes.c */
bool scope_within(const struct block_scopes *, uint32_t scope, uint32_t outer);
uint32_t scope_of(const struct work *, uint32_t id);
/* Marks, and what may use an object: branches, and what clang computes of conditions, stand
 * wherever it likes. */
bool is_evidence(const struct work *, uint32_t id);
/* Brings what is known of blocks up to date. */
void find_blocks(struct work *);
/* Which blocks begin and end inside the scope; where no instruction says, as what comes
 * before. */
void find_inside(struct work *, uint32_t scope);
/* Where the block of a variable is entered: control passes there once for each life of it. */
struct spot start_of_scope(const struct work *, uint32_t scope);
uint32_t common_dominator(const struct work *, uint32_t a, uint32_t b);
size_t before_terminator(const struct work *, uint32_t block);
struct blocks successors(struct work *, uint32_t block);
/* A block that a jump enters in the middle has no place where all its lives begin. */
bool is_entered_elsewhere(struct work *, uint32_t scope, uint32_t start);
/* Computed jumps share a block that stands nowhere: whether they stay inside is not known. */
bool is_passed_unseen(struct work *);

/* life_uses.c */
void uses_find(struct work *);
/* What is made from the local's address, and where that is used. */
void uses_follow(struct work *, uint32_t local);
bool uses_keep(const struct work *, const struct instruction *); /* the address */
bool uses_are_kept(const struct work *);
bool is_reached(const struct work *, struct value);

/* lifetimes.c */
/* Puts an instruction where control goes from one block to another; `local`: its operand,
 * UINT32_MAX if it has none. */
void insert_on_edge(struct work *, uint32_t from, uint32_t to, struct instruction,
                    uint32_t local);

/* life_values.c */
/* The value of a variable whose address is not kept is unknown in each life of its block
 * until it is written. True if it could pass from one life to the next, so that blocks that
 * do not show matter. */
bool values_end_with_life(struct work *, const struct scoped_local *); /* after uses_follow */
/* At declarations of the local, where translation puts a LIFESTART: it stays only where the
 * local may have been used before, and an object whose address is kept is only filled anew.
 * After uses_follow. */
void values_end_at_declarations(struct work *, uint32_t local, bool kept);

#endif
