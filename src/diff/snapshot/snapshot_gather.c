/* Gathers the records of a snapshot's units: renews them, settles which of several records of
 * one object counts, and names the units. Failures of compilation become the snapshot's
 * failures. */
#include "diff/snapshot/snapshot_gather.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"
#include "diff/project/child.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct record {
    const char *path;
    const char *source, *object, *directory, *error;
    json_t *json;
    struct timespec when;
};

struct gathering {
    const struct snapshot_place *place;
    snapshot_words paths;
    VECTOR(struct record) records;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_source(const void *a, const void *b)
{
    const struct record *x = a, *y = b;
    int order = strcmp(x->source, y->source);
    if (!order)
        order = strcmp(x->object, y->object);
    return order ? order : strcmp(x->path, y->path);
}

static void list_folder(snapshot_words *names, struct arena *a, const char *folder)
{
    DIR *open = opendir(folder);
    if (!open)
        return;
    for (struct dirent *e; (e = readdir(open));)
        if (e->d_name[0] != '.')
            VECTOR_PUSH(names, arena_format(a, "%s/%s", folder, e->d_name));
    closedir(open);
    if (names->count)
        qsort(names->data, names->count, sizeof *names->data, by_text);
}

void gather_c_files(struct arena *a, const char *folder, void (*found)(void *, const char *),
                    void *context)
{
    snapshot_words names = {0};
    list_folder(&names, a, folder);
    for (size_t i = 0; i < names.count; i++) {
        struct stat info;
        if (lstat(names.data[i], &info))
            continue;
        if (S_ISDIR(info.st_mode))
            gather_c_files(a, names.data[i], found, context);
        else if (text_ends(names.data[i], ".c"))
            found(context, names.data[i]);
    }
    VECTOR_RELEASE(&names);
}

static int renew(void *context, size_t index)
{
    struct gathering *g = context;
    return (int)snapshot_unit_renew(g->place, g->paths.data[index]);
}

static const char *field(struct arena *a, json_t *json, const char *name)
{
    const char *text = json_string_value(json_object_get(json, name));
    return text ? arena_text(a, text) : NULL;
}

static bool for_kernel(json_t *json)
{
    size_t i;
    json_t *flag;
    json_array_foreach(
        json_object_get(json, "flags"), i,
        flag) if (text_same(json_string_value(flag), "-D__KERNEL__")) return true;
    return false;
}

static void read_record(struct gathering *g, struct arena *a, const char *path,
                        enum gather_scope scope)
{
    struct stat info;
    json_t *json = json_load_file(path, 0, NULL);
    if (!json || stat(path, &info) || (scope == GATHER_KERNEL_ONLY && !for_kernel(json))) {
        json_decref(json);
        return;
    }
    struct record r = {.path = path, .json = json, .when = info.st_mtim};
    r.source = field(a, json, "source");
    r.object = field(a, json, "object");
    r.directory = field(a, json, "directory");
    r.error = field(a, json, "error");
    if (!r.source || !r.directory) { /* not a record of ours */
        json_decref(json);
        return;
    }
    if (!r.object)
        r.object = "";
    if (r.object[0] && r.object[0] != '/')
        r.object = arena_format(a, "%s/%s", r.directory, r.object);
    VECTOR_PUSH(&g->records, r);
}

static bool are_sorted(const struct gathering *g)
{
    for (size_t i = 1; i < g->records.count; i++)
        if (by_source(&g->records.data[i - 1], &g->records.data[i]) > 0)
            return false;
    return true;
}

/* Of two records of one object (its flags changed since), the newer counts. */
static void drop_outdated(struct gathering *g)
{
    size_t kept = 0;
    LAW(are_sorted(g));
    for (size_t i = 0; i < g->records.count; i++) {
        struct record *r = &g->records.data[i],
                      *last = kept ? &g->records.data[kept - 1] : NULL;
        bool same = last && text_same(last->source, r->source) &&
                    text_same(last->object, r->object) && r->object[0];
        if (!same) {
            g->records.data[kept++] = *r;
            continue;
        }
        bool newer = r->when.tv_sec != last->when.tv_sec
                         ? r->when.tv_sec > last->when.tv_sec
                         : r->when.tv_nsec > last->when.tv_nsec;
        json_decref(newer ? last->json : r->json);
        if (newer)
            *last = *r;
    }
    g->records.count = kept;
}

static bool has_twin(const struct gathering *g, size_t i)
{
    const struct record *r = g->records.data;
    return (i > 0 && text_same(r[i - 1].source, r[i].source)) ||
           (i + 1 < g->records.count && text_same(r[i + 1].source, r[i].source));
}

static const char *unit_name(const struct gathering *g, struct arena *a, size_t i)
{
    LAW(i < g->records.count);
    const struct record *r = &g->records.data[i];
    if (!has_twin(g, i))
        return r->source;
    const char *object = r->object;
    const char *const folders[] = {g->place->path, g->place->root};
    for (size_t k = 0; k < 2; k++) {
        size_t n = strlen(folders[k]);
        if (!strncmp(object, folders[k], n) && object[n] == '/')
            object += n + 1;
    }
    if (!object[0])
        object = strrchr(r->path, '-') + 1;
    return arena_format(a, "%s@%s", r->source, object);
}

static void add_unit(struct snapshot *s, struct arena *a, const struct record *r,
                     const char *name)
{
    LAW(!r->error && text_ends(r->path, ".json"));
    struct snapshot_unit u = {.source = name, .directory = r->directory};
    u.bitcode = arena_format(a, "%.*s.bc", (int)(strlen(r->path) - strlen(".json")), r->path);
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(r->json, "flags"), i, item)
        VECTOR_PUSH(&u.flags, arena_text(a, json_string_value(item)));
    json_array_foreach(json_object_get(r->json, "functions"), i, item)
    {
        bool exported = json_is_true(json_object_get(item, "exported"));
        VECTOR_PUSH(&u.functions,
                    (struct snapshot_function){
                        .name = field(a, item, "name"),
                        .line = (int)json_integer_value(json_object_get(item, "line")),
                        .linkage = exported ? SNAPSHOT_EXPORTED : SNAPSHOT_LOCAL});
    }
    VECTOR_PUSH(&s->units, u);
    json_array_foreach(json_object_get(r->json, "kernel_exports"), i, item)
        VECTOR_PUSH(&s->kernel_exports, arena_text(a, json_string_value(item)));
}

void gather_units(struct snapshot *s, struct arena *a, const struct snapshot_place *place,
                  unsigned jobs, enum gather_scope scope)
{
    struct gathering g = {.place = place};
    snapshot_words files = {0};
    list_folder(&files, a, place->units);
    for (size_t i = 0; i < files.count; i++) {
        if (text_ends(files.data[i], ".json"))
            VECTOR_PUSH(&g.paths, files.data[i]);
        else if (text_ends(files.data[i], ".lock"))
            unlink(files.data[i]);
    }
    child_pool(g.paths.count, jobs, renew, NULL, &g);
    for (size_t i = 0; i < g.paths.count; i++)
        read_record(&g, a, g.paths.data[i], scope);
    if (g.records.count)
        qsort(g.records.data, g.records.count, sizeof *g.records.data, by_source);
    drop_outdated(&g);
    for (size_t i = 0; i < g.records.count; i++) {
        const struct record *r = &g.records.data[i];
        if (r->error)
            VECTOR_PUSH(&s->failures, (struct snapshot_failure){r->source, r->error});
        else
            add_unit(s, a, r, unit_name(&g, a, i));
        json_decref(r->json);
    }
    VECTOR_RELEASE(&files);
    VECTOR_RELEASE(&g.paths);
    VECTOR_RELEASE(&g.records);
}
