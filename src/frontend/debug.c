/* Debug information: places of instructions, names and C types of variables.
 *
 * LLVM's C API gives node operands but few fields. Operand numbers used: subprogram 2 name, 4 type; variable
 * 1 name, 3 type; type 2 name, 3 base type, 4 elements. Encodings of basic types and values of enumerators
 * come from printing the node. */
#include "frontend/translate.h"

#include <stdlib.h>
#include <string.h>

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

struct node {
    LLVMValueRef operands[24];
    unsigned count;
};

static struct node read_node(struct translator *t, LLVMMetadataRef m)
{
    struct node n = {.count = 0};
    if (!m) return n;
    LLVMValueRef v = LLVMMetadataAsValue(t->context, m);
    unsigned count = LLVMIsAMDNode(v) ? LLVMGetMDNodeNumOperands(v) : 0;
    if (count > sizeof n.operands / sizeof *n.operands) return n;
    LLVMGetMDNodeOperands(v, n.operands);
    n.count = count;
    return n;
}

static LLVMMetadataRef node_child(const struct node *n, unsigned k)
{
    if (k >= n->count || !n->operands[k] || !LLVMIsAMDNode(n->operands[k])) return NULL;
    return LLVMValueAsMetadata(n->operands[k]);
}

static const char *node_text(struct translator *t, const struct node *n, unsigned k)
{
    if (k >= n->count || !n->operands[k] || !LLVMIsAMDString(n->operands[k])) return "";
    unsigned length;
    const char *text = LLVMGetMDString(n->operands[k], &length);
    return arena_text_range(&t->program->arena, text, length);
}

/* --- places --- */

static uint32_t file_index(struct translator *t, LLVMMetadataRef file)
{
    if (!file) return 0;
    uint64_t found;
    if (map_get(&t->files, (uint64_t)(uintptr_t)file, &found)) return (uint32_t)found;
    unsigned length;
    const char *name = LLVMDIFileGetFilename(file, &length);
    uint32_t index = program_file(t->program, arena_text_range(&t->arena, name, length));
    map_set(&t->files, (uint64_t)(uintptr_t)file, index);
    return index;
}

bool is_debug_call(LLVMValueRef instruction)
{
    if (LLVMGetInstructionOpcode(instruction) != LLVMCall) return false;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    size_t length;
    if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee)) return false;
    return !strncmp(LLVMGetValueName2(callee, &length), "llvm.dbg.", 9);
}

/* The file of a position: neighbours nearly always share it. */
static uint32_t position_file(struct translator *t, uint32_t file)
{
    if (t->file_known != file + 1) {
        t->file_index = program_file(t->program, t->known_positions->files.data[file]);
        t->file_known = file + 1;
    }
    return t->file_index;
}

static void place_known(struct translator *t, LLVMValueRef instruction)
{
    if (is_debug_call(instruction)) return;
    const struct position *p = &t->positions[t->position++];
    t->place = program_place(t->program, (struct place){position_file(t, p->file), p->line, p->column});
}

static void place_of_llvm(struct translator *t, LLVMValueRef instruction)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    uint64_t found = 0;
    if (location && !map_get(&t->places, (uint64_t)(uintptr_t)location, &found)) {
        LLVMMetadataRef scope = LLVMDILocationGetScope(location);
        struct place place = {file_index(t, scope ? LLVMDIScopeGetFile(scope) : NULL),
                              LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location)};
        found = program_place(t->program, place);
        map_set(&t->places, (uint64_t)(uintptr_t)location, found);
    }
    t->place = (uint32_t)found;
}

void debug_place(struct translator *t, LLVMValueRef instruction)
{
    if (t->positions)
        place_known(t, instruction);
    else
        place_of_llvm(t, instruction);
}

/* --- C types --- */

static uint8_t basic_kind(struct translator *t, LLVMMetadataRef m)
{
    char *text = LLVMPrintValueToString(LLVMMetadataAsValue(t->context, m));
    uint8_t kind = strstr(text, "DW_ATE_boolean")         ? CTYPE_BOOL
                   : strstr(text, "DW_ATE_float")         ? CTYPE_FLOAT
                   : strstr(text, "DW_ATE_unsigned_char") ? CTYPE_CHAR
                   : strstr(text, "DW_ATE_signed_char")   ? CTYPE_CHAR
                   : strstr(text, "DW_ATE_unsigned")      ? CTYPE_UNSIGNED
                   : strstr(text, "DW_ATE_signed")        ? CTYPE_SIGNED
                                                          : CTYPE_OTHER;
    if (strstr(text, "encoding: 128")) t->complex_integers = true;
    LLVMDisposeMessage(text);
    return kind;
}

/* enumerator: `!DIEnumerator(name: "A", value: 3)` */
static int64_t enumerator_value(struct translator *t, LLVMMetadataRef m)
{
    char *text = LLVMPrintValueToString(LLVMMetadataAsValue(t->context, m));
    const char *value = strstr(text, "value: ");
    int64_t n = value ? (int64_t)strtoull(value + strlen("value: "), NULL, 10) : 0;
    LLVMDisposeMessage(text);
    return n;
}

static uint32_t type_index(struct translator *, LLVMMetadataRef);

static LLVMValueRef *elements_of(struct translator *t, LLVMMetadataRef m, unsigned *count)
{
    struct node n = read_node(t, m);
    LLVMMetadataRef list = node_child(&n, 4);
    *count = 0;
    if (!list) return NULL;
    LLVMValueRef v = LLVMMetadataAsValue(t->context, list);
    *count = LLVMGetMDNodeNumOperands(v);
    LLVMValueRef *out = ARENA_ARRAY(&t->arena, LLVMValueRef, *count + 1);
    LLVMGetMDNodeOperands(v, out);
    return out;
}

static void read_members(struct translator *t, LLVMMetadataRef m, uint32_t index)
{
    unsigned count;
    LLVMValueRef *elements = elements_of(t, m, &count);
    struct cmember *members = ARENA_ARRAY(&t->program->arena, struct cmember, count + 1);
    uint32_t n = 0;
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef member =
            elements[i] && LLVMIsAMDNode(elements[i]) ? LLVMValueAsMetadata(elements[i]) : NULL;
        if (!member || LLVMGetDINodeTag(member) != TAG_MEMBER) continue;
        struct node node = read_node(t, member);
        members[n++] = (struct cmember){.name = node_text(t, &node, 2),
                                        .ctype = type_index(t, node_child(&node, 3)),
                                        .bit_offset = LLVMDITypeGetOffsetInBits(member),
                                        .bit_size = LLVMDITypeGetSizeInBits(member)};
    }
    t->program->ctypes.data[index].members = members;
    t->program->ctypes.data[index].member_count = n;
}

static void read_enumerators(struct translator *t, LLVMMetadataRef m, uint32_t index)
{
    unsigned count;
    LLVMValueRef *elements = elements_of(t, m, &count);
    struct cenumerator *list = ARENA_ARRAY(&t->program->arena, struct cenumerator, count + 1);
    uint32_t n = 0;
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef item =
            elements[i] && LLVMIsAMDNode(elements[i]) ? LLVMValueAsMetadata(elements[i]) : NULL;
        if (!item) continue;
        struct node node = read_node(t, item);
        list[n++] = (struct cenumerator){node_text(t, &node, 0), enumerator_value(t, item)};
    }
    t->program->ctypes.data[index].enumerators = list;
    t->program->ctypes.data[index].enumerator_count = n;
}

static uint64_t subrange_count(struct translator *t, LLVMValueRef element)
{
    if (!element || !LLVMIsAMDNode(element)) return 0;
    struct node node = read_node(t, LLVMValueAsMetadata(element));
    if (!node.count || !node.operands[0] || !LLVMIsAConstantInt(node.operands[0])) return 0;
    int64_t n = LLVMConstIntGetSExtValue(node.operands[0]);
    return n < 0 ? 0 : (uint64_t)n;
}

/* A matrix is an array of arrays: the first dimension is this type's, each further one an element type of its
 * own. */
static void read_array(struct translator *t, LLVMMetadataRef m, uint32_t index, LLVMMetadataRef base)
{
    unsigned count;
    LLVMValueRef *elements = elements_of(t, m, &count);
    uint32_t inner = type_index(t, base);
    for (unsigned i = count; i-- > 1;) {
        const struct ctype *of = &t->program->ctypes.data[inner];
        struct ctype made = {
            .kind = CTYPE_ARRAY, .name = "", .element = inner, .count = subrange_count(t, elements[i])};
        made.bytes = of->bytes * made.count;
        VECTOR_PUSH(&t->program->ctypes, made);
        inner = (uint32_t)t->program->ctypes.count - 1;
    }
    t->program->ctypes.data[index].element = inner;
    t->program->ctypes.data[index].count = count ? subrange_count(t, elements[0]) : 0;
}

static const char *tagged_name(struct translator *t, const char *tag, const char *name)
{
    return arena_format(&t->program->arena, *name ? "%s %s" : "%s", tag, name);
}

static uint32_t add_ctype(struct translator *t, LLVMMetadataRef m, struct ctype ctype)
{
    uint32_t index = (uint32_t)t->program->ctypes.count;
    ctype.bytes = LLVMDITypeGetSizeInBits(m) / 8;
    VECTOR_PUSH(&t->program->ctypes, ctype);
    map_set(&t->ctypes, (uint64_t)(uintptr_t)m, index);
    return index;
}

/* Typedefs and qualifiers have no type of their own. */
static LLVMMetadataRef plain_type(struct translator *t, LLVMMetadataRef m)
{
    while (m) {
        switch (LLVMGetDINodeTag(m)) {
        case TAG_TYPEDEF:
        case TAG_CONST:
        case TAG_VOLATILE:
        case TAG_RESTRICT:
        case TAG_ATOMIC: {
            struct node node = read_node(t, m);
            m = node_child(&node, 3);
            break;
        }
        default:
            return m;
        }
    }
    return NULL;
}

/* Adds the type itself; what it is made of follows in complete_type, so that deep types need no deep stack.
 */
static uint32_t make_type(struct translator *t, LLVMMetadataRef m)
{
    struct node node = read_node(t, m);
    const char *name = node_text(t, &node, 2);
    switch (LLVMGetDINodeTag(m)) {
    case TAG_BASIC:
        return add_ctype(t, m, (struct ctype){.kind = basic_kind(t, m), .name = name});
    case TAG_STRUCT:
        return add_ctype(t, m, (struct ctype){.kind = CTYPE_STRUCT, .name = tagged_name(t, "struct", name)});
    case TAG_UNION:
        return add_ctype(t, m, (struct ctype){.kind = CTYPE_UNION, .name = tagged_name(t, "union", name)});
    case TAG_ENUMERATION:
        return add_ctype(t, m, (struct ctype){.kind = CTYPE_ENUM, .name = tagged_name(t, "enum", name)});
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
static uint32_t type_index(struct translator *t, LLVMMetadataRef m)
{
    uint64_t found;
    m = plain_type(t, m);
    if (!m) return 0;
    if (map_get(&t->ctypes, (uint64_t)(uintptr_t)m, &found)) return (uint32_t)found;
    uint32_t index = make_type(t, m);
    if (index) VECTOR_PUSH(&t->incomplete, (struct incomplete_type){m, index});
    return index;
}

static void complete_type(struct translator *t, LLVMMetadataRef m, uint32_t index)
{
    struct node node = read_node(t, m);
    switch (LLVMGetDINodeTag(m)) {
    case TAG_STRUCT:
    case TAG_UNION:
        read_members(t, m, index);
        break;
    case TAG_ENUMERATION:
        read_enumerators(t, m, index);
        break;
    case TAG_ARRAY:
        read_array(t, m, index, node_child(&node, 3));
        break;
    case TAG_POINTER: {
        uint32_t element = type_index(t, node_child(&node, 3));
        t->program->ctypes.data[index].element = element;
        break;
    }
    default:
        break;
    }
}

uint32_t debug_type(struct translator *t, LLVMMetadataRef m)
{
    uint32_t index = type_index(t, m);
    while (t->incomplete.count) {
        struct incomplete_type next = VECTOR_POP(&t->incomplete);
        complete_type(t, next.type, next.index);
    }
    return index;
}

/* --- variables and functions --- */

static uint32_t add_variable(struct translator *t, LLVMMetadataRef m, uint32_t function)
{
    struct node node = read_node(t, m);
    LLVMMetadataRef file = LLVMDIVariableGetFile(m);
    struct variable v = {.name = node_text(t, &node, 1),
                         .ctype = debug_type(t, node_child(&node, 3)),
                         .function = function,
                         .place = {file_index(t, file), LLVMDIVariableGetLine(m), 0}};
    if (t->complex_integers && t->overflow_sites)
        translator_fail(t, FAILURE_UNSUPPORTED, "overflow of _Complex integers, %s:%u",
                        t->program->files.data[v.place.file], v.place.line);
    VECTOR_PUSH(&t->program->variables, v);
    return (uint32_t)t->program->variables.count - 1;
}

/* llvm.dbg.declare(address, variable, expression) names the ALLOCA (and the parameter stored into it first).
 */
void debug_declare(struct translator *t, LLVMValueRef call)
{
    LLVMValueRef address = NULL;
    LLVMValueRef wrapped = LLVMGetOperand(call, 0), described = LLVMGetOperand(call, 1);
    if (!LLVMIsAMDNode(described)) return;
    if (LLVMGetMDNodeNumOperands(wrapped) == 1) LLVMGetMDNodeOperands(wrapped, &address);
    if (!address || LLVMIsConstant(address) || shape_of(t, LLVMTypeOf(address))->count != 1) return;
    struct value v = value_of(t, address);
    if (value_is_constant(v)) return;
    struct instruction *i = &t->function->instructions.data[v.id];
    if ((i->op != OP_ALLOCA && i->op != OP_PARAM) || i->variable != UINT32_MAX) return;
    uint32_t variable = add_variable(t, LLVMValueAsMetadata(described), t->function_index);
    i->variable = variable;
    uint64_t param;
    if (map_get(&t->parameter_of, (uint64_t)t->function_index << 32 | v.id, &param))
        t->function->instructions.data[param].variable = variable;
}

void debug_function(struct translator *t, LLVMValueRef v, struct function *f)
{
    LLVMMetadataRef m = LLVMGetSubprogram(v);
    if (!m) return;
    struct node node = read_node(t, m);
    const char *name = node_text(t, &node, 2);
    if (*name && f->internal) f->name = name;
    uint32_t file = file_index(t, LLVMDIScopeGetFile(m));
    f->unit = t->program->files.data[file];
    f->place = (struct place){file, LLVMDISubprogramGetLine(m), 0};
    LLVMMetadataRef type = node_child(&node, 4);
    struct node signature = read_node(t, type);
    LLVMMetadataRef list = node_child(&signature, 3);
    struct node types = read_node(t, list);
    f->ctype_result = debug_type(t, node_child(&types, 0));
}

void debug_global(struct translator *t, LLVMValueRef v, struct global *g)
{
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(v, &count);
    unsigned kind = LLVMGetMDKindIDInContext(t->context, "dbg", 3);
    for (unsigned i = 0; i < count; i++) {
        if (LLVMValueMetadataEntriesGetKind(entries, i) != kind) continue;
        LLVMMetadataRef m =
            LLVMDIGlobalVariableExpressionGetVariable(LLVMValueMetadataEntriesGetMetadata(entries, i));
        if (!m) continue;
        uint32_t index = add_variable(t, m, UINT32_MAX);
        const struct variable *variable = &t->program->variables.data[index];
        g->variable = index;
        if (*variable->name && g->internal) g->name = variable->name;
        g->unit = t->program->files.data[variable->place.file];
        break;
    }
    LLVMDisposeValueMetadataEntries(entries);
}
