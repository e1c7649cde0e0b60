/* Far memory in the harness (far/far.h). */
#include "caller/write/write_internal.h"

static const struct {
    const char *name, *type;
} windows[] = {{"8", "unsigned char "}, {"16", "unsigned short "},
               {"32", "unsigned int "}, {"64", "unsigned long long "},
               {"float", "float "},     {"double", "double "},
               {"pointer", "void *"}};

void write_far(struct writer *w)
{
    if (!w->plan->far && !w->plan->quiet_externs)
        return;
    LINE(w, "static char sooth_far_memory[1];\n");
    LINE(w, "void sooth_far_nothing(void) {}\n");
    LINE(w,
         "void *sooth_far(void) { return sooth_far_memory + __VERIFIER_nondet_ulong(); }\n");
    LINE(w, "void *sooth_far_or_null(void) { return __VERIFIER_nondet_ulong() & 1 ? "
            "sooth_far() : 0; }\n");
    LINE(w, "static int sooth_is_far(const void *p) { return (const char *)p - "
            "__sooth_object_offset(p) == sooth_far_memory; }\n");
    LINE(w, "static void *sooth_far_one, *sooth_far_other;\n");
    LINE(w,
         "void *sooth_far_keep(const void *at, const void *p) { if (sooth_is_far(at)) { if "
         "(__VERIFIER_nondet_ulong() & 1) sooth_far_one = (void *)p; else sooth_far_other = "
         "(void *)p; } return 0; }\n");
    LINE(w,
         "void *sooth_far_or_kept(void) { void *p = __VERIFIER_nondet_ulong() & 1 ? "
         "sooth_far_one : sooth_far_other; return p && __VERIFIER_nondet_ulong() & 1 ? p : "
         "sooth_far(); }\n");
    LINE(w, "void *sooth_far_or_kept_or_null(void) { return __VERIFIER_nondet_ulong() & 1 ? "
            "sooth_far_or_kept() : 0; }\n");
    LINE(w, "void *sooth_far_of(unsigned long n) { return n ? sooth_far() : 0; }\n");
    LINE(w, "void *sooth_far_same(const void *p) { return p ? sooth_far_memory + "
            "__sooth_object_offset(p) : 0; }\n");
    LINE(w, "void *sooth_far_room(const void *p, unsigned long n) { return sooth_is_far(p) ? "
            "__builtin_malloc(n) : (void *)p; }\n");
    LINE(w,
         "void sooth_far_fill(void *p, unsigned long n) { void *any = __builtin_malloc(n); "
         "__builtin_memcpy(p, any, n); __builtin_free(any); }\n");
    LINE(w, "void *sooth_far_kept(const void *p) { return sooth_is_far(p) ? 0 : (void *)p; "
            "}\n");
    LINE(w, "void *sooth_far_function(const void *p) { if (!p || !sooth_is_far(p)) "
            "*(volatile char *)0 = 0; return (void *)p; }\n");
    LINE(w, "int sooth_far_print(void) { return (int)__VERIFIER_nondet_ulong(); }\n");
    LINE(w, "int sooth_far_format(char *p, unsigned long n) {\n");
    LINE(w, "    unsigned long end = __VERIFIER_nondet_ulong();\n");
    LINE(w,
         "    if (n && !sooth_is_far(p)) { __VERIFIER_assume(end < n); sooth_far_fill(p, n); "
         "p[end] = 0; }\n");
    LINE(w, "    return (int)__VERIFIER_nondet_ulong();\n");
    LINE(w, "}\n");
    if (w->plan->once) {
        LINE(w, "void sooth_once(void) {}\n");
        LINE(w, "void sooth_once_must(int good, unsigned long callee) { if (!good) "
                "*(volatile char *)0 = (char)callee; }\n");
        LINE(w, "void sooth_once_must_lead(const void *p, unsigned long callee) { if (!p && "
                "!sooth_is_far(p)) "
                "*(volatile char *)0 = (char)callee; }\n");
        LINE(w,
             "void sooth_once_must_live(const void *p, unsigned long callee) { (void)*(const "
             "volatile char *)p; }\n");
        LINE(w, "void *sooth_once_object(unsigned long n) { void *made = "
                "__builtin_malloc(n); __VERIFIER_assume(made != 0); return made; }\n");
    }
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        LINE(w, "static %ssooth_window_%s;\n", windows[i].type, windows[i].name);
        LINE(w,
             "void *sooth_far_at_%s(const void *p) { return sooth_is_far(p) ? (void "
             "*)&sooth_window_%s : (void *)p; }\n",
             windows[i].name, windows[i].name);
    }
}
