/* Copies of programs. */
#include "program/program.h"

#define COPY_VECTOR(to, from)                                                                \
    do {                                                                                     \
        (to)->data = NULL;                                                                   \
        (to)->count = (to)->capacity = 0;                                                    \
        for (size_t copied = 0; copied < (from)->count; copied++)                            \
            VECTOR_PUSH(to, (from)->data[copied]);                                           \
    } while (0)

static void copy_function(struct function *to, const struct function *from)
{
    *to = *from;
    COPY_VECTOR(&to->instructions, &from->instructions);
    COPY_VECTOR(&to->operands, &from->operands);
    COPY_VECTOR(&to->blocks, &from->blocks);
    for (size_t b = 0; b < from->blocks.count; b++) {
        COPY_VECTOR(&to->blocks.data[b].instructions, &from->blocks.data[b].instructions);
        COPY_VECTOR(&to->blocks.data[b].predecessors, &from->blocks.data[b].predecessors);
    }
}

static void copy_index(struct map *to, const struct map *from)
{
    *to = (struct map){0};
    for (size_t i = 0; i < from->capacity; i++)
        if (from->slots[i].used)
            map_set(to, from->slots[i].key, from->slots[i].value);
}

struct program *program_copy(const struct program *p)
{
    struct program *c = program_new(p->pointer_width);
    VECTOR_RELEASE(&c->places);
    VECTOR_RELEASE(&c->files);
    VECTOR_RELEASE(&c->ctypes);
    text_map_release(&c->file_index);
    c->file_index = (struct text_map){0};
    COPY_VECTOR(&c->functions, &p->functions);
    for (size_t i = 0; i < p->functions.count; i++)
        copy_function(&c->functions.data[i], &p->functions.data[i]);
    COPY_VECTOR(&c->globals, &p->globals);
    COPY_VECTOR(&c->constants, &p->constants);
    COPY_VECTOR(&c->places, &p->places);
    COPY_VECTOR(&c->files, &p->files);
    COPY_VECTOR(&c->ctypes, &p->ctypes);
    COPY_VECTOR(&c->variables, &p->variables);
    COPY_VECTOR(&c->annotations, &p->annotations);
    copy_index(&c->constant_index, &p->constant_index);
    for (size_t i = 0; i < c->files.count; i++)
        text_map_set(&c->file_index, c->files.data[i], i);
    c->entry = p->entry;
    return c;
}
