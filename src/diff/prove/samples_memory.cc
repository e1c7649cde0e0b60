/* Pages at small addresses, so that relations between addresses have small coefficients. */
#include "diff/prove/samples_memory.h"

#include <cstring>

using namespace llvm;

enum { PAGE = 4096, PAGES = 40 };

static unsigned char memory[2][PAGE * PAGES];
std::function<void()> samples_memory_missing;

static unsigned char *byte_at(int side, uint64_t address, size_t size)
{
    bool there = address >= PAGE && address <= sizeof memory[side] - size;
    if (!there)
        samples_memory_missing();
    return memory[side] + address;
}

template <int side, typename T> static T on_read(uint64_t address, bool)
{
    T v;
    memcpy(&v, byte_at(side, address, sizeof v), sizeof v);
    return v;
}

static uint64_t mixed(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

static uint64_t sums[2];

uint64_t samples_memory_sum(int side)
{
    return sums[side];
}

static void count_bytes(int side, uint64_t address, size_t size, bool there)
{
    for (size_t i = 0; i < size; i++) {
        uint64_t part = mixed((address + i) * 256 + memory[side][address + i] + 1);
        sums[side] += there ? part : -part;
    }
}

template <int side, typename T> static void on_write(uint64_t address, T v, bool)
{
    unsigned char *to = byte_at(side, address, sizeof v);
    count_bytes(side, address, sizeof v, false);
    memcpy(to, &v, sizeof v);
    count_bytes(side, address, sizeof v, true);
}

template <int side> static void on_touch(uint64_t address)
{
    byte_at(side, address, 1);
}

template <typename F> static execute_host host(const char *name, F *address)
{
    return {name, reinterpret_cast<void *>(address)};
}

std::vector<execute_host> samples_memory_hosts()
{
    return {host("sooth.read.0.8", on_read<0, uint8_t>),
            host("sooth.read.1.8", on_read<1, uint8_t>),
            host("sooth.read.0.16", on_read<0, uint16_t>),
            host("sooth.read.1.16", on_read<1, uint16_t>),
            host("sooth.read.0.32", on_read<0, uint32_t>),
            host("sooth.read.1.32", on_read<1, uint32_t>),
            host("sooth.read.0.64", on_read<0, uint64_t>),
            host("sooth.read.1.64", on_read<1, uint64_t>),
            host("sooth.write.0.8", on_write<0, uint8_t>),
            host("sooth.write.1.8", on_write<1, uint8_t>),
            host("sooth.write.0.16", on_write<0, uint16_t>),
            host("sooth.write.1.16", on_write<1, uint16_t>),
            host("sooth.write.0.32", on_write<0, uint32_t>),
            host("sooth.write.1.32", on_write<1, uint32_t>),
            host("sooth.write.0.64", on_write<0, uint64_t>),
            host("sooth.write.1.64", on_write<1, uint64_t>),
            host("sooth.touch.0", on_touch<0>),
            host("sooth.touch.1", on_touch<1>)};
}

uint64_t samples_memory_address(unsigned index, uint64_t random)
{
    if (random % 12 == 0)
        return 0;
    unsigned page =
        random % 12 == 1 ? 0 : index % (PAGES - 2); /* sometimes that of another parameter */
    return (page + 1) * PAGE + 8 * (random >> 8 & 63);
}

uint64_t samples_memory_answer(unsigned index, uint64_t random)
{
    return (PAGES - 2 - index % (PAGES / 2)) * PAGE + 8 * (random & 63);
}

/* Small numbers, with many zeros; doubles with few digits; where nothing is known of the
 * type, pointers at times. */
static uint64_t content(product_kind kind, unsigned bytes, uint64_t random)
{
    uint64_t v = random >> 8 & 7;
    if ((random >> 40 & 7) == 0)
        v = bytes == 1 ? random >> 8 & 127 : random >> 8 & 1023;
    if ((random & 7) == 0)
        v = 0;
    if ((random & 7) == 1)
        v = static_cast<uint64_t>(-static_cast<int64_t>(v));
    if (kind == PRODUCT_DOUBLE) {
        double d = static_cast<double>(v) / 2;
        memcpy(&v, &d, sizeof d);
    }
    if (kind == PRODUCT_FLOAT) {
        float d = static_cast<float>(v) / 2;
        v = 0;
        memcpy(&v, &d, sizeof d);
    }
    bool pointer = kind == PRODUCT_POINTER || (kind == PRODUCT_OTHER && bytes == 8);
    if (pointer)
        v = random & 3 ? (1 + (random >> 12) % 8) * PAGE + 8 * (random >> 20 & 63) : 0;
    return v;
}

void samples_memory_fill(const product &p, uint64_t seed)
{
    for (unsigned page = 0; page < PAGES; page++) {
        product_value v = {PRODUCT_POINTER, 0, true, PRODUCT_OTHER, 0};
        if (page && page <= p.parameters.size())
            v = p.parameters[page - 1];
        product_kind kind = v.kind == PRODUCT_POINTER ? v.pointee : PRODUCT_OTHER;
        unsigned bits = v.kind == PRODUCT_POINTER ? v.pointee_bits : 0;
        if (kind == PRODUCT_DOUBLE || kind == PRODUCT_POINTER)
            bits = 64;
        if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
            bits = mixed(seed + page) & 1 ? 64 : 32;
        for (unsigned i = 0; i < PAGE; i += bits / 8) {
            uint64_t word = content(kind, bits / 8, mixed(seed * 31 + page * PAGE + i));
            memcpy(memory[0] + page * PAGE + i, &word, bits / 8);
        }
    }
    memcpy(memory[1], memory[0], sizeof memory[0]);
    sums[0] = sums[1] = 0;
}
