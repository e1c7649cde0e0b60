/* Snapshots: the functions of a project as LLVM bitcode, one file per translation unit, in a
 * directory with an index.
 *
 *   SNAP/index.json     what is in it: units, failures, the functions that were asked for
 *   SNAP/units/X.bc     bitcode of one unit; X.json is its record (source, flags, what it was
 * compiled from) SNAP/bin/           compiler wrappers that a build finds first in PATH
 *   SNAP/build/         where configure, CMake and meson build, so that the project's folder
 * stays as it is
 *
 * A unit is named by its source relative to the project's root, so two files with a static of
 * one name stay apart; a source that is compiled in several ways gives one unit per object,
 * named SOURCE@OBJECT. */
#ifndef DIFF_SNAPSHOT_SNAPSHOT_H
#define DIFF_SNAPSHOT_SNAPSHOT_H
#include "base/arena.h"
#include "base/failure.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>

typedef VECTOR(const char *) snapshot_words;

enum snapshot_linkage { SNAPSHOT_EXPORTED, SNAPSHOT_LOCAL };

struct snapshot_function {
    const char *name;
    int line;
    enum snapshot_linkage linkage;
};

struct snapshot_unit {
    const char *source;  /* the unit's name; see above */
    const char *bitcode; /* path that can be opened from here */
    /* where the compiler ran: paths in debug info are relative to it */
    const char *directory;
    snapshot_words flags;
    VECTOR(struct snapshot_function) functions; /* with a body */
};

struct snapshot_failure {
    const char *source, *message;
};

struct snapshot_selected {
    const char *name;
    const char *unit;     /* the unit's source */
    const char *variable; /* null, or the global with respect to which to compare */
};

struct snapshot {
    const char *path, *root;
    /* in the order of their sources; no two have one name */
    VECTOR(struct snapshot_unit) units;
    VECTOR(struct snapshot_failure) failures;
    VECTOR(struct snapshot_selected) selected; /* each of a unit that is there */
    snapshot_words missing; /* asked for but without a body in the snapshot */
    snapshot_words
        kernel_exports; /* names given to EXPORT_SYMBOL; empty outside of kernels */
};

/* True if path is a directory with an index. */
bool snapshot_is(const char *path);
/* All strings live in the arena; the vectors until snapshot_release. */
bool snapshot_read(struct snapshot *, struct arena *, const char *path, struct failure *);
bool snapshot_write(const struct snapshot *, struct failure *);
void snapshot_release(struct snapshot *);

/* The variable that all selected functions of the snapshot at PATH were asked for; null:
 * none, or no snapshot. */
const char *snapshot_variable(struct arena *, const char *path);

/* Which functions the user asked for. Several may be given: the result is their union; none:
 * all exported. */
enum snapshot_wish_kind {
    SNAPSHOT_WISH_EXPORTED,
    SNAPSHOT_WISH_ALL,
    SNAPSHOT_WISH_LIST,
    SNAPSHOT_WISH_USES,
    SNAPSHOT_WISH_SYSCTL
};
struct snapshot_wish {
    enum snapshot_wish_kind kind;
    /* LIST: path of the list; USES: the variable; SYSCTL: a name such as kernel.panic
     * or panic */
    const char *argument;
};

/* Fills selected and missing. */
bool snapshot_select(struct snapshot *, struct arena *, const struct snapshot_wish *,
                     size_t count, struct failure *);

enum snapshot_note_kind { SNAPSHOT_PROGRESS, SNAPSHOT_WARNING /* to be told in any case */ };
typedef void snapshot_note(enum snapshot_note_kind, const char *line);

/* How to get at the compiler's command lines. */
enum snapshot_source_kind {
    SNAPSHOT_FROM_DETECTED,
    SNAPSHOT_FROM_COMMAND,
    SNAPSHOT_FROM_DATABASE,
    SNAPSHOT_FROM_LIST
};
struct snapshot_source {
    enum snapshot_source_kind kind;
    const char *argument; /* COMMAND: a shell command run in root; DATABASE, LIST: a path */
    const char *flags;    /* LIST and plain folders: flags for every file; may be null */
    unsigned jobs;
};

/* Compiles the project at root into the snapshot at path (created if missing; what is up to
 * date is kept) and fills the snapshot's units and failures. `note` gets one line per thing
 * worth telling (a build that failed, a reused unit count); it may be null. */
bool snapshot_build(struct snapshot *, struct arena *, const char *root, const char *path,
                    const struct snapshot_source *, snapshot_note *, struct failure *);

/* Acts as the compiler `name` with arguments argv: runs the real one, found in PATH outside
 * of wrapper_folder, and records bitcode when a snapshot is being built. The real compiler's
 * exit status. */
int snapshot_compiler(const char *name, const char *wrapper_folder, int argc, char **argv);

#endif
