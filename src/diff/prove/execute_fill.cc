/* What memory holds when the two versions are called: pages behind pointers and globals, from
 * a seed. */
#include "diff/prove/execute_internal.h"

#include <cstring>

using namespace llvm;

char *execute_pages;

uint64_t execute_mixed(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

bool execute_is_page_address(uint64_t v)
{
    uint64_t base = reinterpret_cast<uint64_t>(execute_pages);
    return v >= base && v < base + 2 * PAGES * PAGE;
}

/* --- pages --- */

static void fill_doubles(char *page, uint64_t seed)
{
    for (unsigned i = 0; i < PAGE / 8; i++) {
        uint64_t r = execute_mixed(seed + i);
        double v = r & 1 ? static_cast<double>(static_cast<int64_t>(r >> 8 & 63) - 20)
                         : static_cast<double>(static_cast<int64_t>(r) >> 40) / 4096;
        memcpy(page + 8 * i, &v, 8);
    }
}

static void fill_floats(char *page, uint64_t seed)
{
    for (unsigned i = 0; i < PAGE / 4; i++) {
        float v =
            static_cast<float>(static_cast<int64_t>(execute_mixed(seed + i) & 127) - 40) / 4;
        memcpy(page + 4 * i, &v, 4);
    }
}

template <typename T> static void fill_numbers(char *page, uint64_t seed)
{
    uint64_t small = seed & 1 ? 15 : 127;
    for (unsigned i = 0; i < PAGE / sizeof(T); i++) {
        uint64_t r = execute_mixed(seed + i), v = r >> 8 & small;
        if ((r & 7) == 0)
            v = 0;
        if ((r & 56) == 0)
            v = r >> 4;
        if (seed & 2 && (r & 256))
            v = -v;
        T number = static_cast<T>(v);
        memcpy(page + i * sizeof(T), &number, sizeof(T));
    }
}

static void fill_integers(char *page, uint64_t seed, unsigned bits)
{
    if (bits == 8)
        fill_numbers<uint8_t>(page, seed);
    else if (bits == 16)
        fill_numbers<uint16_t>(page, seed);
    else if (bits == 64)
        fill_numbers<uint64_t>(page, seed);
    else
        fill_numbers<uint32_t>(page, seed);
}

/* Every word is null or leads to a page: structures that point to each other. */
static void fill_pointers(char *page, uint64_t seed)
{
    for (unsigned i = 0; i < PAGE / 8; i++) {
        uint64_t r = execute_mixed(seed + i);
        char *address = execute_page(PAGES - 2 + (r >> 8 & 1));
        uint64_t v = r & 2 ? r >> 8 & 7 : reinterpret_cast<uint64_t>(address);
        if (r & 1)
            v = 0;
        memcpy(page + 8 * i, &v, 8);
    }
}

static void fill_page(char *page, uint64_t seed, const product_value &parameter)
{
    product_kind kind = parameter.kind == PRODUCT_POINTER ? parameter.pointee : PRODUCT_OTHER;
    if (kind == PRODUCT_DOUBLE)
        fill_doubles(page, seed);
    else if (kind == PRODUCT_FLOAT)
        fill_floats(page, seed);
    else if (kind == PRODUCT_INTEGER)
        fill_integers(page, seed, parameter.pointee_bits);
    else if (seed & 4)
        fill_pointers(page, seed);
    else
        fill_integers(page, seed, 32);
}

/* Both versions, one after the other, get the same pages: they are made once. */
void execute_fill_pages(const product &p, unsigned seed)
{
    static char image[PAGES][PAGE];
    static const product *made_for;
    static unsigned made_from;
    if (made_for != &p || made_from != seed)
        for (unsigned i = 0; i < PAGES; i++) {
            product_value parameter =
                i < p.parameters.size() ? p.parameters[i] : product_value{};
            fill_page(image[i], execute_mixed(execute_mixed(seed) + 64ULL * i), parameter);
        }
    made_for = &p;
    made_from = seed;
    for (unsigned i = 0; i < PAGES; i++)
        memcpy(execute_page(i), image[i], PAGE);
}

/* --- globals --- */

static Type *element_of(Type *type)
{
    while (type->isArrayTy())
        type = type->getArrayElementType();
    return type;
}

static void fill_elements(char *data, size_t size, Type *element, uint64_t seed)
{
    for (size_t at = 0; element->isIntegerTy() && at + 4 <= size; at += 4) {
        uint32_t v = static_cast<uint32_t>(execute_mixed(seed + at)) & (seed & 2 ? 1023 : 7);
        memcpy(data + at, &v, 4);
    }
    for (size_t at = 0; element->isDoubleTy() && at + 8 <= size; at += 8) {
        double v = static_cast<double>(execute_mixed(seed + at) & 255) / 8 - 10;
        memcpy(data + at, &v, 8);
    }
}

void execute_fill_globals(std::vector<memory_pair> &globals, unsigned seed)
{
    for (memory_pair &m : globals) {
        uint64_t s = execute_mixed(seed * 31ULL + m.size);
        bool changed = m.exported && m.plain && !(s & 1);
        for (int side = 0; side < 2; side++) {
            memcpy(m.data[side], m.initial[side].data(), m.size);
            if (changed)
                fill_elements(m.data[side], m.size, element_of(m.type), s);
        }
    }
}
