/* The last step of building a snapshot: from the records of its units to what the index says.
 */
#ifndef DIFF_SNAPSHOT_SNAPSHOT_GATHER_H
#define DIFF_SNAPSHOT_SNAPSHOT_GATHER_H
#include "diff/snapshot/snapshot_internal.h"

/* A kernel's build also compiles programs that run on the building machine: those are left
 * out. */
enum gather_scope { GATHER_ALL, GATHER_KERNEL_ONLY };

/* Renews every recorded unit and fills the snapshot's units, failures and variants' names. */
void gather_units(struct snapshot *, struct arena *, const struct snapshot_place *,
                  unsigned jobs, enum gather_scope);

/* Calls found for every .c file below a folder, in the order of their names; hidden folders
 * are passed over.
 */
void gather_c_files(struct arena *, const char *folder,
                    void (*found)(void *context, const char *path), void *context);

#endif
