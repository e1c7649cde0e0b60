"""More calls for tests/fuzz/models: stdio.h, math.h, time.h, getopt, signals and the system. See model_calls.py."""
from model_calls import R, calls, quoted, text, number, literal, integer, hidden, small, named, buffer, real, after, REALS


# --- printing into memory

def conversion():
    """A conversion of printf and its argument."""
    flags = "".join(R.choice("-+ #0") for _ in range(R.randint(0, 2)))
    width = R.choice(["", "", "1", "5", "12"])
    precision = R.choice(["", "", ".", ".0", ".3", ".8"])
    kind = R.choice("ddiuxXocsfegFEGpa%")
    if kind in "di":
        length, value = R.choice([("", integer()), ("hh", integer()), ("h", integer()), ("l", "(long)" + integer()), ("ll", integer(64)), ("j", "(intmax_t)" + integer(64)), ("z", "(size_t)" + integer()), ("t", "(ptrdiff_t)" + integer())])
    elif kind in "uxXo":
        length, value = R.choice([("", "(unsigned)" + integer()), ("hh", integer()), ("h", integer()), ("l", "(unsigned long)" + integer()), ("ll", "(unsigned long long)" + integer(64)), ("z", "(size_t)" + integer())])
    elif kind == "c": length, value, flags, precision = "", R.choice(["'a'", "256 + 'b'", "'\\n'"]), flags.replace("#", "").replace("0", ""), ""
    elif kind == "s": length, value, flags = "", text(5), flags.replace("#", "").replace("0", "")
    elif kind == "p": return "%p", "(void *)0", "MAY"
    elif kind == "%": return "%%", None, "SEE"
    elif kind == "a": return "%a", real(), "MAY"
    else:
        length, value = R.choice([("", real()), ("L", "(long double)" + real())])
        value = R.choice([value, value, "1.5", "2.5", "0.125", "99.95"]) if not length else value
        if value == "NAN" or value.endswith("NAN"): return "%" + flags + width + length + kind, value, "MAY"
    if R.random() < 0.15: return "%" + flags + "*" + length + kind, "%s, %s" % (R.choice(["5", "-7", "0"]), value), "SEE"
    if R.random() < 0.1: return "%" + flags + width + ".*" + length + kind, "%s, %s" % (R.choice(["3", "-1", "0"]), value), "SEE"
    return "%" + flags + width + precision + length + kind, value, "SEE"


@calls
def printed_texts():
    parts = [conversion() for _ in range(R.randint(1, 2))]
    see = "MAY" if any(p[2] == "MAY" for p in parts) else "SEE"
    format_ = quoted(R.choice(["", "a"]) + R.choice(["", " ", "|"]).join(p[0] for p in parts) + R.choice(["", "."]))
    values = "".join(", " + p[1] for p in parts if p[1])
    bytes_ = "MAYBYTES" if see == "MAY" else "BYTES"
    b = "char b[720]; memset(b, 'x', 720);"
    if R.random() < 0.5: return b + after("int n = %s(b, %s%s); %s(n); %s(b, n < 60 ? n + 3 : 60); MAY(errno);" % (named("sprintf"), format_, values, see, bytes_))
    return b + after("int n = %s(b, %s, %s%s); %s(n); %s(b, 20); MAY(errno);" % (named("snprintf"), small(12), format_, values, see, bytes_))


@calls
def printed_into_memory():
    return R.choice(["int v = 7; SEE(scan_list(%s, \"%%d\", &v)); SEE(v);" % quoted(R.choice(["12", "x", "-3 4", ""])), after("char *p; int n = asprintf(&p, \"%%d%%s\", %s, %s); SEE(n); if (n >= 0) { BYTES(p, n + 1); free(p); }" % (integer(), text(4))), "char b[8]; int at = -1; SEE(sprintf(b, \"ab%nc\", &at)); SEE(at);",
                     "SEE(snprintf(0, 0, \"%%d\", %s));" % integer(), "char b[20]; MAY(snprintf(b, 20, \"%%%ss|\", (char *)0)); MAYBYTES(b, 6);" % R.choice(["", ".3", ".7", "8", "-8.6"]), "char b[12]; memset(b, 'x', 12); SEE(print_list(b, 12, \"%%d-%%s\", %s, %s)); BYTES(b, 12);" % (small(99), text(12))])


@calls
def printed_hexadecimal():
    return "char b[40]; MAY(snprintf(b, 40, \"%%a\", %s)); MAYBYTES(b, 8);" % real()


# --- reading from memory

@calls
def scanned_texts():
    s = R.choice(["", "12", " 12 34", "-5x", "0x1F", "077", "a b", "abc", "12abc", "1.5e2", "1e+", "  ", "%5", "12,13", "99999999999", "x=3;", "-", "+7", "0x", "nan", "inf", "0b11", "3 a", "12 34 56"])
    items = [R.choice([("%d", "i"), ("%i", "i"), ("%x", "i"), ("%o", "i"), ("%u", "i"), ("%2d", "i"), ("%1x", "i"), ("%hd", "h"), ("%hhd", "c"), ("%ld", "l"), ("%lld", "q"), ("%s", "s"), ("%3s", "s"), ("%c", "s"), ("%2c", "s"),
                       ("%[a-c]", "s"), ("%[^ ]", "s"), ("%[]x]", "s"), ("%*d", ""), ("%*s", ""), ("%n", "i"), ("%lf", "d"), ("%f", "f"), ("%%", ""), (" ", ""), (",", ""), ("x=", ""), ("%p", "p"), ("%5lf", "d"), ("%ms", "p")]) for _ in range(R.randint(1, 3))]
    exact = "SEE" if not any(w in s for w in ("1e+", "0x", "nan", "inf", "999999")) and not any(i[0] in ("%p", "%ms", "%5lf", "%*d", "%*s") for i in items) else "MAY"
    out, arguments = "", ""
    for k, (_, kind) in enumerate(items):
        if kind == "": continue
        type_ = {"i": "int", "h": "short", "c": "signed char", "l": "long", "q": "long long", "d": "double", "f": "float", "p": "void *"}.get(kind)
        out += "char v%d[20]; memset(v%d, 'x', 20);" % (k, k) if kind == "s" else "%s v%d = %s;" % (type_, k, "0" if kind == "p" else "77")
        arguments += ", v%d" % k if kind == "s" else ", &v%d" % k
    out += after("int n = %s(%s, %s%s); %s(n); MAY(errno);" % (named("sscanf"), quoted(s), quoted("".join(i[0] for i in items)), arguments, exact))
    for k, (_, kind) in enumerate(items):
        if kind == "s": out += "%s(v%d, 12);" % ("BYTES" if exact == "SEE" else "MAYBYTES", k)
        elif kind in ("d", "f"): out += "%s(v%d);" % ("REAL" if exact == "SEE" else "MAYREAL", k)
        elif kind == "p": out += "MAY(v%d == 0);" % k
        elif kind: out += "%s(v%d);" % (exact, k)
    return out


# --- streams

def step(open_for_reading):
    """One operation on the stream f; everything that reads an unknown file may do anything else, too."""
    reading = [
        "MAY(%s(f));" % R.choice(["fgetc", "getc", "VIA(fgetc)", "getc_unlocked"]),
        "{ char b[8]; memset(b, 'x', 8); errno = 0; char *r = fgets(b, %s, f); MAY(r == b); MAYBYTES(b, 8); MAY(errno); }" % R.choice(["8", "1", "2", "4"]),
        "{ char b[8]; memset(b, 'x', 8); MAY(fread(b, %s, %s, f)); MAYBYTES(b, 8); }" % R.choice([("1", "4"), ("2", "2"), ("0", "3"), ("3", "0"), ("4", "2")]),
        "{ errno = 0; MAY(ungetc(%s, f)); MAY(errno); }" % R.choice(["'q'", "EOF", "'a' + 256", "255"]),
        "{ int v = 7; char w[20] = \"x\"; MAY(fscanf(f, %s, &v, w)); MAY(v); MAYBYTES(w, 4); }" % R.choice(['"%d%10s"', '"%2d %9s"', '"%i,%5[a-z]"']),
        "{ char *line = 0; size_t room = 0; MAY(%s); if (line) MAYBYTES(line, 2); else MAY(0), MAY(0); MAY(room > 1); free(line); }" % R.choice(["getline(&line, &room, f)", "getdelim(&line, &room, 'b', f)"]),
    ]
    writing = [
        "MAY(%s('%s', f));" % (R.choice(["fputc", "putc", "VIA(fputc)"]), R.choice("ab1 ")), "MAY(fputs(%s, f));" % text(5), "MAY(fprintf(f, \"%%d %%s\\n\", %s, %s));" % (small(99), text(3)),
        "{ errno = 0; MAY(fwrite(\"abcdef\", %s, %s, f)); MAY(errno); }" % R.choice([("1", "6"), ("2", "3"), ("0", "4"), ("3", "1"), ("1", "0")]),
    ]
    both = ["MAY(feof(f)); MAY(ferror(f));", "{ errno = 0; MAY(fseek(f, %s, %s)); MAY(errno); }" % (R.choice(["0", "1", "2", "-1", "100"]), R.choice(["SEEK_SET", "SEEK_CUR", "SEEK_END", "7"])), "MAY(ftell(f));", "rewind(f);", "clearerr(f); SEE(feof(f)); SEE(ferror(f));",
            "MAY(fflush(f));", "MAY(fileno(f) > 2);", "{ fpos_t p; MAY(fgetpos(f, &p)); MAY(fsetpos(f, &p)); }", "MAY(setvbuf(f, 0, _IOFBF, 0));"]
    return R.choice(reading + both if open_for_reading else writing + both)


@calls
def files():
    opened = R.choice(["FILE *f = tmpfile();", "FILE *f = fopen(NAME, \"w+\");", "FILE *f = fopen(\"/nonexistent/x\", \"r\");", "char memory[10] = %s; FILE *f = fmemopen(memory, %s, \"r\");" % (text(8), small(8)),
                       "FILE *f = fopen(NAME, \"%s\");" % R.choice(["w", "a+", "r"]), "char *made = 0; size_t length; FILE *f = open_memstream(&made, &length);", "FILE *f = fopen(NAME, \"w+\"); if (f) f = freopen(NAME, \"r\", f);"])
    out = after(opened + " MAY(f == 0); MAY(errno); if (f) {")
    writes = [step(False) for _ in range(R.randint(0, 3))]
    reads = [step(True) for _ in range(R.randint(0, 4))]
    out += "".join(writes) + R.choice(["rewind(f);", "fseek(f, 0, SEEK_SET);", "fflush(f); fseek(f, 1, SEEK_SET);"]) + "".join(reads)
    return out + "errno = 0; MAY(fclose(f)); MAY(errno); }" + ("free(made);" if "made" in opened else "")


@calls
def wrong_streams():
    return after(R.choice(["MAY(fputc('a', stdin)); MAY(ferror(stdin) != 0); MAY(errno); clearerr(stdin);", "MAY(fgetc(stdout)); MAY(ferror(stdout) != 0); MAY(feof(stdout) != 0); MAY(errno); clearerr(stdout);",
                           "MAY(fgetc(stdin)); MAY(feof(stdin)); MAY(errno);", "MAY(getchar()); MAY(ungetc('a', stdin)); MAY(feof(stdin)); MAY(getchar());", "char b[4] = \"xxx\"; MAY(fgets(b, 4, stdin) == b); MAYBYTES(b, 4);",
                           "int v = 5; MAY(scanf(\"%d\", &v)); MAY(v); MAY(feof(stdin) != 0);", "MAY(fread(&errno, 1, 0, stdin)); MAY(feof(stdin) != 0);"]))


@calls
def names_of_files():
    return after(R.choice(["MAY(remove(\"/nonexistent/x\")); MAY(errno);", "MAY(rename(\"/nonexistent/x\", \"/nonexistent/y\")); MAY(errno);", "MAY(access(\"/nonexistent\", 0)); MAY(errno);", "MAY(unlink(\"/nonexistent/x\")); MAY(errno);",
                           "MAY(open(\"/nonexistent/x\", 0)); MAY(errno);", "MAY(close(-1)); MAY(errno);", "char b[4] = \"xxx\"; MAY(read(-1, b, 3)); MAY(errno); MAYBYTES(b, 4);", "MAY(write(-1, \"a\", 1)); MAY(errno);", "MAY(lseek(-1, 0, 0)); MAY(errno);",
                           "struct stat s; memset(&s, 0, sizeof s); MAY(stat(\"/nonexistent/x\", &s)); MAY(errno); MAY(s.st_size);", "struct stat s; int r = stat(\"/\", &s); MAY(r); if (!r) { MAY(S_ISDIR(s.st_mode) != 0); } else MAY(9);",
                           "int d = open(\"/dev/null\", O_RDONLY); MAY(d >= 0); char b[4] = \"abc\"; MAY(read(d, b, 3)); MAYBYTES(b, 4); MAY(close(d));", "MAY(dup(-1)); MAY(errno);", "MAY(isatty(-1)); MAY(errno);", "MAY(getpid() > 0); MAY(getppid() >= 0);",
                           "int p[2] = {7, 7}; MAY(pipe(p)); MAY(p[0] == 7); close(p[0]); close(p[1]);", "char b[4]; MAY(getcwd(b, 1) == 0); MAY(errno);", "MAY(mkdir(\"/\", 0)); MAY(errno);", "MAY(rmdir(\"/nonexistent/x\")); MAY(errno);", "MAY(fsync(-1)); MAY(errno);",
                           "MAY(fcntl(-1, F_GETFD)); MAY(errno);", "MAY(sysconf(_SC_PAGESIZE));", "MAY(sysconf(-5)); MAY(errno);", "MAY(sleep(0)); MAY(usleep(0));", "MAY(ftruncate(-1, 0)); MAY(errno);", "MAY(opendir(\"/nonexistent/x\") == 0); MAY(errno);"]))


@calls
def output():
    return after(R.choice(["MAY(puts(%s) >= 0);" % text(4), "MAY(printf(\"%%d\\n\", %s));" % integer(), "MAY(putchar('a')); MAY(fputs(%s, stderr) >= 0);" % text(4), "perror(%s); MAY(errno);" % text(3),
                           "MAY(fprintf(stderr, \"%%s\\n\", %s)); MAY(ferror(stderr) != 0); MAY(errno);" % text(4), "MAY(fflush(0)); MAY(fwrite(\"abc\", 1, 3, stdout)); MAY(ferror(stdout)); MAY(errno);"]))


# --- math.h

UNARY_EXACT = "fabs floor ceil trunc rint nearbyint round sqrt roundeven logb".split()
UNARY_ANY = "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p cbrt erf erfc tgamma lgamma j0 y1 significand".split()
BINARY_EXACT = "fmod copysign fmin fmax fdim remainder nextafter drem".split()
BINARY_ANY = "pow atan2 hypot scalb".split()


def variants(name):
    suffix, type_ = R.choice([("", "double"), ("", "double"), ("f", "float"), ("l", "long double")])
    return name + suffix, type_, lambda: "(%s)%s" % (type_, real())


@calls
def exact_functions():
    f, type_, x = variants(R.choice(UNARY_EXACT))
    domain = "SEE" if "sqrt" in f else "MAY"
    return after("%s x = %s; %s r = %s(x); REAL(r); %s(errno);" % (type_, x(), type_, named(f), domain))


@calls
def exact_functions_of_two():
    name = R.choice(BINARY_EXACT)
    f, type_, x = variants(name)
    see = "MAYREAL" if name in ("fmin", "fmax") else "REAL"
    return after("%s x = %s, y = %s, r = %s(x, y); %s(r); MAY(errno);" % (type_, x(), x(), named(f), see))


@calls
def open_functions():
    f, type_, x = variants(R.choice(UNARY_ANY))
    return after("%s x = %s; MAYREAL(%s(x)); MAY(errno);" % (type_, x(), named(f)))


@calls
def open_functions_of_two():
    f, type_, x = variants(R.choice(BINARY_ANY))
    return after("%s x = %s, y = %s; MAYREAL(%s(x, y)); MAY(errno);" % (type_, x(), x(), named(f)))


@calls
def parts_of_reals():
    f, type_, x = variants(R.choice(["modf", "frexp", "ldexp", "scalbn", "ilogb", "remquo", "scalbln", "nexttoward", "nan", "sincos"]))
    name = f.rstrip("lf") if f not in ("modf",) else f
    v = x()
    if f.startswith("modf"): return after("%s whole = 5, r = %s(%s, &whole); REAL(r); REAL(whole); SEE(errno);" % (type_, named(f), v))
    if f.startswith("frexp"): return after("int e = 77; %s x = %s, r = %s(x, &e); REAL(r); if (isfinite(x)) SEE(e); else MAY(e); MAY(errno);" % (type_, v, named(f)))
    if name.startswith(("ldexp", "scalb")): return after("%s r = %s(%s, %s); REAL(r); MAY(errno);" % (type_, named(f), v, R.choice(["0", "1", "-1", "10", "-1080", "2000", "-20000"])))
    if name.startswith("i"): return after("%s x = %s; if (x != 0 && isfinite(x)) SEE(%s(x)); else MAY(%s(x)); MAY(errno);" % (type_, v, f, f))
    if name.startswith("remquo"): return after("int q = 77; %s x = %s, y = %s, r = %s(x, y, &q); REAL(r); MAY(q); MAY(errno);" % (type_, v, x(), named(f)))
    if name.startswith("nexttoward"): return "REAL(%s(%s, 1.0L));" % (f, v)
    if f.startswith("sincos"): return "%s s, c; %s(%s, &s, &c); MAYREAL(s); MAYREAL(c);" % (type_, f, v)
    return "MAYREAL(%s(\"%s\"));" % (f, R.choice(["", "1", "x"]))


@calls
def to_integers():
    f, type_, x = variants(R.choice(["lround", "llround", "lrint", "llrint"]))
    v = x()
    return after("%s x = %s; if (fabs((double)x) < 2147483000.0) { SEE(%s(x)); SEE(errno); } else { MAY(%s(x)); MAY(errno); }" % (type_, v, f, f))


@calls
def multiplied_and_added():
    f, type_, x = variants("fma")
    return after("%s x = %s, y = %s, z = %s, r = %s(x, y, z); REAL(r); MAY(errno);" % (type_, x(), x(), x(), named(f)))


@calls
def kinds_of_reals():
    type_ = R.choice(["double", "float", "long double"])
    f = R.choice(["isnan", "isinf", "isfinite", "isnormal", "signbit", "fpclassify"])
    x, y = "(%s)%s" % (type_, real()), "(%s)%s" % (type_, real())
    compare = R.choice(["isgreater", "isless", "islessgreater", "isunordered", "isgreaterequal"])
    return "%s x = %s, y = %s; %s MAY(%s(x)); SEE(%s(x, y) != 0);" % (type_, x, y, "SEE(%s(x) != 0);" % f if f != "fpclassify" else "SEE(fpclassify(x));", f, compare)


@calls
def old_kinds_of_reals():
    return "double x = %s; SEE((isnan)(x) != 0); MAY((isnan)(x)); SEE((isinf)(x) != 0); MAY((isinf)(x)); MAY(finite(x)); MAY(VIA(finite)(x));" % real()


@calls
def complex_numbers():
    return "double complex z = %s + %s * I; REAL(creal(z)); REAL(cimag(z)); MAYREAL(cabs(z)); REAL(cimag(conj(z)));" % (R.choice(["1.0", "0.0", "-2.0"]), R.choice(["1.0", "3.0"]))


# --- time.h

MOMENTS = ["0", "1", "86399", "951782400", "1700000000", "-1", "2147483647"]


@calls
def moments():
    m = R.choice(MOMENTS)
    tell = "MAY(t->tm_sec); MAY(t->tm_min); MAY(t->tm_hour); MAY(t->tm_mday); MAY(t->tm_mon); MAY(t->tm_year); MAY(t->tm_wday); MAY(t->tm_yday); MAY(t->tm_isdst); MAY(t->tm_gmtoff); MAYBYTES(t->tm_zone, 4);"
    return R.choice([after("time_t m = %s; struct tm *t = %s(&m); MAY(t == 0); if (t) { %s } MAY(errno);" % (m, named(R.choice(["gmtime", "localtime"])), tell)), after("time_t m = %s; struct tm s, *t = %s(&m, &s); SEE(t == &s); %s" % (m, R.choice(["gmtime_r", "localtime_r"]), tell)),
                     "SEE((long long)difftime(%s, %s));" % (R.choice(MOMENTS), m), after("struct tm s = {0}; s.tm_year = 100; s.tm_mday = %s; s.tm_mon = %s; MAY(%s(&s)); MAY(s.tm_mon); MAY(s.tm_mday); MAY(s.tm_wday); MAY(errno);" % (small(60), small(20), R.choice(["mktime", "timegm"]))),
                     after("struct tm s = {0}; s.tm_mday = 1; char b[40]; memset(b, 'x', 40); MAY(strftime(b, %s, %s, &s)); MAYBYTES(b, 12); MAY(errno);" % (R.choice(["40", "3", "0", "1"]), R.choice(['"%Y-%m-%d"', '"%H"', '""', '"a"', '"%%"', '"%p"']))),
                     "time_t m = %s; char *p = ctime(&m); MAY(p != 0); if (p) MAYBYTES(p, 26);" % m, "struct tm s = {0}; s.tm_mday = 1; char *p = asctime(&s); MAY(p != 0); if (p) MAYBYTES(p, 26);",
                     "time_t a = time(0), b; time(&b); MAY(a > 0); MAY(a <= b); MAY(b - a >= 0);", "clock_t a = clock(); MAY(a >= 0); MAY(clock() >= a);", after("struct timespec s; MAY(clock_gettime(CLOCK_REALTIME, &s)); MAY(s.tv_nsec >= 0); MAY(errno);"),
                     after("struct timespec s; MAY(clock_gettime(1000, &s)); MAY(errno);"), "struct timeval v; MAY(gettimeofday(&v, 0)); MAY(v.tv_usec < 1000000);", "struct timespec s = {0, 0}; MAY(nanosleep(&s, 0));", "struct timespec s; MAY(timespec_get(&s, TIME_UTC));"])


# --- options, signals, jumps, the rest

@calls
def options():
    words = [R.choice(["-a", "-b", "-bx", "-ab", "--", "x", "-", "-c", "--long", "--lo=3", "--other", "-z", "--l"]) for _ in range(R.randint(0, 4))]
    letters = R.choice(["ab:", "+ab:", "-ab:", ":ab:", "ab::", "a"])
    out = "char *v[] = {\"p\", %s 0}; optind = 0; opterr = 0; static struct option o[] = {{\"long\", 2, 0, 'l'}, {\"other\", 0, &handled, 'o'}, {0}}; int which = -5; handled = 0;" % "".join(quoted(w) + ", " for w in words)
    call = R.choice(["getopt(%d, v, \"%s\")" % (len(words) + 1, letters), "getopt_long(%d, v, \"%s\", o, &which)" % (len(words) + 1, letters)])
    for _ in range(R.randint(1, len(words) + 1)):
        out += "MAY(%s); MAY(optind); MAY(optopt); MAY(optarg != 0); if (optarg) MAY(optarg[0]); else MAY(-1); MAY(which); MAY(handled);" % call
    return out + "for (int i = 1; i <= %d; i++) MAYBYTES(v[i], 2);" % len(words)


@calls
def signals():
    return after(R.choice(["SEE(signal(SIGINT, SIG_IGN) != SIG_ERR); SEE(raise(SIGINT));", "MAY(signal(SIGUSR1, SIG_DFL) == SIG_DFL);", "SEE(signal(SIGKILL, SIG_IGN) == SIG_ERR); MAY(errno);", "signal(SIGUSR1, caught); handled = 0; raise(SIGUSR1); SEE(handled); MAY(signal(SIGUSR1, SIG_DFL) == caught);",
                           "sigset_t s; SEE(sigemptyset(&s)); SEE(sigaddset(&s, SIGINT)); SEE(sigismember(&s, SIGINT)); SEE(sigismember(&s, SIGTERM)); SEE(sigdelset(&s, SIGINT)); SEE(sigismember(&s, SIGINT));", "sigset_t s; sigfillset(&s); SEE(sigaddset(&s, 1000)); MAY(errno);",
                           "struct sigaction a; SEE(sigaction(SIGINT, 0, &a)); MAY(a.sa_handler == SIG_DFL); MAY(a.sa_flags);", "MAY(sigaction(SIGKILL, 0, 0)); MAY(errno);", "struct sigaction a; signal(SIGINT, SIG_IGN); SEE(sigaction(SIGINT, 0, &a)); MAY(a.sa_flags); MAY(sigismember(&a.sa_mask, SIGINT));", "sigset_t s; sigemptyset(&s); MAY(sigaddset(&s, 32)); MAY(signal(32, SIG_IGN) == SIG_ERR); MAY(errno);", "MAY(alarm(0));", "MAY(kill(getpid(), 0));"]))


@calls
def jumps():
    return R.choice(["static jmp_buf j; volatile int n = 0; int r = setjmp(j); n++; if (n == 1) longjmp(j, %s); SEE(n); SEE(r);" % R.choice(["0", "1", "7"]), "static sigjmp_buf j; int r = sigsetjmp(j, 0); SEE(r);"])


@calls
def locales():
    return R.choice(["SEE(setlocale(LC_ALL, \"C\") != 0);", "char *p = setlocale(LC_ALL, 0); SEE(p[0]);", "SEE(localeconv()->decimal_point[0]);", "MAY(setlocale(LC_ALL, \"xx_YY\") == 0);", "MAY(nl_langinfo(CODESET) != 0);"])


@calls
def ends():
    return R.choice(["at_end = 0; SEE(atexit(ending)); SEE(at_end);", "static pthread_once_t once = PTHREAD_ONCE_INIT; handled = 0; pthread_once(&once, count_up); pthread_once(&once, count_up); SEE(handled);",
                     "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; MAY(pthread_mutex_lock(&m)); MAY(pthread_mutex_unlock(&m));", "MAY(system(0) != 0);", "assert(1);", "SEE(htons(1)); SEE(ntohl(256));",
                     "void *root = 0; int k = 3; MAY(tsearch(&k, &root, by_int) != 0); SEE(tfind(&k, &root, by_int) != 0);", "MAY(hcreate(8) != 0); ENTRY e = {\"a\", 0}; MAY(hsearch(e, ENTER) != 0); hdestroy();",
                     "MAY(fnmatch(\"a*\", \"abc\", 0));", "char b[] = \"/a/b\"; SEE(dirname(b)[1]);", "regex_t r; MAY(regcomp(&r, \"a\", 0)); MAY(regexec(&r, \"ba\", 0, 0, 0)); regfree(&r);",
                     "void *p = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); MAY(p != MAP_FAILED);", "MAY(poll(0, 0, 0));", "atomic_int a = 1; SEE(atomic_fetch_add(&a, 2)); SEE(a);"])
