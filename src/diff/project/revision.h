/* Versions named by git: the files of a revision of the repository around the current folder,
 * in a temporary folder. */
#ifndef DIFF_PROJECT_REVISION_H
#define DIFF_PROJECT_REVISION_H
#include "base/failure.h"
#include "base/temporary.h"

/* Zero is a valid one that has nothing to release. */
struct revision {
    struct temporary folder;
    /* what to compare: a file or folder that is there, or the revision's files */
    const char *path;
    char room[2 * TEMPORARY_ROOM];
};

/* WORD is a path if there is one, else a revision; OLD..NEW is none. False with a failure. */
bool revision_open(struct revision *, const char *word, struct failure *);
void revision_release(struct revision *);

/* The place of ".." in OLD..NEW, null: it is no such range, or a path. An empty side stands
 * for HEAD. */
const char *revision_range(const char *word);

#endif
