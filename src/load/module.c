/* Maps bitcode into memory and hands it to the store. */
#include "load/module.h"

#include "base/text.h"
#include "load/bitcode/bitcode.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void module_store_init(struct module_store *s, const struct ir_reader *reader)
{
    memset(s, 0, sizeof *s);
    s->reader = reader ? reader : &bitcode_reader;
    ir_store_init(&s->ir);
}

void module_store_release(struct module_store *s)
{
    ir_store_release(&s->ir);
    for (size_t i = 0; i < s->data.count; i++)
        munmap(s->data.data[i].bytes, s->data.data[i].size);
    VECTOR_RELEASE(&s->data);
}

/* The data of a descriptor, which may be closed afterwards. */
static bool map_output(int descriptor, const char *name, const char *writer,
                       struct module_data *data, struct failure *failure)
{
    struct stat status;
    if (fstat(descriptor, &status) || !status.st_size)
        return failure_set(failure, FAILURE_INPUT, "%s: %s wrote nothing", name, writer);
    data->size = (size_t)status.st_size;
    data->bytes =
        mmap(NULL, data->size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);
    return data->bytes != MAP_FAILED ||
           failure_set(failure, FAILURE_LIMIT, "%s: no memory for the output of %s", name,
                       writer);
}

static bool add_data(struct module_store *s, struct module_data data, const char *name,
                     struct failure *failure)
{
    VECTOR_PUSH(&s->data, data);
    return ir_store_add(&s->ir, s->reader, data.bytes, data.size, name, IR_UNIT, failure);
}

static bool is_readable(const struct module_store *s, struct module_data data)
{
    return s->reader != &bitcode_reader || bitcode_is_known(data.bytes, data.size);
}

/* What LLVM wrote of a file of others. The LLVM of sooth-llvm may be another one than our
 * reader knows. */
static bool add_converted(struct module_store *s, const char *path, const char *name,
                          struct failure *failure)
{
    int output = convert_file(path, failure);
    if (output < 0)
        return false;
    struct module_data data;
    bool good = map_output(output, name, "LLVM", &data, failure);
    close(output);
    if (!good || is_readable(s, data))
        return good && add_data(s, data, name, failure);
    munmap(data.bytes, data.size);
    return failure_set(
        failure, FAILURE_UNSUPPORTED,
        "%s: sooth-llvm has another LLVM than 19; --loader=llvm reads it there", name);
}

bool module_add_output(struct module_store *s, int descriptor, const char *name,
                       const char *writer, struct failure *failure)
{
    LAW(descriptor >= 0);
    struct module_data data;
    if (!map_output(descriptor, name, writer, &data, failure))
        return false;
    if (is_readable(s, data))
        return add_data(s, data, name, failure);
    munmap(data.bytes,
           data.size); /* a compiler of another version than it is called wrote it */
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), descriptor);
    return add_converted(s, path, name, failure);
}

bool module_add_file(struct module_store *s, const char *path, struct failure *failure)
{
    struct text text = {0};
    bool there =
        text_read_file(&text, path, failure); /* says what is wrong with the file itself */
    text_release(&text);
    if (!there)
        return false;
    if (s->reader == &bitcode_reader)
        return add_converted(s, path, path, failure);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct module_data data;
    bool good = map_output(file, path, "nobody", &data, failure);
    if (file >= 0)
        close(file);
    return good && add_data(s, data, path, failure);
}
