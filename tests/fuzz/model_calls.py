"""Calls of the C library for tests/fuzz/models: each function here returns statements that make a few calls and look at everything that
they did. SEE, BYTES, REAL: what the standard fixes (or glibc and the standard agree on); MAY, MAYBYTES, MAYREAL: what others may do otherwise.
Nothing here depends on where memory lies, nor on the time of the run."""
import random

R = random.Random()
CALLS = []


def calls(function):
    CALLS.append(function)
    return function


# --- arguments

def quoted(text):
    return '"' + "".join(c if 32 <= ord(c) < 127 and c not in '"\\?' else '\\%03o' % (ord(c) & 255) for c in text) + '"'


def text(most=6, alphabet=None):
    alphabet = alphabet or R.choice(["ab", "aAbB", "abc -", "a\x80\xff", "01 a\n", "xyXY\t"])
    return quoted("".join(R.choice(alphabet) for _ in range(R.randint(0, most))))


def number(bits=32):
    half = 1 << (bits - 1)
    return R.choice([0, 1, -1, 2, 7, 8, 9, 10, 15, 16, 42, 99, 100, 127, 128, 255, 256, 1000, 65535, half - 1, -half, 1 - half,
                     R.randint(-half, half - 1), R.randint(-100, 100)])


def literal(value, bits=32):
    if value == -(1 << (bits - 1)): return "(%d%s - 1)" % (value + 1, "LL" if bits == 64 else "")
    return "(%d%s)" % (value, "LL" if bits == 64 else "")


def integer(bits=32):
    return hidden(literal(number(bits), bits), bits)


def hidden(value, bits=32):
    """The same value, sometimes as an input of which that is known."""
    if R.random() < 0.3: return "HIDE%s(%s)" % ("64" if bits == 64 else "", value)
    return value


def small(most):
    return hidden(str(R.randint(0, most)))


def named(function):
    """The function, as it is called or through a pointer."""
    return R.choice([function] * 3 + ["(%s)" % function, "VIA(%s)" % function])


def buffer(name="b", size=24):
    return "char %s[%d]; memset(%s, 'x', %d);" % (name, size, name, size)


REALS = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "-0.5", "1.5", "2.5", "-2.5", "3.0", "0.1", "1e10", "-1e10", "1e300", "1e-300", "5e-324", "INFINITY", "-INFINITY",
         "NAN", "2147483647.0", "2147483648.0", "-2147483649.0", "4503599627370497.5", "9007199254740993.0", "9.3e18", "0x1p-1022", "0x1.fffffffffffffp1023", "100.0", "9.5", "999999.5"]


def real():
    return R.choice(REALS) if R.random() < 0.8 else repr(R.uniform(-1000, 1000))


def after(statement):
    """With errno before and after it."""
    return "errno = %d; %s" % (R.choice([0, 0, 5]), statement)


# --- string.h

@calls
def copies():
    f = R.choice(["memcpy", "mempcpy", "memmove"])
    s = text(7)
    return buffer() + "char s[] = %s; char *r = %s(b + %d, s, %s); SEE(r - b); BYTES(b, 24);" % (s, named(f), R.randint(0, 4), R.choice([small(1), "sizeof s"]))


@calls
def copies_of_texts():
    f = R.choice(["strcpy", "stpcpy", "strncpy", "stpncpy", "strcat", "strncat", "strxfrm", "memccpy"])
    s = text(7)
    b = buffer() + "b[%d] = 0;" % R.randint(0, 4)
    n = small(9)
    if f in ("strcpy", "stpcpy", "strcat"): return b + "char *r = %s(b, %s); SEE(r - b); BYTES(b, 24);" % (named(f), s)
    if f == "strxfrm": return b + "size_t n = %s, r = %s(b, %s, n); SEE(r); if (r < n) BYTES(b, 24); else MAYBYTES(b, 24);" % (n, named(f), s)
    if f == "memccpy": return b + "char s[12] = %s; char *r = %s(b, s, '%s', %s); SEE(r ? r - b : -1); BYTES(b, 24);" % (s, named(f), R.choice("abxA"), n)
    return b + "char *r = %s(b, %s, %s); SEE(r - b); BYTES(b, 24);" % (named(f), s, n)


@calls
def moves_within():
    return "char b[16] = \"abcdefghijklmno\"; %s(b + %d, b + %d, %s); BYTES(b, 16);" % (R.choice(["memmove"]), R.randint(0, 6), R.randint(0, 6), small(8))


@calls
def moves_as_bcopy():
    return "char b[16] = \"abcdefghijklmno\"; bcopy(b + %d, b + %d, %s); bzero(b + %d, %s); BYTES(b, 16);" % (R.randint(0, 6), R.randint(0, 6), small(8), R.randint(0, 6), small(5))


@calls
def fills():
    f = R.choice(["memset", "memset", "explicit_bzero"])
    if f == "memset": return buffer() + "char *r = %s(b + %d, %s, %s); SEE(r - b); BYTES(b, 24);" % (named(f), R.randint(0, 5), integer(), small(12))
    return buffer() + "explicit_bzero(b + 2, %s); BYTES(b, 24);" % small(12)


@calls
def comparisons():
    f = R.choice(["strcmp", "strcoll", "strcasecmp", "strncmp", "strncasecmp", "memcmp", "bcmp"])
    a, b = text(4), text(4)
    if R.random() < 0.4: b = a
    if f in ("memcmp", "bcmp"):
        r = "char s[8] = %s, t[8] = %s; int r = %s(s, t, %s);" % (a, b, named(f), small(8))
        return after(r + ("SEE(r != 0);" if f == "bcmp" else "SEE(SIGN(r));") + "MAY(r); MAY(errno);")
    n = ", " + R.choice([small(6), "(size_t)-1"]) if f.startswith("strn") else ""
    return "int r = %s(%s, %s%s); SEE(SIGN(r)); MAY(r);" % (named(f), a, b, n)


@calls
def fortified():
    s, n = text(7), small(6)
    return buffer() + R.choice([
        "char s[12] = %s; SEE((char *)__memcpy_chk(b, s, %s, HIDE(24)) - b);" % (s, n), "char s[12] = %s; SEE((char *)__mempcpy_chk(b, s, %s, 24) - b);" % (s, n), "SEE((char *)__memset_chk(b + 1, 'a', %s, HIDE(23)) - b);" % n,
        "SEE(__strcpy_chk(b, %s, HIDE(24)) - b);" % s, "SEE(__stpcpy_chk(b, %s, 24) - b);" % s, "SEE(__strncpy_chk(b, %s, %s, 24) - b);" % (s, n), "b[2] = 0; SEE(__strcat_chk(b, %s, 24) - b);" % s, "b[2] = 0; SEE(__strncat_chk(b, %s, %s, 24) - b);" % (s, n),
        "SEE(__sprintf_chk(b, 1, 24, \"%%d|%%s\", %s, %s));" % (integer(), s), "SEE(__snprintf_chk(b, %s, 1, 24, \"%%s\", %s));" % (small(9), s), "SEE(__sprintf_chk(b, 0, (size_t)-1, \"%%x\", %s));" % integer()]) + "BYTES(b, 24);"


@calls
def version_order():
    return "int r = strverscmp(%s, %s); MAY(SIGN(r));" % (text(4, "a01"), text(4, "a01"))


@calls
def places_of_characters():
    f = R.choice(["strchr", "strrchr", "strchrnul", "index", "rindex", "memchr", "memrchr", "rawmemchr"])
    c = hidden(R.choice(["'a'", "'b'", "'A'", "0", "'a' + 256", "-1", "'\\377'", "128", "'x'"]))
    s = text(6)
    if f in ("memchr", "memrchr"): return "char s[10] = %s; char *r = %s(s, %s, %s); SEE(r ? r - s : -1);" % (s, named(f), c, small(10))
    if f == "rawmemchr": return "char s[] = \"a%s\" \"ab\"; char *r = %s(s, 'b'); SEE(r - s);" % ("x" * R.randint(0, 3), named(f))
    return "char s[] = %s; char *r = %s(s, %s); SEE(r ? r - s : -1);" % (s, named(f), c)


@calls
def places_of_texts():
    f = R.choice(["strstr", "strcasestr", "strpbrk"])
    return "const char *s = %s; char *r = %s(s, %s); SEE(r ? r - s : -1);" % (text(7, "aab"), named(f), text(3, "abA"))


@calls
def places_of_memory():
    return "char s[8] = %s, t[4] = %s; char *r = %s(s, %s, t, %s); SEE(r ? r - s : -1);" % (text(7, "aab"), text(3, "ab"), named("memmem"), small(8), small(4))


@calls
def lengths():
    f = R.choice(["strlen", "strnlen", "strspn", "strcspn"])
    more = {"strlen": "", "strnlen": ", " + R.choice([small(8), "(size_t)-1"])}.get(f, ", " + text(3))
    return "SEE(%s(%s%s));" % (named(f), text(8), more)


@calls
def tokens():
    s, set_ = text(9, R.choice(["a,b;", "a,,", ",a"])), quoted(R.choice([",", ",;", "", ";a"]))
    f = R.choice(["strtok", "strtok_r", "strsep"])
    out = "char s[12] = %s; char *t, *state = 0;" % s
    if f == "strsep": out += "state = s;"
    for i in range(R.randint(1, 4)):
        first = "s" if i == 0 else "0"
        call = {"strtok": "strtok(%s, %s)" % (first, set_), "strtok_r": "strtok_r(%s, %s, &state)" % (first, set_), "strsep": "strsep(&state, %s)" % set_}[f]
        out += "t = %s; SEE(t ? t - s : -1);" % call
        if f == "strsep": out += "SEE(state ? state - s : -1);"
    return out + "BYTES(s, 12);"


@calls
def duplicates():
    s = text(6)
    return R.choice(["char *p = strdup(%s);" % s, "char *p = strndup(%s, %s);" % (s, small(8))]) + after("BYTES(p, strlen(p) + 1); free(p); SEE(errno);")


@calls
def error_texts():
    return after("char *p = %s(%s); MAY(strlen(p)); MAY(p[0]); MAY(errno);" % (named(R.choice(["strerror", "strsignal"])), R.choice(["0", "2", "11", "1000", "-1"])))


@calls
def odd_texts():
    return R.choice(["char b[8] = \"abcdefg\", c[8] = \"1234567\"; swab(b, c, %s); BYTES(c, 8);" % R.choice(["0", "2", "6", "4"]),
                     "char b[12] = %s; char *p = basename(b); SEE(p - b);" % text(8, "/a"),
                     "SEE(ffs(%s)); SEE(ffsll(%s)); SEE(ffsl(%s));" % (integer(), integer(64), integer()),
                     "char b[8] = %s; memfrob(b, 4); BYTES(b, 8);" % text(6)])


# --- ctype.h

@calls
def classes():
    c = R.choice(["EOF", "0", "' '", "'a'", "'Z'", "'_'", "'5'", "'\\n'", "127", "128", "255", "'f'", "'g'", "'\\t'", "11"])
    f = R.choice("isalpha isdigit isalnum isspace isblank isupper islower isprint isgraph iscntrl ispunct isxdigit".split())
    g = R.choice(["toupper", "tolower"])
    return "int c = %s; SEE(%s(c) != 0); MAY((%s)(c)); SEE(%s(c)); SEE(isascii(c) != 0); SEE(toascii(c));" % (hidden(c), named(f), f, named(g))


# --- stdlib.h: numbers

DIGITS = ["0", "1", "7", "8", "9", "a", "f", "z", "x", "0x", "-", "+", " ", "\t", "2147483647", "2147483648", "9223372036854775807", "9223372036854775808", "18446744073709551615",
          "18446744073709551616", "4294967295", "4294967296", "0b1", "99999999999999999999999"]


def digits():
    return quoted("".join(R.choice(DIGITS) for _ in range(R.randint(0, 3))))


@calls
def integers_of_texts():
    f = R.choice(["strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax", "strtoq", "strtouq"])
    base = R.choice(["0", "10", "16", "8", "2", "36", "3"]) if R.random() < 0.93 else R.choice(["1", "37", "-1"])
    see = "SEE" if base not in ("1", "37", "-1") else "MAY"
    return after("const char *s = %s; char *e = (char *)s + 1000 - 1000; %s r = %s(s, &e, %s); SEE(r); if (e == s) MAY(errno); else %s(errno); %s(e - s);" %
                 (digits(), "unsigned long long" if "u" in f else "long long", named(f), hidden(base), see, see))


@calls
def integers_without_end():
    return after("SEE(%s(%s, 0, %s)); MAY(errno);" % (R.choice(["strtol", "strtoul", "strtoll"]), digits(), R.choice(["0", "10", "16"])))


@calls
def short_numbers():
    s = quoted(R.choice(["", " ", "-", "+"]) + R.choice(["", "0", "12", "2147483647", "-5", "07x"]))
    if R.random() < 0.2: return "REAL(%s(%s));" % (named("atof"), quoted(R.choice(REAL_TEXTS[:15])))
    return "SEE(%s(%s));" % (named(R.choice(["atoi", "atol", "atoll"])), s)


REAL_TEXTS = ["1", "0", "-0", "1.5", ".5", "5.", ".", "1e3", "1e", "1e+", "1e-2", "0x1p3", "0x", "0x.8", "0x1.8p1", "inf", "-inf", "infinity", "infi", "nan", "nan(12)", "nan(", "-nan",
              "1e400", "-1e400", "1e-400", "123456789012345678", "0.1", "3.14159", "1.0000001", "16777217", "4.9e-324", " 12.5x", "+.0e1", "1e22", "1e23", "0e999999", "1.7976931348623157e308", "9007199254740993"]


@calls
def reals_of_texts():
    f, type_ = R.choice([("strtod", "double"), ("strtof", "float"), ("strtold", "long double")])
    return after("const char *s = %s; char *e; %s r = %s(s, &e); SEE(e - s); REAL(r); SEE(errno);" % (quoted(R.choice(["", "", " ", "-"]) + R.choice(REAL_TEXTS)), type_, named(f)))


@calls
def absolute_values():
    return "SEE(%s(%s)); SEE(%s(%s)); SEE(imaxabs(%s));" % (named("abs"), literal(max(number(), -2147483647)), named("labs"), literal(max(number(), -2147483647)), literal(max(number(64), 1 - (1 << 63)), 64))


@calls
def quotients():
    f, t, bits = R.choice([("div", "div_t", 32), ("ldiv", "ldiv_t", 32), ("lldiv", "lldiv_t", 64), ("imaxdiv", "imaxdiv_t", 64)])
    return "%s r = %s(%s, %s); SEE(r.quot); SEE(r.rem);" % (t, named(f), literal(max(number(bits), 1 - (1 << (bits - 1))), bits), R.choice(["1", "-1", "3", "-7", "100"]))


# --- stdlib.h: memory, sorting, the rest

@calls
def memory():
    n = R.choice(["1", "3", "8", "17"])
    return R.choice([
        after("char *p = calloc(%s, %s); SEE(p != 0); if (p) BYTES(p, %s); free(p); SEE(errno);" % (n, "2", n)),
        after("char *p = malloc(%s); p[0] = 'a'; uintptr_t at = (uintptr_t)p; p = realloc(p, %s); SEE(p[0]); MAY((uintptr_t)p == at); free(p); SEE(errno);" % (n, R.choice(["1", "5", "100"]))),
        after("char *p = calloc(HIDE64((size_t)-1 / 2), 4); SEE(p == 0); SEE(errno); free(p);"),
        after("char *p = malloc(%s); char *q = reallocarray(p, (size_t)-1 / 2, 4); SEE(q == 0); SEE(errno); free(p);" % n),
        after("void *p = (void *)&errno; int r = posix_memalign(&p, %s, 10); SEE(r); SEE(errno); SEE(p == &errno); if (!r) { SEE((uintptr_t)p %% 16); free(p); }" % R.choice(["3", "1", "16", "64", "0", "8"])),
        after("char *p = aligned_alloc(64, 64); SEE((uintptr_t)p %% 64); free(p); SEE(errno);".replace("%%", "%")),
        after("char *p = aligned_alloc(%s, %s); MAY(p == 0); MAY(errno); free(p);" % (R.choice(["3", "0", "16", "24"]), R.choice(["0", "5", "48"]))),
        after("char *p = memalign(%s, 16); MAY(p == 0); free(p);" % R.choice(["16", "3", "32"])),
        after("char *p = malloc(0); MAY(p == 0); free(p); p = realloc(malloc(4), 0); MAY(p == 0); free(p); MAY(errno);"),
        after("char *p = realloc(0, %s); SEE(p != 0); MAY(malloc_usable_size(p) - %s); free(p); free(0); SEE(errno);" % (n, n)),
        after("free(0); SEE(errno);"),
    ])


@calls
def sorted_lists():
    values = [R.choice([0, 1, 2, 3, -1, 5]) for _ in range(R.randint(0, 5))] or [1]
    width = R.choice(["char", "short", "int", "long long"])
    out = "%s a[] = {%s}; compared = 0; qsort(a, %d, sizeof *a, by_%s);" % (width, ", ".join(map(str, values)), len(values), width.replace(" ", "_"))
    out += "for (int i = 0; i < %d; i++) SEE(a[i]); MAY(compared);" % len(values)
    if len(set(values)) == len(values) or R.random() < 0.3:
        out += "%s key = %s; %s *r = bsearch(&key, a, %s, sizeof *a, by_%s); SEE(r != 0); %s(r ? r - a : -1); MAY(compared);" % (
            width, R.choice([0, 1, 2, 7]), width, R.choice([len(values), 0, 1]), width.replace(" ", "_"), "SEE" if len(set(values)) == len(values) else "MAY")
    return out


@calls
def sorted_pairs():
    values = [R.choice([0, 1, 2]) for _ in range(R.randint(2, 4))]
    return "struct pair a[] = {%s}; qsort(a, %d, sizeof *a, by_first); for (int i = 0; i < %d; i++) { SEE(a[i].first); MAY(a[i].second); }" % (
        ", ".join("{%d, %d}" % (v, i) for i, v in enumerate(values)), len(values), len(values))


@calls
def linear_searches():
    return "int a[6] = {3, 1, 4}; size_t n = 3; int key = %d; compared = 0; int *r = %s(&key, a, &n, sizeof *a, by_int); SEE(r ? r - a : -1); SEE(n); for (int i = 0; i < 4; i++) SEE(a[i]); MAY(compared);" % (
        R.choice([1, 3, 4, 5]), named(R.choice(["lfind", "lsearch"])))


@calls
def random_numbers():
    return R.choice(["srand(%s); int a = rand(), b = rand(); SEE(a >= 0); MAY(a == b); MAY(a);" % small(9), "srandom(%s); MAY(random());" % small(9),
                     "MAY(rand());", "srand(1); int a = rand(); srand(1); SEE(rand() == a);", "int a = rand(); srand(1); SEE(a == rand());",
                     "unsigned s = %s; MAY(rand_r(&s)); MAY(s);" % small(9), "srand48(3); MAYREAL(drand48()); MAY(lrand48()); MAY(mrand48());",
                     "srandom(2); int a = rand(); srand(2); SEE(a == random());"])


@calls
def environment():
    return R.choice(["char *p = getenv(\"SOOTH_UNSET\"); MAY(p == 0);", "char *p = getenv(\"SOOTH_SET\"); MAY(p != 0); if (p) MAY(strlen(p)); else MAY(-1);",
                     "setenv(\"SOOTH_X\", %s, 1); SEE(getenv(\"SOOTH_X\") != 0);" % text(3), "putenv(\"SOOTH_Y=1\"); SEE(getenv(\"SOOTH_Y\") != 0);", "unsetenv(\"SOOTH_SET\"); SEE(getenv(\"SOOTH_SET\") == 0);",
                     "clearenv(); SEE(getenv(\"SOOTH_SET\") == 0);"])


@calls
def many_bytes():
    return R.choice(["SEE(mblen(%s, %s));" % (text(3, "ab"), small(3)), "wchar_t w = 7; int r = mbtowc(&w, %s, %s); SEE(r); SEE(w);" % (text(3, "ab"), small(3)), "char b[20]; SEE(wctomb(b, L'a')); SEE(b[0]);",
                     "wchar_t w[8]; SEE(mbstowcs(w, %s, 8)); SEE(w[0]);" % text(3, "ab"), "char b[8]; SEE(wcstombs(b, L\"abc\", 8)); BYTES(b, 4);", "MAY(MB_CUR_MAX);",
                     "SEE(wcslen(L\"abc\")); SEE(wcscmp(L\"a\", L\"b\") < 0);", "SEE(iswalpha(L'a') != 0); SEE(towupper(L'a'));", "SEE(btowc('a')); SEE(wctob(L'a'));",
                     "wchar_t w[4] = {1, 1, 1, 1}; wmemset(w, L'a', 2); SEE(w[1]); SEE(w[2]); wcscpy(w, L\"xy\"); SEE(w[2]);"])


@calls
def odd_of_stdlib():
    return R.choice(["SEE(a64l(\"./\"));", "MAY(strlen(l64a(%s)));" % small(100), "char b[] = \"size=3,x\"; char *at = b, *value; char *const names[] = {\"size\", \"x\", 0}; SEE(getsubopt(&at, names, &value)); SEE(at - b);",
                     "double l[1]; MAY(getloadavg(l, 0));", "int d, s; MAYBYTES(ecvt(1.5, 3, &d, &s), 3); MAY(d); MAY(s);", "char b[20]; MAYBYTES(gcvt(1.5, 3, b), 4);"])
