/* bitcode: the stream against ones written here, whole and cut. */
#include "load/bitcode/stream.h"

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
        if (value >> k & 1)
            w->data[w->at / 8] |= (uint8_t)(1u << w->at % 8);
}

static void put_variable(struct writer *w, uint64_t value, unsigned bits)
{
    uint64_t more = 1ull << (bits - 1);
    for (; value >= more; value >>= bits - 1)
        put(w, (value & (more - 1)) | more, bits);
    put(w, value, bits);
}

static void put_alignment(struct writer *w)
{
    w->at = (w->at + 31) & ~(size_t)31;
}

static size_t put_enter(struct writer *w, unsigned outer_width, unsigned block,
                        unsigned width)
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

static void put_record(struct writer *w, unsigned width, unsigned code,
                       const uint64_t *values, unsigned count)
{
    put(w, 3, width);
    put_variable(w, code, 6);
    put_variable(w, count, 6);
    for (unsigned k = 0; k < count; k++)
        put_variable(w, values[k], 6);
}

/* BLOCKINFO gives block 9 the abbreviation [7, vbr6, array(char6)]; block 9 adds [8, fixed3,
 * blob]. */
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
    put(w, 4, 5), put_variable(w, 1000, 6), put_variable(w, 2, 6), put(w, 10, 6),
        put(w, 63, 6);
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
    for (const char *c = "bytes"; *c; c++)
        put(w, (uint8_t)*c, 8);
    put_alignment(w);
    put_end(w, 5, block);
}

struct opened {
    struct arena arena;
    struct stream_shared shared;
    struct stream stream;
};

static void open_stream(struct opened *o, const void *data, size_t bytes)
{
    memset(o, 0, sizeof *o);
    arena_init(&o->arena);
    stream_init(&o->stream, data, bytes, &o->arena, &o->shared);
}

static void close_stream(struct opened *o)
{
    stream_release(&o->stream);
    stream_shared_release(&o->shared);
    arena_release(&o->arena);
}

static void reads_records_of_all_kinds(void **state)
{
    (void)state;
    struct writer w;
    struct opened o;
    struct stream *s = &o.stream;
    write_sample(&w);
    open_stream(&o, w.data, w.at / 8);
    assert_int_equal(stream_next(s), STREAM_BLOCK);
    assert_int_equal(s->block.id, 9);
    struct stream_block block = s->block;
    struct stream_outer outer = stream_enter(s, &block);
    assert_int_equal(stream_next(s), STREAM_RECORD);
    assert_int_equal(s->code, 35);
    assert_int_equal(s->values.count, 4);
    assert_int_equal(s->values.data[1], 40);
    assert_true(s->values.data[2] == 1ull << 50 && s->values.data[3] == UINT64_MAX);
    assert_true(stream_value(s, 4) == 0);
    assert_int_equal(stream_next(s), STREAM_RECORD);
    assert_int_equal(s->code, 7);
    assert_int_equal(s->values.count, 3);
    assert_true(s->values.data[0] == 1000 && s->values.data[1] == 'k' &&
                s->values.data[2] == '_');
    assert_int_equal(stream_next(s), STREAM_BLOCK);
    assert_int_equal(s->block.id, 30);
    stream_skip(s);
    assert_int_equal(stream_next(s), STREAM_RECORD);
    assert_int_equal(s->code, 8);
    assert_int_equal(s->values.data[0], 6);
    assert_int_equal(s->blob_size, 5);
    assert_memory_equal(s->blob, "bytes", 5);
    assert_int_equal(stream_next(s), STREAM_END);
    stream_leave(s, outer);
    assert_int_equal(stream_next(s), STREAM_END);
    assert_false(s->broken);
    close_stream(&o);
}

static void passes_over_what_it_can_come_back_to(void **state)
{
    (void)state;
    struct writer w;
    struct opened o;
    struct stream *s = &o.stream;
    uint64_t places[3], long_record[100];
    unsigned codes[3] = {35, 7, 8}, n = 0;
    write_sample(&w);
    open_stream(&o, w.data, w.at / 8);
    assert_int_equal(stream_next(s), STREAM_BLOCK);
    struct stream_block block = s->block;
    stream_open(s, &block);
    for (enum stream_entry e; (e = stream_pass(s)) != STREAM_END;) {
        if (e == STREAM_BLOCK) {
            stream_skip(s);
            continue;
        }
        assert_true(n < 3);
        assert_int_equal(s->code, codes[n]);
        places[n++] = s->record_at;
    }
    assert_int_equal(n, 3);
    while (n--) {
        assert_true(stream_record_at(s, places[n]));
        assert_int_equal(s->code, codes[n]);
    }
    assert_true(s->values.data[3] == UINT64_MAX);
    close_stream(&o);

    memset(&w, 0, sizeof w);
    for (unsigned i = 0; i < 100; i++)
        long_record[i] = i % 3 ? i : UINT64_MAX >> i % 64;
    put_record(&w, 2, 5, long_record, 100);
    put_record(&w, 2, 6, long_record, 1);
    put_alignment(&w);
    open_stream(&o, w.data, w.at / 8);
    assert_int_equal(stream_pass(s), STREAM_RECORD);
    assert_int_equal(stream_next(s), STREAM_RECORD);
    assert_int_equal(s->code, 6);
    assert_true(stream_record_at(s, 0));
    assert_memory_equal(s->values.data, long_record, sizeof long_record);
    close_stream(&o);
}

static void gives_signs_back(void **state)
{
    (void)state;
    assert_true(stream_signed(6) == 3 && stream_signed(7) == (uint64_t)-3 &&
                stream_signed(0) == 0);
    assert_true(stream_signed(1) == 1ull << 63);
}

static void walk(struct stream *s, int depth)
{
    for (enum stream_entry e;
         (e = depth % 2 ? stream_pass(s) : stream_next(s)) != STREAM_END;) {
        if (e == STREAM_RECORD)
            continue;
        if (depth > 8) {
            stream_skip(s);
            continue;
        }
        struct stream_block block = s->block;
        struct stream_outer outer = stream_enter(s, &block);
        walk(s, depth + 1);
        stream_leave(s, outer);
    }
}

static void survives_cuts_and_flips(void **state)
{
    (void)state;
    struct writer w;
    write_sample(&w);
    size_t bytes = w.at / 8;
    for (size_t n = 0; n <= bytes; n++) {
        uint8_t *copy =
            malloc(n ? n : 1); /* exact, so that a sanitizer sees every byte read beyond */
        memcpy(copy, w.data, n);
        for (size_t flip = 0; flip < (n == bytes ? bytes * 8 : 1); flip++) {
            struct opened o;
            if (n == bytes)
                copy[flip / 8] ^= (uint8_t)(1u << flip % 8);
            open_stream(&o, copy, n);
            walk(&o.stream, 0);
            assert_true(o.stream.at <= o.stream.bits);
            close_stream(&o);
            if (n == bytes)
                copy[flip / 8] ^= (uint8_t)(1u << flip % 8);
        }
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_records_of_all_kinds),
        cmocka_unit_test(passes_over_what_it_can_come_back_to),
        cmocka_unit_test(gives_signs_back),
        cmocka_unit_test(survives_cuts_and_flips),
    };
    return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
