/* Fills a project from a path, loads its units and keeps the index of definitions (project.h
 * states the laws). */
#include "diff/project/project.h"

#include "base/failure.h"
#include "base/text.h"
#include "diff/project/load.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void project_init(struct project *project, LLVMContextRef context)
{
    *project = (struct project){.context = context};
    arena_init(&project->arena);
}

void project_release(struct project *project)
{
    for (size_t i = 0; i < project->units.count; i++)
        if (project->units.data[i].module)
            LLVMDisposeModule(project->units.data[i].module);
    VECTOR_RELEASE(&project->units);
    VECTOR_RELEASE(&project->symbols);
    VECTOR_RELEASE(&project->requests);
    text_map_release(&project->by_name);
    text_map_release(&project->by_source);
    arena_release(&project->arena);
}

void project_add(struct project *project, const char *source, const char *path)
{
    struct project_unit unit = {arena_text(&project->arena, source),
                                arena_text(&project->arena, path), NULL, NULL};
    text_map_set(&project->by_source, unit.source, project->units.count);
    VECTOR_PUSH(&project->units, unit);
}

/* Calls line(project, first field, second field or null) for every line of a tab separated
 * file. */
static bool read_table(struct project *project, const char *path,
                       void (*line)(struct project *, const char *, const char *),
                       struct failure *failure)
{
    struct text content = {0};
    if (!text_read_file(&content, path, failure))
        return false;
    char *rest = content.data, *one;
    while (rest && (one = strsep(&rest, "\n"))) {
        if (!*one)
            continue;
        char *second = one;
        strsep(&second, "\t");
        line(project, one, second);
    }
    text_release(&content);
    return true;
}

static void add_listed_unit(struct project *project, const char *source, const char *path)
{
    if (path)
        project_add(project, source,
                    arena_format(&project->arena, "%s/%s", project->root, path));
}

static void add_request(struct project *project, const char *function, const char *source)
{
    struct project_request request = {arena_text(&project->arena, function),
                                      source && *source ? arena_text(&project->arena, source)
                                                        : NULL};
    VECTOR_PUSH(&project->requests, request);
}

static bool is_file(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISREG(status.st_mode);
}

static bool has_kind(const char *name, bool c_files)
{
    return c_files ? text_ends(name, ".c") : text_ends(name, ".bc") || text_ends(name, ".ll");
}

static void add_directory(struct project *project, const char *relative, bool c_files)
{
    const char *full = *relative
                           ? arena_format(&project->arena, "%s/%s", project->root, relative)
                           : project->root;
    struct dirent **entries;
    int count = scandir(full, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        struct stat status;
        const char *source =
            *relative ? arena_format(&project->arena, "%s/%s", relative, name) : name;
        const char *path = arena_format(&project->arena, "%s/%s", full, name);
        if (name[0] != '.' && !stat(path, &status)) {
            if (S_ISDIR(status.st_mode))
                add_directory(project, arena_text(&project->arena, source), c_files);
            if (S_ISREG(status.st_mode) && has_kind(name, c_files))
                project_add(project, source, path);
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* A file that could not be compiled when the snapshot was made. */
static void add_failure(struct project *project, const char *source, const char *why)
{
    uint64_t other; /* of another build, which did compile */
    if (text_map_get(&project->by_source, source, &other))
        return;
    project_add(project, source, source);
    project->units.data[project->units.count - 1].failed =
        arena_text(&project->arena, why ? why : "it could not be compiled");
}

static bool open_directory(struct project *project, struct failure *failure)
{
    const char *index = arena_format(&project->arena, "%s/" SNAPSHOT_UNITS, project->root);
    const char *functions =
        arena_format(&project->arena, "%s/" SNAPSHOT_FUNCTIONS, project->root);
    const char *failures =
        arena_format(&project->arena, "%s/" SNAPSHOT_FAILURES, project->root);
    if (is_file(index)) {
        if (!read_table(project, index, add_listed_unit, failure))
            return false;
        if (is_file(failures) && !read_table(project, failures, add_failure, failure))
            return false;
        return !is_file(functions) || read_table(project, functions, add_request, failure);
    }
    add_directory(project, "", true);
    if (!project->units.count)
        add_directory(project, "", false);
    if (!project->units.count)
        return failure_set(failure, FAILURE_INPUT,
                           "%s: no snapshot and no .c, .bc or .ll file in it", project->root);
    return true;
}

bool project_open(struct project *project, const char *path, struct failure *failure)
{
    struct stat status;
    if (stat(path, &status))
        return failure_set(failure, FAILURE_INPUT, "%s: no such file or directory", path);
    project->root = arena_text(&project->arena, path);
    if (S_ISDIR(status.st_mode))
        return open_directory(project, failure);
    if (!has_kind(path, true) && !has_kind(path, false))
        return failure_set(failure, FAILURE_INPUT,
                           "%s: not a .c, .bc or .ll file nor a directory", path);
    const char *slash = strrchr(path, '/');
    project_add(project, slash ? slash + 1 : path, path);
    return true;
}

static bool is_internal(LLVMValueRef value)
{
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static bool is_weak(LLVMValueRef value)
{
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return linkage != LLVMExternalLinkage && linkage != LLVMInternalLinkage &&
           linkage != LLVMPrivateLinkage;
}

static void index_symbol(struct project *project, size_t unit, LLVMValueRef value)
{
    LAW(unit < project->units.count &&
        LLVMGetGlobalParent(value) == project->units.data[unit].module);
    size_t length;
    const char *name = LLVMGetValueName2(value, &length);
    const char *kept = arena_text_range(&project->arena, name, length);
    if (is_internal(value)) {
        kept = arena_format(&project->arena, "%s@%s", kept, project->units.data[unit].source);
        LLVMSetValueName2(value, kept, strlen(kept));
    }
    uint64_t other;
    bool known = text_map_get(&project->by_name, kept, &other);
    if (!known || (is_weak(project->symbols.data[other].value) && !is_weak(value)))
        text_map_set(&project->by_name, kept, project->symbols.count);
    VECTOR_PUSH(&project->symbols, (struct project_symbol){kept, unit, value});
}

void project_index_unit(struct project *project, size_t index)
{
    LAW(index < project->units.count && project->units.data[index].module);
    LLVMModuleRef module = project->units.data[index].module;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            index_symbol(project, index, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g))
            index_symbol(project, index, g);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a; a = LLVMGetNextGlobalAlias(a))
        index_symbol(project, index, a);
    for (LLVMValueRef r = LLVMGetFirstGlobalIFunc(module); r; r = LLVMGetNextGlobalIFunc(r))
        index_symbol(project, index, r);
}

/* The law of project.h: a symbol with internal linkage is named NAME@SOURCE. */
static bool internal_names_have_sources(const struct project *project)
{
    for (size_t i = 0; i < project->symbols.count; i++) {
        const struct project_symbol *s = &project->symbols.data[i];
        const char *mark = strchr(s->name, '@'),
                   *source = project->units.data[s->unit].source;
        if (is_internal(s->value) && (!mark || !text_ends(s->name, source)))
            return false;
    }
    return true;
}

bool project_load(struct project *project, struct failure *failure)
{
    struct failure last = {0};
    size_t loaded = 0;
    for (size_t i = 0; i < project->units.count; i++) {
        struct project_unit *unit = &project->units.data[i];
        if (unit->failed)
            continue;
        if (!unit->module)
            unit->module = load_module(project->context, unit->path, project->root, &last);
        if (!unit->module) {
            unit->failed = arena_text(&project->arena, last.message);
            continue;
        }
        loaded++;
        project_index_unit(project, i);
    }
    LAW(internal_names_have_sources(project));
    if (loaded)
        return true;
    if (project->units.count == 1)
        return failure_set(failure, FAILURE_INPUT, "%s", last.message);
    return failure_set(failure, FAILURE_INPUT,
                       "%s: none of its %zu files could be read; the last: %s", project->root,
                       project->units.count, last.message);
}

const struct project_symbol *project_find(const struct project *project, const char *name)
{
    uint64_t index;
    return text_map_get(&project->by_name, name, &index) ? &project->symbols.data[index]
                                                         : NULL;
}

size_t project_symbol_base(const char *name)
{
    const char *at = strchr(name, '@');
    return at ? (size_t)(at - name) : strlen(name);
}

const struct project_symbol *project_function(const struct project *project, const char *name,
                                              const char *source)
{
    const struct project_symbol *found = project_find(project, name);
    if (found && (!source || text_same(project->units.data[found->unit].source, source)))
        return found;
    size_t length = strlen(name), matches = 0;
    for (size_t i = 0; i < project->symbols.count; i++) {
        const struct project_symbol *s = &project->symbols.data[i];
        if (!LLVMIsAFunction(s->value) || strncmp(s->name, name, length) ||
            project_symbol_base(s->name) != length)
            continue;
        if (source && !text_same(project->units.data[s->unit].source, source))
            continue;
        found = s;
        matches++;
    }
    return matches > 1 ? NULL : found;
}

bool project_is_replaceable(LLVMValueRef value)
{
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return !LLVMIsDeclaration(value) &&
           (linkage == LLVMWeakAnyLinkage || linkage == LLVMLinkOnceAnyLinkage);
}

LLVMValueRef project_resolve(const struct project *project, LLVMValueRef value)
{
    if (!LLVMIsDeclaration(value) && !is_weak(value))
        return value;
    size_t length;
    const struct project_symbol *symbol =
        project_find(project, LLVMGetValueName2(value, &length));
    return symbol ? symbol->value : value;
}

const struct project_unit *project_unit_of(const struct project *project, LLVMValueRef value)
{
    LLVMModuleRef module = LLVMGetGlobalParent(value);
    for (size_t i = 0; i < project->units.count; i++)
        if (project->units.data[i].module == module)
            return &project->units.data[i];
    return NULL;
}

bool project_symbol_is_function(const struct project_symbol *symbol)
{
    return LLVMIsAFunction(symbol->value) != NULL;
}

bool project_pair_open(struct project_pair *pair, const char *old_path, const char *new_path,
                       struct failure *failure)
{
    pair->context = LLVMContextCreate();
    project_init(&pair->old_project, pair->context);
    project_init(&pair->new_project, pair->context);
    return project_open(&pair->old_project, old_path, failure) &&
           project_open(&pair->new_project, new_path, failure) &&
           project_load(&pair->old_project, failure) &&
           project_load(&pair->new_project, failure);
}

void project_pair_release(struct project_pair *pair)
{
    project_release(&pair->old_project);
    project_release(&pair->new_project);
    LLVMContextDispose(pair->context);
}
