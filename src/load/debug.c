/* Debug information: places of instructions, names and C types of variables. */
#include "base/text.h"
#include "load/translate/translate.h"

enum {
    TAG_ARRAY = 0x01,
    TAG_ENUMERATION = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_SUBROUTINE = 0x15,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_BASIC = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47,
    TAG_SUBRANGE = 0x21
};

/* --- places --- */

static uint32_t file_index(struct translator *t, const struct ir_node *file)
{
    if (!file)
        return 0;
    if (file == t->file_known)
        return t->file_index; /* neighbours nearly always share it */
    uint64_t found;
    if (!map_get(&t->files, (uint64_t)(uintptr_t)file, &found)) {
        found = program_file(t->program, file->name);
        map_set(&t->files, (uint64_t)(uintptr_t)file, found);
    }
    LAW(found < t->program->files.count);
    t->file_known = file;
    return t->file_index = (uint32_t)found;
}

void debug_place(struct translator *t, const struct ir_instruction *i)
{
    if (i->value.op == IR_DECLARE)
        return;
    struct place place = {file_index(t, i->file), i->line, i->column};
    LAW(t->place < t->program->places.count);
    const struct place *last = &t->program->places.data[t->place]; /* often the same */
    if (last->line != place.line || last->column != place.column || last->file != place.file)
        t->place = program_place(t->program, place);
}

/* --- C types --- */

/* DWARF's encodings; the last one is clang's for complex integers, which it has no number
 * for. */
enum {
    ENCODING_BOOLEAN = 0x02,
    ENCODING_FLOAT = 0x04,
    ENCODING_SIGNED = 0x05,
    ENCODING_SIGNED_CHAR = 0x06,
    ENCODING_UNSIGNED = 0x07,
    ENCODING_UNSIGNED_CHAR = 0x08,
    ENCODING_SIGNED_FIXED = 0x0d,
    ENCODING_UNSIGNED_FIXED = 0x0e,
    ENCODING_COMPLEX_INTEGER = 0x80
};

static uint8_t basic_kind(struct translator *t, const struct ir_node *m)
{
    switch (m->encoding) {
    case ENCODING_BOOLEAN:
        return CTYPE_BOOL;
    case ENCODING_FLOAT:
        return CTYPE_FLOAT;
    case ENCODING_SIGNED_CHAR:
    case ENCODING_UNSIGNED_CHAR:
        return CTYPE_CHAR;
    case ENCODING_UNSIGNED:
    case ENCODING_UNSIGNED_FIXED:
        return CTYPE_UNSIGNED;
    case ENCODING_SIGNED:
    case ENCODING_SIGNED_FIXED:
        return CTYPE_SIGNED;
    case ENCODING_COMPLEX_INTEGER:
        t->complex_integers = true;
        return CTYPE_OTHER;
    default:
        return CTYPE_OTHER;
    }
}

static uint32_t type_index(struct translator *, const struct ir_node *);

static const struct ir_node *type_of_node(const struct ir_node *m)
{
    return ir_child(m, m->type);
}

/* Members, enumerators, subranges; *count of them, some of which may be null. */
static const struct ir_node *elements_of(const struct ir_node *m, uint32_t *count)
{
    const struct ir_node *list = ir_child(m, m->elements);
    *count = list ? list->count : 0;
    return list;
}

static const char *name_of(struct translator *t, const struct ir_node *m)
{
    return *m->name ? arena_text(&t->program->arena, m->name) : "";
}

static void read_members(struct translator *t, const struct ir_node *m, uint32_t index)
{
    LAW(index && index < t->program->ctypes.count);
    uint32_t count, n = 0;
    const struct ir_node *elements = elements_of(m, &count);
    struct cmember *members = ARENA_ARRAY(&t->program->arena, struct cmember, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_node *member = ir_child(elements, elements->items[i]);
        if (!member || member->tag != TAG_MEMBER)
            continue;
        members[n++] = (struct cmember){.name = name_of(t, member),
                                        .ctype = type_index(t, type_of_node(member)),
                                        .bit_offset = member->offset_bits,
                                        .bit_size = member->size_bits};
    }
    LAW(n <= count);
    t->program->ctypes.data[index].members = members;
    t->program->ctypes.data[index].member_count = n;
}

static void read_enumerators(struct translator *t, const struct ir_node *m, uint32_t index)
{
    LAW(t->program->ctypes.data[index].kind == CTYPE_ENUM);
    uint32_t count, n = 0;
    const struct ir_node *elements = elements_of(m, &count);
    struct cenumerator *list = ARENA_ARRAY(&t->program->arena, struct cenumerator, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_node *item = ir_child(elements, elements->items[i]);
        if (item)
            list[n++] = (struct cenumerator){name_of(t, item), item->value};
    }
    t->program->ctypes.data[index].enumerators = list;
    t->program->ctypes.data[index].enumerator_count = n;
}

static uint64_t subrange_count(const struct ir_node *elements, uint32_t i)
{
    LAW(i < elements->count);
    const struct ir_node *range = ir_child(elements, elements->items[i]);
    return range && range->value > 0 ? (uint64_t)range->value : 0;
}

/* A matrix is an array of arrays: the first dimension is this type's, each further one an
 * element type of its own. */
static void read_array(struct translator *t, const struct ir_node *m, uint32_t index)
{
    LAW(t->program->ctypes.data[index].kind == CTYPE_ARRAY);
    uint32_t count;
    const struct ir_node *elements = elements_of(m, &count);
    uint32_t inner = type_index(t, type_of_node(m));
    LAW(inner < t->program->ctypes.count);
    for (uint32_t i = count; i-- > 1;) {
        const struct ctype *of = &t->program->ctypes.data[inner];
        struct ctype made = {.kind = CTYPE_ARRAY,
                             .name = "",
                             .element = inner,
                             .count = subrange_count(elements, i)};
        made.bytes = of->bytes * made.count;
        VECTOR_PUSH(&t->program->ctypes, made);
        inner = (uint32_t)t->program->ctypes.count - 1;
    }
    t->program->ctypes.data[index].element = inner;
    t->program->ctypes.data[index].count = count ? subrange_count(elements, 0) : 0;
}

static const char *tagged_name(struct translator *t, const char *tag, const char *name)
{
    return arena_format(&t->program->arena, *name ? "%s %s" : "%s", tag, name);
}

static uint32_t add_ctype(struct translator *t, const struct ir_node *m, struct ctype ctype)
{
    LAW(!map_has(&t->ctypes, (uint64_t)(uintptr_t)m));
    uint32_t index = (uint32_t)t->program->ctypes.count;
    ctype.bytes = m->size_bits / 8;
    VECTOR_PUSH(&t->program->ctypes, ctype);
    map_set(&t->ctypes, (uint64_t)(uintptr_t)m, index);
    return index;
}

static bool is_unnamed(const struct ir_node *m)
{
    return m && !*m->name &&
           (m->tag == TAG_STRUCT || m->tag == TAG_UNION || m->tag == TAG_ENUMERATION);
}

/* Typedefs and qualifiers have no type of their own. */
static const struct ir_node *plain_type(const struct ir_node *m)
{
    while (m) {
        switch (m->tag) {
        case TAG_TYPEDEF:
        case TAG_CONST:
        case TAG_VOLATILE:
        case TAG_RESTRICT:
        case TAG_ATOMIC:
            m = type_of_node(m);
            break;
        default:
            return m;
        }
    }
    return NULL;
}

/* The typedef that is the only name of a struct, union or enumeration; null if there is none.
 */
static const char *alias_of(const struct ir_node *m)
{
    const char *alias = NULL;
    for (; m && !is_unnamed(m); m = type_of_node(m)) {
        if (m->tag == TAG_TYPEDEF)
            alias = m->name;
        else if (m->tag != TAG_CONST && m->tag != TAG_VOLATILE && m->tag != TAG_RESTRICT)
            return NULL;
    }
    return m ? alias : NULL;
}

/* Adds the type itself; what it is made of follows in complete_type, so that deep types need
 * no deep stack.
 */
static uint32_t make_type(struct translator *t, const struct ir_node *m)
{
    const char *name = name_of(t, m);
    switch (m->tag) {
    case TAG_BASIC:
        return add_ctype(t, m, (struct ctype){.kind = basic_kind(t, m), .name = name});
    case TAG_STRUCT:
        return add_ctype(
            t, m,
            (struct ctype){.kind = CTYPE_STRUCT, .name = tagged_name(t, "struct", name)});
    case TAG_UNION:
        return add_ctype(
            t, m, (struct ctype){.kind = CTYPE_UNION, .name = tagged_name(t, "union", name)});
    case TAG_ENUMERATION:
        return add_ctype(
            t, m, (struct ctype){.kind = CTYPE_ENUM, .name = tagged_name(t, "enum", name)});
    case TAG_ARRAY:
        return add_ctype(t, m, (struct ctype){.kind = CTYPE_ARRAY, .name = name});
    case TAG_POINTER:
        return add_ctype(t, m, (struct ctype){.kind = CTYPE_POINTER, .name = name});
    case TAG_SUBROUTINE:
        return add_ctype(t, m, (struct ctype){.kind = CTYPE_FUNCTION, .name = name});
    default:
        map_set(&t->ctypes, (uint64_t)(uintptr_t)m, 0);
        return 0;
    }
}

/* The index of a type that may still be incomplete. */
static uint32_t type_index(struct translator *t, const struct ir_node *m)
{
    uint64_t found;
    const char *alias = alias_of(m);
    m = plain_type(m);
    if (!m)
        return 0;
    if (map_get(&t->ctypes, (uint64_t)(uintptr_t)m, &found))
        return (uint32_t)found;
    uint32_t index = make_type(t, m);
    if (index && alias)
        t->program->ctypes.data[index].name = arena_text(&t->program->arena, alias);
    if (index)
        VECTOR_PUSH(&t->incomplete, (struct incomplete_type){m, index});
    return index;
}

static bool is_qualifier_or_alias(const struct ir_node *m)
{
    return m->tag == TAG_TYPEDEF || m->tag == TAG_CONST || m->tag == TAG_VOLATILE ||
           m->tag == TAG_RESTRICT;
}

static bool leads_to_const(const struct ir_node *m)
{
    m = plain_type(m);
    if (!m || m->tag != TAG_POINTER)
        return false;
    for (m = type_of_node(m); m && is_qualifier_or_alias(m); m = type_of_node(m))
        if (m->tag == TAG_CONST)
            return true;
    return false;
}

/* The result is the element, parameters are members without names; one of type 0 at the end
 * stands for `...`.
 */
static void read_subroutine(struct translator *t, const struct ir_node *m, uint32_t index)
{
    LAW(t->program->ctypes.data[index].kind == CTYPE_FUNCTION);
    uint32_t count;
    const struct ir_node *types = elements_of(m, &count);
    struct cmember *members = ARENA_ARRAY(&t->program->arena, struct cmember, count + 1);
    uint32_t result = count ? type_index(t, ir_child(types, types->items[0])) : 0;
    for (uint32_t i = 1; i < count; i++) {
        const struct ir_node *type = ir_child(types, types->items[i]);
        members[i - 1] = (struct cmember){
            .name = "", .ctype = type_index(t, type), .reads = leads_to_const(type)};
    }
    t->program->ctypes.data[index].element = result;
    t->program->ctypes.data[index].members = members;
    t->program->ctypes.data[index].member_count = count ? count - 1 : 0;
}

static void complete_type(struct translator *t, const struct ir_node *m, uint32_t index)
{
    switch (m->tag) {
    case TAG_STRUCT:
    case TAG_UNION:
        read_members(t, m, index);
        break;
    case TAG_ENUMERATION:
        read_enumerators(t, m, index);
        break;
    case TAG_ARRAY:
        read_array(t, m, index);
        break;
    case TAG_POINTER: {
        uint32_t element = type_index(t, type_of_node(m));
        t->program->ctypes.data[index].element = element;
        break;
    }
    case TAG_SUBROUTINE:
        read_subroutine(t, m, index);
        break;
    default:
        break;
    }
}

uint32_t debug_type(struct translator *t, const struct ir_node *m)
{
    uint32_t index = type_index(t, m);
    while (t->incomplete.count) {
        struct incomplete_type next = VECTOR_POP(&t->incomplete);
        complete_type(t, next.type, next.index);
    }
    LAW(index < t->program->ctypes.count);
    return index;
}

/* --- variables and functions --- */

static uint32_t add_variable(struct translator *t, const struct ir_node *m, uint32_t function)
{
    struct variable v = {.name = name_of(t, m),
                         .ctype = debug_type(t, type_of_node(m)),
                         .function = function,
                         .place = {file_index(t, ir_child(m, m->file)), m->line, 0}};
    if (t->complex_integers && t->overflow_sites)
        translator_fail(t, FAILURE_UNSUPPORTED, "overflow of _Complex integers, %s:%u",
                        t->program->files.data[v.place.file], v.place.line);
    VECTOR_PUSH(&t->program->variables, v);
    return (uint32_t)t->program->variables.count - 1;
}

/* Parameters are variables with a number, from 1 on. */
static void name_parameter(struct translator *t, const struct ir_node *m, uint32_t variable)
{
    LAW(variable < t->program->variables.count);
    struct function *f = t->function;
    if (m->value < 1 || (uint64_t)m->value > f->signature_count)
        return;
    f->signature[m->value - 1].name = t->program->variables.data[variable].name;
}

/* A declaration names the ALLOCA at its address (and the parameter stored into it first). */
void debug_declare(struct translator *t, const struct ir_instruction *declare)
{
    LAW(declare->value.op == IR_DECLARE);
    const struct ir_value *address = declare->count ? declare->operands[0] : NULL;
    if (!address || !declare->variable || ir_is_constant(address))
        return;
    if (shape_of(t, address->type)->count != 1)
        return;
    struct value v = value_of(t, address);
    if (value_is_constant(v))
        return;
    struct instruction *i = &t->function->instructions.data[v.id];
    if ((i->op != OP_ALLOCA && i->op != OP_PARAM) || i->variable != UINT32_MAX)
        return;
    uint32_t variable = add_variable(t, declare->variable, t->function_index);
    name_parameter(t, declare->variable, variable);
    i->variable = variable;
    uint64_t param;
    if (map_get(&t->parameter_of, v.id, &param))
        t->function->instructions.data[param].variable = variable;
}

/* Items after the first are the parameters; a null one at the end stands for `...`. */
static void read_signature(struct translator *t, const struct ir_node *types,
                           struct function *f)
{
    uint32_t count = types && types->count ? types->count - 1 : 0;
    f->signature = ARENA_ARRAY(&t->program->arena, struct cparameter, count + 1);
    f->signature_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_node *type = ir_child(types, types->items[i + 1]);
        if (!type)
            break;
        f->signature[f->signature_count++] = (struct cparameter){"", debug_type(t, type)};
    }
}

void debug_function(struct translator *t, const struct ir_node *m, struct function *f)
{
    if (*m->name && f->internal)
        f->name = name_of(t, m);
    uint32_t file = file_index(t, ir_child(m, m->file));
    f->unit = t->program->files.data[file];
    f->place = (struct place){file, m->line, 0};
    const struct ir_node *signature = type_of_node(m);
    const struct ir_node *types = signature ? ir_child(signature, signature->elements) : NULL;
    f->ctype_result =
        types && types->count ? debug_type(t, ir_child(types, types->items[0])) : 0;
    read_signature(t, types, f);
}

void debug_global(struct translator *t, const struct ir_node *m, struct global *g)
{
    uint32_t index = add_variable(t, m, UINT32_MAX);
    const struct variable *variable = &t->program->variables.data[index];
    g->variable = index;
    if (*variable->name && g->internal) {
        g->within = !text_same(g->name, variable->name); /* clang calls it `f.name` */
        g->name = variable->name;
    }
    g->unit = t->program->files.data[variable->place.file];
}
