/* Both readers of modules say the same of the C programs of the tests and of the library
 * models; and what one change to a module does is seen, so that sameness means something.
 *
 * READERS_EVERY=1 compares each program for both data models, with and without checks of
 * overflow (some minutes, of clang alone); otherwise every other program in one of the four
 * ways. Programs that clang refuses are counted. */
#include "assembled.h"
#include "printed.h"

#include "load/clang.h"
#include "load/frontend.h"
#include "load/module.h"

#include <glob.h>
#include <stdlib.h>

/* --- two texts --- */

static const char *line_at(const char *text, size_t at, size_t *size)
{
    while (at && text[at - 1] != '\n')
        at--;
    *size = strcspn(text + at, "\n");
    return text + at;
}

static void fail_where_they_differ(const char *what, const char *ours, const char *theirs)
{
    size_t at = 0, n, m;
    while (ours[at] && ours[at] == theirs[at])
        at++;
    const char *a = line_at(ours, at, &n), *b = line_at(theirs, at, &m);
    fail_msg("%s:\n  bitcode: %.*s\n  llvm:    %.*s", what, (int)n, a, (int)m, b);
}

/* --- programs --- */

struct program_case {
    const char *file;
    struct frontend_options options;
    struct clang_unit unit;
};

static void print_case(const struct program_case *c, const struct ir_reader *reader,
                       struct text *out)
{
    struct module_store store;
    struct failure failure = {0};
    module_store_init(&store, reader);
    if (!module_add_output(&store, c->unit.output, c->file, "clang-19", &failure) ||
        (c->options.models == MODELS_LINKED && !module_add_models(&store, &failure)) ||
        !ir_store_link(&store.ir, &failure) || !print_store(&store.ir, out, &failure))
        fail_msg("%s: %s: %s", c->file, reader->name, failure.message);
    module_store_release(&store);
}

static void compare_case(const struct program_case *c)
{
    struct text ours = {0}, theirs = {0};
    print_case(c, &bitcode_reader, &ours);
    print_case(c, &llvm_reader, &theirs);
    if (strcmp(text_of(&ours), text_of(&theirs)))
        fail_where_they_differ(c->file, text_of(&ours), text_of(&theirs));
    text_release(&ours);
    text_release(&theirs);
}

/* False if clang refuses it. */
static bool try_program(const char *file, unsigned way, enum model_linking models)
{
    struct failure failure = {0};
    struct program_case c = {.file = file, .unit = {.file = file, .text = -1}};
    c.options.data_model = way % 2 ? DATA_MODEL_ILP32 : DATA_MODEL_LP64;
    c.options.overflow_sites = way / 2 % 2 ? OVERFLOW_SITES_PLACED : OVERFLOW_SITES_NONE;
    c.options.models = models;
    bool compiled = clang_run(&c.options, CLANG_BITCODE, &c.unit, 1, &failure);
    if (compiled)
        compare_case(&c);
    clang_close(&c.unit, 1);
    return compiled;
}

/* Linking reads the library anew, which takes LLVM long: few programs are linked with it. */
enum { WAYS = 4, LINKED_EVERY = 64, FEWEST = 300 };

static bool is_wanted(const char *file)
{
    return !strstr(file, "tests/unit/") && !strstr(file, "tests/fuzz/") &&
           !strstr(file, "tests/diff");
}

static void programs_read_the_same(void **state)
{
    (void)state;
    static const char *const patterns[] = {"tests/*/*.c", "tests/*/*/*.c", "tests/*/*/*/*.c",
                                           "examples/*.c"};
    glob_t found = {0};
    unsigned compared = 0, refused = 0;
    bool every = getenv("READERS_EVERY") != NULL;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        glob(patterns[i], i ? GLOB_APPEND : 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        if (!is_wanted(found.gl_pathv[i]) || (!every && i % 2))
            continue;
        for (unsigned way = 0; way < (every ? WAYS : 1); way++) {
            enum model_linking models = i % LINKED_EVERY ? MODELS_ABSENT : MODELS_LINKED;
            bool good =
                try_program(found.gl_pathv[i], every ? way : (unsigned)i / 2 % WAYS, models);
            compared += good;
            refused += !good;
        }
    }
    globfree(&found);
    print_message("%u programs compared, %u refused by clang\n", compared, refused);
    assert_true(compared >= FEWEST && refused * 20 < compared);
}

/* --- the library --- */

extern const char models_64_start[], models_64_end[], models_32_start[], models_32_end[];

static void print_models(const struct ir_reader *reader, const char *start, const char *end,
                         struct text *out)
{
    struct ir_store store;
    struct failure failure = {0};
    ir_store_init(&store);
    if (!ir_store_add(&store, reader, start, (size_t)(end - start), "models", IR_UNIT,
                      &failure) ||
        !ir_store_link(&store, &failure) || !print_store(&store, out, &failure))
        fail_msg("%s: %s", reader->name, failure.message);
    ir_store_release(&store);
}

static void models_read_the_same(void **state)
{
    (void)state;
    for (unsigned wide = 0; wide < 2; wide++) {
        struct text ours = {0}, theirs = {0};
        const char *start = wide ? models_64_start : models_32_start;
        const char *end = wide ? models_64_end : models_32_end;
        print_models(&bitcode_reader, start, end, &ours);
        print_models(&llvm_reader, start, end, &theirs);
        assert_true(ours.count > 100000);
        if (strcmp(text_of(&ours), text_of(&theirs)))
            fail_where_they_differ("models", text_of(&ours), text_of(&theirs));
        text_release(&ours);
        text_release(&theirs);
    }
}

/* --- changes --- */

static const char module_text[] = LP64
    "%pair = type { i32, i64 }\n"
    "@number = global i32 7, align 4, !dbg !20\n"
    "@wide = global i128 170141183460469231731687303715884105728\n"
    "@real = global x86_fp80 0xK3FFF8000000000000000\n"
    "@data = internal constant [3 x i16] [i16 1, i16 2, i16 3]\n"
    "@words = global [2 x ptr] [ptr @number, ptr getelementptr (i8, ptr @data, i64 2)]\n"
    "@zero = global %pair zeroinitializer\n"
    "@thread = thread_local global i8 undef\n"
    "@other = alias i32, ptr @number\n"
    "@labels = global [1 x ptr] [ptr blockaddress(@f, %end)]\n"
    "declare void @g(ptr nonnull dereferenceable(8), ...)\n"
    "define i32 @f(i32 %a, ptr byval(%pair) align 8 %b) !dbg !10 {\n"
    "  %slot = alloca i32, align 4\n"
    "    #dbg_declare(ptr %slot, !15, !DIExpression(), !17)\n"
    "  %sum = add nsw i32 %a, 1, !dbg !17\n"
    "  %old = load volatile i32, ptr %slot, align 2\n"
    "  store i32 %sum, ptr %slot, align 4, !dbg !18\n"
    "  %less = icmp slt i32 %sum, %old\n"
    "  %field = getelementptr %pair, ptr %b, i64 0, i32 1\n"
    "  %both = atomicrmw add ptr %slot, i32 5 seq_cst\n"
    "  call void (ptr, ...) @g(ptr align 4 %field, i32 %both) noreturn\n"
    "  call void asm sideeffect \"nop\", \"r\"(i32 %a)\n"
    "  switch i32 %a, label %end [ i32 3, label %next\n"
    "    i32 4, label %end ]\n"
    "next:\n"
    "  br i1 %less, label %end, label %next\n"
    "end:\n"
    "  %phi = phi i32 [ 0, %0 ], [ 0, %0 ], [ %sum, %next ]\n"
    "  ret i32 %phi\n"
    "}\n"
    "!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n"
    "!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
    "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2)\n"
    "!2 = !DIFile(filename: \"a.c\", directory: \"/\")\n"
    "!3 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n"
    "!4 = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"e\", file: !2, line: 3, "
    "size: 32, "
    "elements: !5)\n"
    "!5 = !{!6, !7}\n!6 = !DIEnumerator(name: \"ONE\", value: 1)\n"
    "!7 = !DIEnumerator(name: \"LESS\", value: -1)\n"
    "!8 = !DICompositeType(tag: DW_TAG_array_type, baseType: !3, size: 96, elements: !9)\n"
    "!9 = !{!DISubrange(count: 3)}\n"
    "!10 = distinct !DISubprogram(name: \"f\", file: !2, line: 5, type: !11, unit: !1, "
    "spFlags: DISPFlagDefinition)\n"
    "!11 = !DISubroutineType(types: !12)\n!12 = !{!3, !4, !13}\n"
    "!13 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)\n"
    "!14 = distinct !DILexicalBlock(scope: !10, file: !2, line: 6, column: 2)\n"
    "!15 = !DILocalVariable(name: \"slot\", arg: 1, scope: !14, file: !2, line: 7, type: "
    "!3)\n"
    "!17 = !DILocation(line: 8, column: 3, scope: !14)\n"
    "!18 = !DILocation(line: 9, column: 4, scope: !10)\n"
    "!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())\n"
    "!21 = distinct !DIGlobalVariable(name: \"number\", scope: !1, file: !2, line: 2, type: "
    "!13)\n";

static const char *const changes[][2] = {
    {"global i32 7", "global i32 8"},
    {"7, align 4", "7, align 8"},
    {"i128 170141183460469231731687303715884105728",
     "i128 170141183460469231731687303715884105727"},
    {"0xK3FFF8000000000000000", "0xK3FFF8000000000000001"},
    {"internal constant", "internal global"},
    {"internal constant", "constant"},
    {"i16 2, i16 3]", "i16 2, i16 4]"},
    {"@data, i64 2", "@data, i64 3"},
    {"type { i32, i64 }", "type <{ i32, i64 }>"},
    {"type { i32, i64 }", "type { i64, i32 }"},
    {"@zero = global", "@zero = weak global"},
    {"thread_local ", ""},
    {"i8 undef", "i8 0"},
    {"ptr @number\n", "ptr @zero\n"},
    {"(@f, %end)", "(@f, %next)"},
    {"nonnull ", ""},
    {"dereferenceable(8)", "dereferenceable(4)"},
    {"dereferenceable(8), ...)", "dereferenceable(8), ...) noreturn"},
    {"byval(%pair) align 8", "align 8"},
    {"align 8 %b", "align 16 %b"},
    {"alloca i32", "alloca float"},
    {"nsw", "nuw"},
    {"%a, 1,", "%a, 2,"},
    {"volatile ", ""},
    {"align 2", "align 1"},
    {"icmp slt", "icmp sle"},
    {"i32 %sum, %old", "i32 %old, %sum"},
    {"i64 0, i32 1\n", "i64 0, i32 0\n"},
    {"atomicrmw add", "atomicrmw sub"},
    {"align 4 %field", "%field"},
    {"%both) noreturn", "%both)"},
    {"\"nop\"", "\"pause\""},
    {"\"r\"", "\"m\""},
    {"i32 3, label %next", "i32 5, label %next"},
    {"%less, label %end, label %next", "%less, label %next, label %end"},
    {"[ %sum, %next ]", "[ %old, %next ]"},
    {"\"a.c\"", "\"b.c\""},
    {"DW_ATE_signed)", "DW_ATE_unsigned)"},
    {"name: \"e\"", "name: \"f\""},
    {"line: 3, size: 32", "line: 3, size: 64"},
    {"value: -1", "value: -2"},
    {"\"ONE\"", "\"TWO\""},
    {"count: 3", "count: 4"},
    {"baseType: !8", "baseType: !3"},
    {"line: 5, type", "line: 4, type"},
    {"name: \"f\", file", "name: \"ff\", file"},
    {"!{!3, !4, !13}", "!{!3, !13, !4}"},
    {"arg: 1", "arg: 2"},
    {"scope: !14, file: !2, line: 7", "scope: !10, file: !2, line: 7"},
    {"line: 8, column: 3, scope: !14", "line: 8, column: 3, scope: !10"},
    {"line: 9", "line: 10"},
    {"column: 4", "column: 5"},
    {"line: 2, type: !13", "line: 2, type: !3"},
    {"%slot, !15", "%b, !15"},
};

static void print_text(const struct ir_reader *reader, const char *text, struct text *out)
{
    struct assembled a;
    assembled_reader = reader;
    assembled_init(&a);
    assembled_add(&a, text, IR_UNIT);
    assembled_link(&a);
    if (!print_store(&a.store, out, &a.failure))
        fail_msg("%s", a.failure.message);
    assembled_release(&a);
}

static void changed_text(struct text *out, const char *from, const char *to)
{
    const char *at = strstr(module_text, from);
    if (!at)
        fail_msg("nothing to change: %s", from);
    text_put_range(out, module_text, (size_t)(at - module_text));
    text_put(out, to);
    text_put(out, at + strlen(from));
}

static void changes_are_seen(void **state)
{
    (void)state;
    struct text plain = {0};
    print_text(&bitcode_reader, module_text, &plain);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct text changed = {0}, ours = {0}, theirs = {0};
        changed_text(&changed, changes[i][0], changes[i][1]);
        print_text(&bitcode_reader, text_of(&changed), &ours);
        print_text(&llvm_reader, text_of(&changed), &theirs);
        if (!strcmp(text_of(&plain), text_of(&theirs)))
            fail_msg("%s is not told from %s", changes[i][1], changes[i][0]);
        if (strcmp(text_of(&ours), text_of(&theirs)))
            fail_where_they_differ(changes[i][1], text_of(&ours), text_of(&theirs));
        text_release(&changed);
        text_release(&ours);
        text_release(&theirs);
    }
    text_release(&plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_seen),
        cmocka_unit_test(models_read_the_same),
        cmocka_unit_test(programs_read_the_same),
    };
    return cmocka_run_group_tests_name("readers", tests, NULL, NULL);
}
