/* Inside of snapshots: what one compiler command means, and the compilation of one unit. */
#ifndef DIFF_SNAPSHOT_SNAPSHOT_INTERNAL_H
#define DIFF_SNAPSHOT_SNAPSHOT_INTERNAL_H
#include "diff/snapshot/snapshot.h"

#include <stdint.h>

struct text;

/* A compiler command, taken apart. `flags` are those that matter to the meaning of the
 * program: optimisation, debug, warning, dependency and code generation flags are gone. */
struct snapshot_command {
    snapshot_words sources; /* C files, as written */
    snapshot_words flags;
    const char *object; /* -o of a compilation, or null */
    bool compiles;      /* false: only preprocesses, prints, or links */
    bool position_independent;
};

void snapshot_command_parse(struct snapshot_command *, struct arena *, size_t count,
                            const char *const *arguments);
void snapshot_command_release(struct snapshot_command *);
/* Splits a shell-like line (quotes, backslashes) into words. */
void snapshot_split(snapshot_words *, struct arena *, const char *line);

/* The folder structure of a snapshot that is being built. All paths are absolute. */
struct snapshot_place {
    const char *root, *path, *units;
};

struct snapshot_job {
    const char *directory; /* where the compiler runs */
    const char *source;    /* as written */
    const char *object;    /* may be null */
    const snapshot_words *flags;
    bool position_independent;
};

/* Compiles one unit to bitcode with its record, unless the record is up to date; records a
 * failure instead when clang refuses. Sources outside of the project and the probes of
 * configure, CMake and meson are passed over. Several processes may do this at once. */
void snapshot_unit_compile(const struct snapshot_place *, const struct snapshot_job *);

/* Compiles a recorded unit again if what it was made from changed, and removes it if its
 * source is gone. */
enum snapshot_renewal { SNAPSHOT_KEPT, SNAPSHOT_COMPILED, SNAPSHOT_DROPPED };
enum snapshot_renewal snapshot_unit_renew(const struct snapshot_place *,
                                          const char *record_path);

/* A hash of the files' contents, and one of names, sizes and times; the latter is cheap and
 * changes more often. */
uint64_t snapshot_contents(const snapshot_words *files, const char *directory);
uint64_t snapshot_stamp(const snapshot_words *files, const char *directory);

/* The functions with a body in a bitcode file, and the names that the unit exports to kernel
 * modules. */
struct snapshot_listing {
    VECTOR(struct snapshot_function) functions;
    snapshot_words kernel_exports;
};
bool snapshot_list(struct snapshot_listing *, struct arena *, const char *bitcode,
                   struct failure *);
void snapshot_listing_release(struct snapshot_listing *);

/* The variable and the handler behind a sysctl name, searched in all units; null where there
 * is none. */
struct snapshot_sysctl {
    const char *variable, *handler;
};
struct snapshot_sysctl snapshot_find_sysctl(const struct snapshot *, struct arena *,
                                            const char *name);
/* Calls found(context, unit, function) for every function that mentions the global. */
void snapshot_find_users(const struct snapshot *, const char *variable,
                         void (*found)(void *, const struct snapshot_unit *,
                                       const char *function),
                         void *context);

/* and its parents; true if it is there afterwards */
bool snapshot_make_folder(const char *path);
/* without links and dots, or as it is */
const char *snapshot_real(struct arena *, const char *path);

#endif
