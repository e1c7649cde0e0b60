/* Independent parts of a specification. `holds` is read as a conjunction; unknown programs
 * (or, when there is one program applied once, its outputs) that no conjunct mentions
 * together can be looked for one by one, each over the inputs that matter to it. Together,
 * programs that meet the parts meet the specification. */
#ifndef SYNTH_SPEC_PARTS_H
#define SYNTH_SPEC_PARTS_H
#include "synth/spec/spec.h"

struct spec_part {
    struct spec spec; /* shares the terms of the whole, which must outlive it */
    uint64_t units;   /* one bit for each program, or each output, that belongs to it */
};
struct spec_parts {
    struct arena arena;
    struct spec_part *part;
    unsigned count;
    bool outputs; /* parts are outputs of one program */
};

/* False if the specification is in one piece and every input matters. The parts are to be
 * released in either case. */
bool spec_split(const struct spec *, struct spec_parts *);
void spec_parts_release(struct spec_parts *);
/* Puts the solutions of all parts together; false if they do not fit into one program. */
bool spec_join(const struct spec *, const struct spec_parts *, const struct solution *of_part,
               struct solution *out);

#endif
