/* A plain access of memory became one that the compiler may neither repeat nor merge (READ_ONCE, WRITE_ONCE).
 * Inputs: the address, and for a write the value; there is one pattern per kind of value. */
#define READ(NAME, TYPE)                                                                                     \
    TYPE old_read_##NAME(TYPE *place)                                                                        \
    {                                                                                                        \
        return *place;                                                                                       \
    }                                                                                                        \
    TYPE new_read_##NAME(TYPE *place)                                                                        \
    {                                                                                                        \
        return *(volatile TYPE *)place;                                                                      \
    }
#define WRITE(NAME, TYPE)                                                                                    \
    void old_write_##NAME(TYPE *place, TYPE value)                                                           \
    {                                                                                                        \
        *place = value;                                                                                      \
    }                                                                                                        \
    void new_write_##NAME(TYPE *place, TYPE value)                                                           \
    {                                                                                                        \
        *(volatile TYPE *)place = value;                                                                     \
    }
#define BOTH(NAME, TYPE) READ(NAME, TYPE) WRITE(NAME, TYPE)

typedef void *address;

BOTH(byte, unsigned char)
BOTH(short, unsigned short)
BOTH(int, unsigned int)
BOTH(long, unsigned long)
BOTH(pointer, address)
