/* Products of complex numbers, which the compiler calls only where the plain formula gave
 * NaN: parts that are infinite are treated as C's annex G treats them. */
#define COMPLEX(type, product)                                                               \
    static type product##_box(type x)                                                        \
    {                                                                                        \
        return __builtin_copysign(__builtin_isinf(x) ? (type)1 : (type)0, x);                \
    }                                                                                        \
    static type product##_zero(type x)                                                       \
    {                                                                                        \
        return __builtin_isnan(x) ? __builtin_copysign((type)0, x) : x;                      \
    }                                                                                        \
    type _Complex product(type a, type b, type c, type d)                                    \
    {                                                                                        \
        type _Complex z;                                                                     \
        __real__ z = a * c - b * d;                                                          \
        __imag__ z = a * d + b * c;                                                          \
        if (!__builtin_isnan(__real__ z) || !__builtin_isnan(__imag__ z))                    \
            return z;                                                                        \
        int again = 0;                                                                       \
        if (__builtin_isinf(a) || __builtin_isinf(b)) {                                      \
            a = product##_box(a), b = product##_box(b), c = product##_zero(c),               \
            d = product##_zero(d);                                                           \
            again = 1;                                                                       \
        }                                                                                    \
        if (__builtin_isinf(c) || __builtin_isinf(d)) {                                      \
            c = product##_box(c), d = product##_box(d), a = product##_zero(a),               \
            b = product##_zero(b);                                                           \
            again = 1;                                                                       \
        }                                                                                    \
        if (!again && (__builtin_isinf(a * c) || __builtin_isinf(b * d) ||                   \
                       __builtin_isinf(a * d) || __builtin_isinf(b * c))) {                  \
            a = product##_zero(a), b = product##_zero(b), c = product##_zero(c),             \
            d = product##_zero(d);                                                           \
            again = 1;                                                                       \
        }                                                                                    \
        if (again) {                                                                         \
            __real__ z = (type)__builtin_inf() * (a * c - b * d);                            \
            __imag__ z = (type)__builtin_inf() * (a * d + b * c);                            \
        }                                                                                    \
        return z;                                                                            \
    }

COMPLEX(float, __mulsc3)
COMPLEX(double, __muldc3)
COMPLEX(long double, __mulxc3)
