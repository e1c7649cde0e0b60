/* Which programs are state machines, at a glance. */
#ifndef ENGINE_PDR_MACHINE_H
#define ENGINE_PDR_MACHINE_H
#include "program/program.h"

/* Some loop chooses the next value of a variable among several numbers, as machines choose
 * their next state: what holds then is a combination of conditions. */
bool machine_is(const struct program *);

#endif
