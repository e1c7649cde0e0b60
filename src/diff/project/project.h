/* A project: one version of a set of C files as LLVM modules, with its symbols by name and
 * file.
 *
 * Snapshots, plain directories, and single files all end here; the comparison knows nothing
 * else. Law: after `project_load`, every symbol with internal linkage is named `NAME@SOURCE`
 * (see `project_symbol_base`), so a name identifies one definition in the whole project and
 * may be declared in any other unit of it. Both versions of a project share one LLVM context,
 * so that types and constants without names are equal iff they are the same handle. */
#ifndef DIFF_PROJECT_PROJECT_H
#define DIFF_PROJECT_PROJECT_H
#include "base/arena.h"
#include "base/failure.h"
#include "base/map.h"
#include "base/vector.h"

#include <llvm-c/Core.h>
#include <llvm-c/Types.h>
#include <stdbool.h>

/* One translation unit. `source` is the path of the C file relative to the project's root: it
 * pairs the units of two versions. `path` is where to read it from: .c, .bc or .ll. */
struct project_unit {
    const char *source;
    const char *path;
    LLVMModuleRef module; /* null before project_load and if the unit failed */
    const char *failed;   /* why the unit could not be loaded, or null */
};

/* A function or global variable with a body or initialiser. */
struct project_symbol {
    const char *name; /* as in the module: NAME, or NAME@SOURCE when internal */
    size_t unit;
    LLVMValueRef value;
};

/* A function that was asked for when the snapshot was built; source is null when any file
 * will do. */
struct project_request {
    const char *function;
    const char *source;
};

struct project {
    struct arena arena;
    LLVMContextRef context; /* borrowed */
    const char *root;       /* as given by the user */
    VECTOR(struct project_unit) units;
    /* definitions, in the order of the units; filled by project_load */
    VECTOR(struct project_symbol) symbols;
    VECTOR(struct project_request) requests; /* empty: all exported functions */
    /* name -> index into symbols; of several, a strong one, then the first */
    struct text_map by_name;
    struct text_map by_source; /* source -> index into units */
};

/* The names of the files inside a snapshot directory. `units.tsv` has a line SOURCE<TAB>PATH
 * per unit, where PATH is relative to the snapshot; `functions.tsv`, if present, a line
 * FUNCTION[<TAB>SOURCE] per function asked for; `failures.tsv`, if present, a line
 * SOURCE<TAB>WHY per file that could not be compiled. */
#define SNAPSHOT_UNITS "units.tsv"
#define SNAPSHOT_FAILURES "failures.tsv"
#define SNAPSHOT_FUNCTIONS "functions.tsv"

void project_init(struct project *, LLVMContextRef context);
void project_release(struct project *);

/* Fills the units from PATH: a .c, .bc or .ll file, a snapshot, or a directory whose such
 * files are taken. */
bool project_open(struct project *, const char *path, struct failure *);
void project_add(struct project *, const char *source, const char *path);

/* Loads all units and indexes their symbols. A unit that cannot be read is marked `failed`;
 * false only if none can. */
bool project_load(struct project *, struct failure *);

/* Adds the definitions of unit `index`, whose module was set by the caller, to the symbols
 * (project_load does it). */
void project_index_unit(struct project *, size_t index);

/* The definition with this exact name, or null. */
const struct project_symbol *project_find(const struct project *, const char *name);

/* The definition of the function NAME: exported, or internal to SOURCE (any file if null;
 * null when ambiguous). */
const struct project_symbol *project_function(const struct project *, const char *name,
                                              const char *source);

/* What VALUE (a global of any unit) stands for in the project: its definition if there is
 * one, else itself.
 */
LLVMValueRef project_resolve(const struct project *, LLVMValueRef value);
/* A weak definition: the linker may take another one of this name. */
bool project_is_replaceable(LLVMValueRef value);

/* The unit VALUE's module belongs to, or null. */
const struct project_unit *project_unit_of(const struct project *, LLVMValueRef value);

bool project_symbol_is_function(const struct project_symbol *);

/* Both versions, loaded into one context that the pair owns. */
struct project_pair {
    LLVMContextRef context;
    struct project old_project, new_project;
};
bool project_pair_open(struct project_pair *, const char *old_path, const char *new_path,
                       struct failure *);
void project_pair_release(struct project_pair *); /* also after a failed open */

/* The length of NAME without the @SOURCE that marks an internal symbol. */
size_t project_symbol_base(const char *name);

#endif
