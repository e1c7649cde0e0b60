/* Functions that make what pointers in elements of callers' arrays lead to. */
#include "caller/write/write_internal.h"

static void put_counted(struct writer *w, const struct element *e)
{
    LAW(e->kind == ELEMENT_COUNTED && e->bytes &&
        e->length_ctype < w->plan->program->ctypes.count);
    const struct program *p = w->plan->program;
    bool is_signed = p->ctypes.data[e->length_ctype].kind == CTYPE_SIGNED;
    struct text declaration = {0};
    caller_declare(p, e->length_ctype, "n", &declaration);
    LINE(w, "    %s;\n", text_of(&declaration));
    LINE(w, "    __builtin_memcpy(&n, (const char *)at + %lld, sizeof n);\n",
         (long long)e->length_offset);
    LINE(w, "    __VERIFIER_assume(%sn <= %llu);\n", is_signed ? "0 <= n && " : "",
         (unsigned long long)(CALLER_MOST_BYTES / e->bytes));
    VECTOR_PUSH(&w->plan->results, w->line);
    LINE(w, "    void *made = __builtin_malloc(n * %lluul);\n", (unsigned long long)e->bytes);
    text_release(&declaration);
}

static void put_string(struct writer *w)
{
    LINE(w, "    unsigned long size = __VERIFIER_nondet_ulong();\n");
    LINE(w, "    __VERIFIER_assume(1 <= size && size <= %llu);\n",
         (unsigned long long)CALLER_MOST_BYTES);
    VECTOR_PUSH(&w->plan->results, w->line);
    LINE(w, "    char *made = __builtin_malloc(size);\n");
    LINE(w, "    made[size - 1] = 0;\n");
}

static void put_object(struct writer *w, const struct element *e)
{
    LAW(e->bytes);
    VECTOR_PUSH(&w->plan->results, w->line);
    LINE(w, "    void *made = __builtin_malloc(%llu);\n", (unsigned long long)e->bytes);
}

/* `at` is where the pointer was read, `is` what was found there. */
void write_elements(struct writer *w)
{
    struct caller *c = w->plan;
    for (size_t k = 0; k < c->elements.count; k++) {
        const struct element *e = &c->elements.data[k];
        const char *array = caller_array_name(c, &c->spots.data[e->spot]);
        LINE(w, "void *%s(const void *at, void *is) {\n", caller_element_name(c, e));
        LINE(w, "    if ((const char *)at - __sooth_object_offset(at) != %s) return is;\n",
             array);
        if (e->kind == ELEMENT_COUNTED)
            put_counted(w, e);
        else if (e->kind == ELEMENT_STRING)
            put_string(w);
        else
            put_object(w, e);
        LINE(w, "    return %smade%s;\n",
             e->may_be_null ? "__VERIFIER_nondet_ulong() & 1 ? " : "",
             e->may_be_null ? " : 0" : "");
        LINE(w, "}\n");
    }
}

static bool is_first_of_its_array(const struct caller *c, size_t at)
{
    LAW(at < c->elements.count);
    return !at || c->elements.data[at - 1].spot != c->elements.data[at].spot;
}

void write_array_names(struct writer *w)
{
    struct caller *c = w->plan;
    for (size_t k = 0; k < c->elements.count; k++)
        if (is_first_of_its_array(c, k))
            LINE(w, "static const char *%s;\n",
                 caller_array_name(c, &c->spots.data[c->elements.data[k].spot]));
}

void write_note_array(struct writer *w, const struct spot *s)
{
    LAW(s >= w->plan->spots.data && s < w->plan->spots.data + w->plan->spots.count);
    struct caller *c = w->plan;
    for (size_t k = 0; k < c->elements.count; k++)
        if (is_first_of_its_array(c, k) && &c->spots.data[c->elements.data[k].spot] == s)
            LINE(w, "    %s = (const char *)%s;\n", caller_array_name(c, s), s->name);
}
