/* frontend: the bitstream reader against streams written here, whole and cut. */
#include "frontend/bitstream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct writer {
    uint8_t data[4096];
    size_t at;
};

static void put(struct writer *w, uint64_t value, unsigned bits)
{
    for (unsigned k = 0; k < bits; k++, w->at++)
        if (value >> k & 1) w->data[w->at / 8] |= (uint8_t)(1u << w->at % 8);
}

static void put_variable(struct writer *w, uint64_t value, unsigned bits)
{
    uint64_t more = 1ull << (bits - 1);
    for (; value >= more; value >>= bits - 1) put(w, (value & (more - 1)) | more, bits);
    put(w, value, bits);
}

static void put_alignment(struct writer *w)
{
    w->at = (w->at + 31) & ~(size_t)31;
}

static size_t put_enter(struct writer *w, unsigned outer_width, unsigned block, unsigned width)
{
    put(w, 1, outer_width);
    put_variable(w, block, 8);
    put_variable(w, width, 4);
    put_alignment(w);
    put(w, 0, 32);
    return w->at;
}

static void put_end(struct writer *w, unsigned width, size_t start)
{
    put(w, 0, width);
    put_alignment(w);
    uint32_t words = (uint32_t)((w->at - start) / 32);
    memcpy(w->data + start / 8 - 4, &words, 4);
}

static void put_record(struct writer *w, unsigned width, unsigned code, const uint64_t *values, unsigned count)
{
    put(w, 3, width);
    put_variable(w, code, 6);
    put_variable(w, count, 6);
    for (unsigned k = 0; k < count; k++) put_variable(w, values[k], 6);
}

/* BLOCKINFO gives block 9 the abbreviation [7, vbr6, array(char6)]; block 9 adds [8, fixed3, blob]. */
static void write_sample(struct writer *w)
{
    memset(w, 0, sizeof *w);
    size_t info = put_enter(w, 2, 0, 3);
    put_record(w, 3, 1, (uint64_t[]){9}, 1);
    put(w, 2, 3);
    put_variable(w, 4, 5);
    put(w, 1, 1), put_variable(w, 7, 8);
    put(w, 0, 1), put(w, 2, 3), put_variable(w, 6, 5);
    put(w, 0, 1), put(w, 3, 3);
    put(w, 0, 1), put(w, 4, 3);
    put_end(w, 3, info);
    size_t block = put_enter(w, 2, 9, 5);
    put_record(w, 5, 35, (uint64_t[]){1, 40, 1ull << 50, UINT64_MAX}, 4);
    put(w, 4, 5), put_variable(w, 1000, 6), put_variable(w, 2, 6), put(w, 10, 6), put(w, 63, 6);
    size_t inner = put_enter(w, 5, 30, 2);
    put_record(w, 2, 1, NULL, 0);
    put_end(w, 2, inner);
    put(w, 2, 5);
    put_variable(w, 3, 5);
    put(w, 1, 1), put_variable(w, 8, 8);
    put(w, 0, 1), put(w, 1, 3), put_variable(w, 3, 5);
    put(w, 0, 1), put(w, 5, 3);
    put(w, 5, 5), put(w, 6, 3), put_variable(w, 5, 6);
    put_alignment(w);
    for (const char *c = "bytes"; *c; c++) put(w, (uint8_t)*c, 8);
    put_alignment(w);
    put_end(w, 5, block);
}

static void reads_records_of_all_kinds(void **state)
{
    (void)state;
    struct writer w;
    struct bitstream s;
    write_sample(&w);
    bitstream_init(&s, w.data, w.at / 8);
    assert_int_equal(bitstream_next(&s), ENTRY_BLOCK);
    assert_int_equal(s.block, 9);
    struct bitstream_outer outer = bitstream_enter(&s);
    assert_int_equal(bitstream_next(&s), ENTRY_RECORD);
    assert_int_equal(s.code, 35);
    assert_int_equal(s.values.count, 4);
    assert_int_equal(s.values.data[1], 40);
    assert_true(s.values.data[2] == 1ull << 50 && s.values.data[3] == UINT64_MAX);
    assert_int_equal(bitstream_next(&s), ENTRY_RECORD);
    assert_int_equal(s.code, 7);
    assert_int_equal(s.values.count, 3);
    assert_true(s.values.data[0] == 1000 && s.values.data[1] == 10 && s.values.data[2] == 63);
    assert_int_equal(bitstream_next(&s), ENTRY_BLOCK);
    assert_int_equal(s.block, 30);
    bitstream_skip(&s);
    assert_int_equal(bitstream_next(&s), ENTRY_RECORD);
    assert_int_equal(s.code, 8);
    assert_int_equal(s.values.data[0], 6);
    assert_int_equal(s.blob_size, 5);
    assert_memory_equal(s.blob, "bytes", 5);
    assert_int_equal(bitstream_next(&s), ENTRY_END);
    bitstream_leave(&s, outer);
    assert_int_equal(bitstream_next(&s), ENTRY_END);
    assert_false(s.broken);
    bitstream_release(&s);
}

static void patches_a_code_and_nothing_else(void **state)
{
    (void)state;
    struct writer w, before;
    struct bitstream s;
    write_sample(&w);
    before = w;
    for (int round = 0; round < 2; round++) {
        bitstream_init(&s, w.data, w.at / 8);
        assert_int_equal(bitstream_next(&s), ENTRY_BLOCK);
        struct bitstream_outer outer = bitstream_enter(&s);
        assert_int_equal(bitstream_next(&s), ENTRY_RECORD);
        assert_int_equal(s.code, round ? 33 : 35);
        assert_int_equal(s.values.data[1], 40);
        bitstream_patch_code(&s, round ? 35 : 33);
        bitstream_leave(&s, outer);
        bitstream_release(&s);
    }
    assert_memory_equal(w.data, before.data, sizeof w.data);
}

static void walk(struct bitstream *s, int depth)
{
    for (enum bitstream_entry e; (e = bitstream_next(s)) != ENTRY_END;) {
        if (e == ENTRY_RECORD) continue;
        if (depth > 8) {
            bitstream_skip(s);
            continue;
        }
        struct bitstream_outer outer = bitstream_enter(s);
        walk(s, depth + 1);
        bitstream_leave(s, outer);
    }
}

static void survives_cuts_and_flips(void **state)
{
    (void)state;
    struct writer w;
    write_sample(&w);
    size_t bytes = w.at / 8;
    for (size_t n = 0; n <= bytes; n++) {
        uint8_t *copy = malloc(n + 1); /* exact, so that a sanitizer sees every byte read beyond */
        copy = realloc(copy, n ? n : 1);
        memcpy(copy, w.data, n);
        for (size_t flip = 0; flip < (n == bytes ? bytes * 8 : 1); flip++) {
            struct bitstream s;
            if (n == bytes) copy[flip / 8] ^= (uint8_t)(1u << flip % 8);
            bitstream_init(&s, copy, n);
            walk(&s, 0);
            bitstream_release(&s);
            if (n == bytes) copy[flip / 8] ^= (uint8_t)(1u << flip % 8);
        }
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_records_of_all_kinds),
        cmocka_unit_test(patches_a_code_and_nothing_else),
        cmocka_unit_test(survives_cuts_and_flips),
    };
    return cmocka_run_group_tests_name("bitstream", tests, NULL, NULL);
}
