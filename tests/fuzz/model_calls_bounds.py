"""Calls for tests/fuzz/models that may leave their buffers, or memory unfreed: the address sanitizer says which do. Each returns whether it says
all (nothing in the call is an input, so that what it does not report is right) and statements over buffers of the heap. Ranges that overlap are left out: they
belong to no property."""
from model_calls import R, quoted, text

BOUNDS = []


def bounds(function):
    BOUNDS.append(function)
    return function


def made(name, most=6):
    """A buffer with a text that ends in it or not; its size and its length."""
    n = R.randint(1, most)
    length = R.choice([n - 1, n - 1, n, R.randint(0, n)])
    content = "".join(R.choice("abab1,") for _ in range(length))
    out = "char *%s = malloc(%d); for (int i = 0; i < %d; i++) %s[i] = 'z';" % (name, n, n, name)
    out += "".join("%s[%d] = '%s';" % (name, i, c) for i, c in enumerate(content))
    if length < n: out += "%s[%d] = 0;" % (name, length)
    return out


def near(most=7):
    return str(R.randint(0, most))


FREE = "free(p); free(q);"


@bounds
def of_memory():
    f = R.choice(["memcpy(p, q, %s);", "memmove(p, q, %s);", "memcpy(p + 1, q, %s);", "stored = memcmp(p, q, %s);", "memset(p, 1, %s);", "memset(p + 1, 1, %s);", "stored = strncmp(p, q, %s);", "strncpy(p, q, %s);",
                  "stored = memcmp(p + 1, q + 1, %s);", "stored = strnlen(p, %s);", "stored = memchr(p, 'x', %s) != 0;", "stored = memrchr(p, 'a', %s) != 0;"])
    return True, made("p") + made("q") + f % near() + FREE


@bounds
def of_texts():
    f = R.choice(["strcpy(p, q);", "strcpy(p, %s);" % text(6, "ab"), "strcat(p, %s);" % text(4, "ab"), "strncat(p, q, %s);" % near(3), "stored = strlen(p);", "stored = strcmp(p, q);", "stored = strchr(p, 'a') != 0;", "stored = strrchr(p, 'a') != 0;",
                  "stored = strstr(p, \"b1\") != 0;", "stored = strspn(p, \"ab1,z\");", "stored = strcspn(p, \"x\");", "stored = atoi(p);", "char *e; stored = strtol(p, &e, 10);", "char *state; stored = strtok_r(p, \",\", &state) != 0;", "char *r = strdup(p); free(r);",
                  "char *r = strndup(p, %s); free(r);" % near(), "stored = strcasecmp(p, q);", "stored = strpbrk(p, \"x1\") != 0;"])
    return True, made("p") + made("q") + f + FREE


@bounds
def of_printing():
    f = R.choice(["sprintf(p, \"%%d\", %s);" % R.choice(["7", "12345", "-12"]), "sprintf(p, \"%%s\", %s);" % text(6, "ab"), "snprintf(p, %s, \"%%s\", %s);" % (near(), text(6, "ab")), "snprintf(p, %s, \"%%.2s\", q);" % near(), "sprintf(p, \"%%.*s\", %s, q);" % near(),
                  "sprintf(p, \"%%%sd\", 1);" % near(), "printf(\"%s\\n\", q);", "fputs(q, stdout);", "puts(p);", "fwrite(p, 1, %s, stdout);" % near(), "sprintf(p, \"%%c%%c%%c\", 'a', 'b', 'c');"])
    return "q" not in f, made("p") + made("q") + f.replace("%%", "%") + FREE


@bounds
def of_scanning():
    f = R.choice(["sscanf(%s, \"%%s\", p);" % text(5, "ab"), "sscanf(%s, \"%%%ss\", p);" % (text(7, "ab"), R.choice("123456")), "sscanf(\"abcdef\", \"%%%sc\", p);" % R.choice("12345"), "sscanf(\"aab\", \"%%[a]\", p);"])
    return True, made("p") + made("q") + f.replace("%%", "%") + FREE


@bounds
def of_lists():
    return True, "int *p = malloc(%s * sizeof *p), *q = 0; for (int i = 0; i < %s; i++) p[i] = 5 - i;" % (lambda n: (n, n))(R.randint(1, 3)) + "qsort(p, %s, sizeof *p, by_int);" % R.randint(0, 4) + FREE


@bounds
def of_files():
    f = R.choice(["fgets(p, %s, f);" % R.randint(1, 7), "fread(p, %s, %s, f);" % (R.randint(0, 3), R.randint(0, 4)), "fscanf(f, \"%%%ss\", p);" % R.choice("12345")]).replace("%%", "%")
    return False, made("p") + made("q") + "FILE *f = tmpfile(); if (f) { fputs(\"abcdefghijkl\", f); rewind(f); %s fclose(f); }" % f + FREE


@bounds
def of_lifetimes():
    return True, "char *p = malloc(4), *q = malloc(4); p[0] = q[0] = 'a'; p[1] = q[1] = 0;" + R.choice(
        ["free(p); free(p); p = 0;", "p = realloc(p, 8); stored = p[1];", "char *r = realloc(p, 8); stored = p[0]; p = r;", "free(p); p = strdup(q);", "free(p); stored = strlen(p); p = 0;", "free(p + 1); p = 0;", "char *r = strdup(p); free(p); p = r; stored = strlen(r);",
         "char *r = strdup(p); free(r); stored = r[0];", "stored = strlen(strcpy(p, \"abc\"));", "p = realloc(p, 2); stored = strlen(p); p[2] = 1;", "char *r = strchr(p, 'a'); free(p); stored = r[0]; p = 0;", "free(p); p = calloc(2, 2); stored = p[3];", "free(p); p = calloc(2, 2); stored = p[4];"]) + FREE


@bounds
def of_owners():
    return False, R.choice(["char *p = strdup(\"a\"); stored = p[0];", "char *p = malloc(3); p = realloc(p, 9); free(p);", "char *p; if (asprintf(&p, \"%d\", 3) > 0) stored = p[0];", "char *p; if (asprintf(&p, \"%d\", 3) > 0) free(p);", "char *p = malloc(3); char *r = strcpy(p, \"a\"); free(r);",
                            "char *p = 0; size_t n = 0; FILE *f = tmpfile(); if (f) { getline(&p, &n, f); fclose(f); }", "char *p = strndup(\"abc\", 2); char *r = strdup(p); free(p); stored = r[0];", "void *p = aligned_alloc(16, 16); stored = p != 0;", "void *p = 0; posix_memalign(&p, 16, 3); p = 0;"])
