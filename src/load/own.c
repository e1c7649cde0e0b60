#include "load/own.h"

#include "base/failure.h"
#include "load/frontend.h"
#include "load/ir/reader.h"
#include "load/ir/store.h"
#include "program/library.h"

#include <stdio.h>
#include <string.h>

#define NOT_THE_LIBRARYS "-fno-builtin-"

void own_names_init(struct own_names *own, const struct frontend_options *o)
{
    memset(own, 0, sizeof *own);
    arena_init(&own->arena);
    for (size_t i = 0; i < o->argument_count; i++)
        VECTOR_PUSH(&own->arguments, o->arguments[i]);
    own->given = o->argument_count;
}

void own_names_release(struct own_names *own)
{
    VECTOR_RELEASE(&own->arguments);
    arena_release(&own->arena);
}

static bool add(struct own_names *own, const char *name, size_t length)
{
    LAW(length);
    size_t room = sizeof NOT_THE_LIBRARYS + length;
    char *argument = ARENA_ARRAY(&own->arena, char, room);
    snprintf(argument, room, NOT_THE_LIBRARYS "%.*s", (int)length, name);
    LAW(strlen(argument) + 1 == room);
    for (size_t i = own->given; i < own->arguments.count; i++)
        if (!strcmp(own->arguments.data[i], argument))
            return false;
    VECTOR_PUSH(&own->arguments, argument);
    return true;
}

bool own_names_find(struct own_names *own, const struct ir_store *store)
{
    bool any = false;
    for (size_t i = 0; i < store->functions.count; i++) {
        const struct ir_symbol *s = &store->functions.data[i]->symbol;
        bool of_unit = s->defined && s->module->role == IR_UNIT;
        if (of_unit && library_function(s->name))
            any |= add(own, s->name, strlen(s->name));
    }
    return any;
}

bool own_names_find_in_message(struct own_names *own, const struct failure *failure)
{
    LAW(own->given <= own->arguments.count);
    static const char before[] = "redefinition of '",
                      after[] = "' as different kind of symbol";
    const char *name = strstr(failure->message, before);
    if (!name)
        return false;
    name += sizeof before - 1;
    const char *end = strchr(name, '\'');
    return end && !strncmp(end, after, sizeof after - 1) &&
           add(own, name, (size_t)(end - name));
}
