/* Debug nodes: numbered when one is first mentioned, filled when it is asked for. */
#include "load/llvm/internal.h"

#include "load/llvm/extra.h"

#include <llvm-c/DebugInfo.h>

enum { TAG_SUBROUTINE_TYPE = 0x15 };

/* 1 + its number; 0 for null. */
static uint32_t refer(struct llvm_module *m, LLVMMetadataRef node)
{
    if (!node)
        return 0;
    uint64_t known = map_or(&m->node_number, (uintptr_t)node, 0);
    if (known)
        return (uint32_t)known;
    VECTOR_PUSH(&m->node_list, node);
    VECTOR_PUSH(&m->nodes, NULL);
    map_set(&m->node_number, (uintptr_t)node, m->nodes.count);
    return (uint32_t)m->nodes.count;
}

static const char *copy(struct llvm_module *m, const char *text, size_t size)
{
    return size ? arena_text_range(&m->ir.store->arena, text, size) : "";
}

static const char *name_of(struct llvm_module *m, LLVMMetadataRef node)
{
    size_t size;
    const char *name = extra_name(node, &size);
    return copy(m, name, size);
}

static const char *file_name(struct llvm_module *m, LLVMMetadataRef node)
{
    unsigned size;
    const char *name = LLVMDIFileGetFilename(node, &size);
    return copy(m, name, size);
}

static void fill_basic(struct llvm_module *m, LLVMMetadataRef node, struct ir_node *n)
{
    size_t size;
    const char *name = LLVMDITypeGetName(node, &size);
    n->kind = IR_NODE_TYPE;
    n->tag = LLVMGetDINodeTag(node);
    n->name = copy(m, name, size);
    n->size_bits = LLVMDITypeGetSizeInBits(node);
    n->encoding = extra_encoding(node);
}

static void fill_composed(struct llvm_module *m, LLVMMetadataRef node, struct ir_node *n)
{
    fill_basic(m, node, n);
    n->file = refer(m, LLVMDIScopeGetFile(node));
    n->line = LLVMDITypeGetLine(node);
    n->offset_bits = LLVMDITypeGetOffsetInBits(node);
    n->type = refer(m, extra_type(node));
    n->elements = refer(m, extra_elements(node));
}

static void fill_scope(struct llvm_module *m, LLVMMetadataRef node, struct ir_node *n)
{
    n->kind = IR_NODE_SCOPE;
    n->name = name_of(m, node);
    n->file = refer(m, LLVMDIScopeGetFile(node));
    n->type = refer(m, extra_type(node));
    n->parent = refer(m, extra_parent(node));
    n->line = extra_block_line(node);
}

static void fill_variable(struct llvm_module *m, LLVMMetadataRef node, struct ir_node *n)
{
    n->kind = IR_NODE_VARIABLE;
    n->name = name_of(m, node);
    n->file = refer(m, LLVMDIVariableGetFile(node));
    n->line = LLVMDIVariableGetLine(node);
    n->type = refer(m, extra_type(node));
    n->value = extra_argument(node);
}

static void fill_tuple(struct llvm_module *m, LLVMMetadataRef node, struct ir_node *n)
{
    n->kind = IR_NODE_TUPLE;
    n->count = extra_tuple_size(node);
    uint32_t *items = ARENA_ARRAY(&m->ir.store->arena, uint32_t, n->count);
    for (uint32_t i = 0; i < n->count; i++)
        items[i] = refer(m, extra_tuple_item(node, i));
    n->items = items;
}

static void fill(struct llvm_module *m, LLVMMetadataRef node, struct ir_node *n)
{
    switch (LLVMGetMetadataKind(node)) {
    case LLVMDIBasicTypeMetadataKind:
        fill_basic(m, node, n);
        break;
    case LLVMDIDerivedTypeMetadataKind:
    case LLVMDICompositeTypeMetadataKind:
        fill_composed(m, node, n);
        break;
    case LLVMDISubroutineTypeMetadataKind:
        n->kind = IR_NODE_TYPE;
        n->tag = TAG_SUBROUTINE_TYPE;
        n->elements = refer(m, extra_elements(node));
        break;
    case LLVMDIFileMetadataKind:
        n->kind = IR_NODE_FILE;
        n->name = file_name(m, node);
        break;
    case LLVMDISubprogramMetadataKind:
        fill_scope(m, node, n);
        n->line = LLVMDISubprogramGetLine(node);
        break;
    case LLVMDICompileUnitMetadataKind:
    case LLVMDILexicalBlockMetadataKind:
    case LLVMDILexicalBlockFileMetadataKind:
        fill_scope(m, node, n);
        break;
    case LLVMDILocalVariableMetadataKind:
        fill_variable(m, node, n);
        n->parent = refer(m, LLVMDIVariableGetScope(node));
        break;
    case LLVMDIGlobalVariableMetadataKind:
        fill_variable(m, node, n);
        break;
    case LLVMDIEnumeratorMetadataKind:
        n->kind = IR_NODE_ENUMERATOR;
        n->name = name_of(m, node);
        n->value = extra_enumerator(node);
        break;
    case LLVMDISubrangeMetadataKind:
        n->kind = IR_NODE_SUBRANGE;
        n->value = extra_count(node);
        break;
    case LLVMMDTupleMetadataKind:
        fill_tuple(m, node, n);
        break;
    default:
        n->kind = IR_NODE_OTHER;
    }
}

static const struct ir_node *node_at(struct llvm_module *m, uint32_t number)
{
    struct ir_node *n = m->nodes.data[number];
    if (n)
        return n;
    n = ARENA_NEW(&m->ir.store->arena, struct ir_node);
    n->name = "";
    n->module = &m->ir;
    m->nodes.data[number] = n;
    fill(m, m->node_list.data[number], n);
    return n;
}

const struct ir_node *llvm_node(struct llvm_module *m, LLVMMetadataRef node)
{
    return node ? node_at(m, refer(m, node) - 1) : NULL;
}

const struct ir_node *llvm_child(const struct ir_node *from, uint32_t number)
{
    struct llvm_module *m = llvm_module(from->module);
    return number < m->nodes.count ? node_at(m, number) : NULL;
}
