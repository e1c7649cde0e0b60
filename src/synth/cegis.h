/* Inside the driver of a run: the specification as it stands, without looking for parts. */
#ifndef SYNTH_CEGIS_H
#define SYNTH_CEGIS_H
#include "synth/synth.h"

/* As synth_run. With a `known` solution, which must be right, only shorter ones are looked
 * for. */
bool synth_run_whole(const struct spec *, const struct synth_options *,
                     const struct solution *known, struct synth_result *, struct failure *);

#endif
