/* The sections of options.def as tables, by command. */
#include "cli/options.h"

#include "base/text.h"

enum {
#define ACCELERATE_OPTION(key, name, argument, help) ACCELERATE_##key,
#include "cli/options.def"
};
static const struct option_row accelerate_rows[] = {
#define ACCELERATE_OPTION(key, name, argument, help) {ACCELERATE_##key, name, argument, help},
#include "cli/options.def"
};
enum {
#define CHECK_OPTION(key, name, argument, help) CHECK_##key,
#include "cli/options.def"
};
static const struct option_row check_rows[] = {
#define CHECK_OPTION(key, name, argument, help) {CHECK_##key, name, argument, help},
#include "cli/options.def"
};
enum {
#define DIFF_OPTION(key, name, argument, help) DIFF_##key,
#include "cli/options.def"
};
static const struct option_row diff_rows[] = {
#define DIFF_OPTION(key, name, argument, help) {DIFF_##key, name, argument, help},
#include "cli/options.def"
};
enum {
#define DUMP_OPTION(key, name, argument, help) DUMP_##key,
#include "cli/options.def"
};
static const struct option_row dump_rows[] = {
#define DUMP_OPTION(key, name, argument, help) {DUMP_##key, name, argument, help},
#include "cli/options.def"
};
enum {
#define LISTS_OPTION(key, name, argument, help) LISTS_##key,
#include "cli/options.def"
};
static const struct option_row lists_rows[] = {
#define LISTS_OPTION(key, name, argument, help) {LISTS_##key, name, argument, help},
#include "cli/options.def"
};
enum {
#define PATTERN_OPTION(key, name, argument, help) PATTERN_##key,
#include "cli/options.def"
};
static const struct option_row pattern_rows[] = {
#define PATTERN_OPTION(key, name, argument, help) {PATTERN_##key, name, argument, help},
#include "cli/options.def"
};
enum {
#define RELATE_OPTION(key, name, argument, help) RELATE_##key,
#include "cli/options.def"
};
static const struct option_row relate_rows[] = {
#define RELATE_OPTION(key, name, argument, help) {RELATE_##key, name, argument, help},
#include "cli/options.def"
};
enum {
#define RUN_OPTION(key, name, argument, help) RUN_##key,
#include "cli/options.def"
};
static const struct option_row run_rows[] = {
#define RUN_OPTION(key, name, argument, help) {RUN_##key, name, argument, help},
#include "cli/options.def"
};
enum {
#define SNAPSHOT_OPTION(key, name, argument, help) SNAPSHOT_##key,
#include "cli/options.def"
};
static const struct option_row snapshot_rows[] = {
#define SNAPSHOT_OPTION(key, name, argument, help) {SNAPSHOT_##key, name, argument, help},
#include "cli/options.def"
};
enum {
#define SYNTH_OPTION(key, name, argument, help) SYNTH_##key,
#include "cli/options.def"
};
static const struct option_row synth_rows[] = {
#define SYNTH_OPTION(key, name, argument, help) {SYNTH_##key, name, argument, help},
#include "cli/options.def"
};
enum {
#define VERIFY_OPTION(key, name, argument, help) VERIFY_##key,
#include "cli/options.def"
};
static const struct option_row verify_rows[] = {
#define VERIFY_OPTION(key, name, argument, help) {VERIFY_##key, name, argument, help},
#include "cli/options.def"
};
enum {
#define FRONTEND_OPTION(key, name, argument, help) FRONTEND_##key,
#include "cli/options.def"
};
static const struct option_row frontend_rows[] = {
#define FRONTEND_OPTION(key, name, argument, help) {FRONTEND_##key, name, argument, help},
#include "cli/options.def"
};

#define TABLE(name) {#name, name##_rows, sizeof name##_rows / sizeof *name##_rows}
const struct option_table option_tables[] = {
    TABLE(accelerate), TABLE(check),    TABLE(diff),     TABLE(dump),     TABLE(lists),
    TABLE(pattern),    TABLE(relate),   TABLE(run),      TABLE(snapshot), TABLE(synth),
    TABLE(verify),     TABLE(frontend), {NULL, NULL, 0},
};

const struct option_table *options_of(const char *command)
{
    for (const struct option_table *t = option_tables; t->command; t++)
        if (text_same(t->command, command))
            return t;
    return NULL;
}

void options_list(FILE *out)
{
    for (const struct option_table *t = option_tables; t->command; t++)
        for (size_t i = 0; i < t->count; i++) {
            const struct option_row *r = &t->rows[i];
            fprintf(out, "%s\t%s\t%s\t%s\n", t->command, r->name,
                    r->argument ? r->argument : "", r->help);
        }
}
