/* Opens two versions, learns the pattern of one function, and prints it as a pattern file. */
#include "diff/custom/learn_file.h"

#include "diff/custom/learn.h"
#include "diff/project/project.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

static const struct project_symbol *find(const struct project *project, const char *name,
                                         struct failure *f)
{
    size_t length = project_symbol_base(name);
    const char *source = name[length] ? name + length + 1 : NULL;
    char *base = strndup(name, length);
    const struct project_symbol *found = project_function(project, base, source);
    free(base);
    if (found && LLVMIsAFunction(found->value))
        return found;
    failure_set(f, FAILURE_INPUT, "%s: no function '%s' in it (or several: say NAME@FILE)",
                project->root, name);
    return NULL;
}

static bool learn(const struct learn_request *r, const struct project_pair *projects,
                  struct text *text, struct failure *f)
{
    const struct project_symbol *a = find(&projects->old_project, r->function, f);
    const struct project_symbol *b = a ? find(&projects->new_project, r->function, f) : NULL;
    if (!a || !b)
        return false;
    char *name = strndup(r->name ? r->name : r->function,
                         project_symbol_base(r->name ? r->name : r->function));
    LLVMModuleRef module = learn_pattern(a->value, b->value, name, f);
    free(name);
    if (!module)
        return false;
    char *printed = LLVMPrintModuleToString(module);
    text_add(text, "; learnt from the change of %s\n%s", r->function, printed);
    LLVMDisposeMessage(printed);
    LLVMDisposeModule(module);
    return !r->output || text_write_file(r->output, text_of(text), text->count, f);
}

bool learn_file(const struct learn_request *r, struct text *text, struct failure *f)
{
    struct project_pair projects;
    bool good = project_pair_open(&projects, r->old_path, r->new_path, f) &&
                learn(r, &projects, text, f);
    project_pair_release(&projects);
    return good;
}
