/* Maps bitcode into memory and hands it to the store. */
#include "load/module.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void module_store_init(struct module_store *s)
{
    memset(s, 0, sizeof *s);
    ir_store_init(&s->ir);
}

void module_store_release(struct module_store *s)
{
    ir_store_release(&s->ir);
    for (size_t i = 0; i < s->data.count; i++)
        munmap(s->data.data[i].bytes, s->data.data[i].size);
    VECTOR_RELEASE(&s->data);
}

/* A compiler of another version than it is called wrote it: it goes through LLVM like files of others. */
static bool add_converted(struct module_store *s, int descriptor, const char *name, struct failure *failure)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), descriptor);
    int output = convert_file(path, failure);
    if (output < 0) return false;
    bool good = module_add_output(s, output, name, "LLVM", failure);
    close(output);
    return good;
}

bool module_add_output(struct module_store *s, int descriptor, const char *name, const char *writer,
                       struct failure *failure)
{
    struct stat status;
    if (fstat(descriptor, &status) || !status.st_size)
        return failure_set(failure, FAILURE_INPUT, "%s: %s wrote nothing", name, writer);
    struct module_data data = {.size = (size_t)status.st_size};
    data.bytes = mmap(NULL, data.size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);
    if (data.bytes == MAP_FAILED)
        return failure_set(failure, FAILURE_LIMIT, "%s: no memory for the output of %s", name, writer);
    if (!ir_is_known(data.bytes, data.size) && strcmp(writer, "LLVM")) {
        munmap(data.bytes, data.size);
        return add_converted(s, descriptor, name, failure);
    }
    VECTOR_PUSH(&s->data, data);
    return ir_store_add(&s->ir, data.bytes, data.size, name, IR_UNIT, failure);
}

bool module_add_file(struct module_store *s, const char *path, struct failure *failure)
{
    struct text text = {0};
    bool there = text_read_file(&text, path, failure); /* says what is wrong with the file itself */
    text_release(&text);
    int output = there ? convert_file(path, failure) : -1;
    if (output < 0) return false;
    bool good = module_add_output(s, output, path, "LLVM", failure);
    close(output);
    return good;
}
