/* bitcode: what LLVM 19 did not write is seen as such, and is not read. */
#include "assembled.h"

static const char module_text[] = LP64 "@x = global i32 7\n";

static unsigned bit_at(const unsigned char *data, size_t at)
{
    return data[at / 8] >> (at % 8) & 1;
}

static unsigned bits_at(const unsigned char *data, size_t at, unsigned n)
{
    unsigned value = 0;
    for (unsigned i = 0; i < n; i++)
        value |= bit_at(data, at + i) << i;
    return value;
}

static unsigned six_bits(char c) /* bitcode's alphabet of 64 characters */
{
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a');
    if (c >= 'A' && c <= 'Z')
        return (unsigned)(c - 'A') + 26;
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0') + 52;
    return c == '.' ? 62 : 63;
}

/* Where the producer's name begins, in bits. */
static size_t find_producer(const unsigned char *data, size_t bytes)
{
    const char *name = "LLVM19.";
    for (size_t at = 0; at + 6 * strlen(name) < 8 * bytes; at++) {
        size_t k = 0;
        while (name[k] && bits_at(data, at + 6 * k, 6) == six_bits(name[k]))
            k++;
        if (!name[k])
            return at;
    }
    fail_msg("no producer in the bitcode");
    return 0;
}

static void put_character(unsigned char *data, size_t at, char c)
{
    for (unsigned i = 0; i < 6; i++) {
        data[(at + i) / 8] &= (unsigned char)~(1u << (at + i) % 8);
        data[(at + i) / 8] |= (unsigned char)((six_bits(c) >> i & 1) << (at + i) % 8);
    }
}

static void only_llvm_19_is_known(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(&a, module_text, IR_UNIT);
    size_t bytes = LLVMGetBufferSize(a.buffers[0]);
    unsigned char *copy = malloc(bytes);
    memcpy(copy, LLVMGetBufferStart(a.buffers[0]), bytes);
    assert_true(bitcode_is_known(copy, bytes));
    size_t at = find_producer(copy, bytes);
    static const struct {
        unsigned place;
        char with;
    } others[] = {{5, '8'}, {4, '2'}, {0, 'A'}, {6, '0'}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        memcpy(copy, LLVMGetBufferStart(a.buffers[0]), bytes);
        put_character(copy, at + 6 * others[i].place, others[i].with);
        assert_false(bitcode_is_known(copy, bytes));
        struct ir_store store;
        struct failure failure = {0};
        ir_store_init(&store);
        assert_false(ir_store_add(&store, &bitcode_reader, copy, bytes, "other.bc", IR_UNIT,
                                  &failure));
        assert_non_null(strstr(failure.message, "not by LLVM 19"));
        ir_store_release(&store);
    }
    free(copy);
    assembled_release(&a);
}

static void what_is_no_bitcode_is_not_known(void **state)
{
    (void)state;
    char nothing[64] = {0}, begins[64] = "BC\xc0\xde";
    assert_false(bitcode_is_known(nothing, 0));
    assert_false(bitcode_is_known(nothing, sizeof nothing));
    assert_false(bitcode_is_known(begins, 4));
    assert_false(bitcode_is_known(begins, sizeof begins));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_llvm_19_is_known),
        cmocka_unit_test(what_is_no_bitcode_is_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
