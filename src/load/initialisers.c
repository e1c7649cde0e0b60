#include "load/initialisers.h"

#include "base/text.h"
#include "load/ir/reader.h"
#include "load/ir/store.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 wide;

/* What an expression is, as far as it is known. */
struct number {
    bool known;
    wide value;
};
static const struct number unknown = {false, 0};

struct looking {
    bool long_is_int;
    bool bad;             /* something goes wrong, or might */
    const char *variable; /* around what is looked at; "" */
    char found[64];       /* the one in which it goes wrong */
};
static const char prefix[] = "__const.";

/* --- the tree --- */

static const char *word(const json_t *node, const char *key)
{
    const char *text = json_string_value(json_object_get(node, key));
    return text ? text : "";
}

static bool is(const json_t *node, const char *key, const char *text)
{
    return text_same(word(node, key), text);
}

static const json_t *child(const json_t *node, size_t at)
{
    return json_array_get(json_object_get(node, "inner"), at);
}

static size_t child_count(const json_t *node)
{
    return json_array_size(json_object_get(node, "inner"));
}

/* --- types --- */

struct integer {
    unsigned width; /* 0: not an integer, or not known */
    bool is_signed;
};

static struct integer type_of(const struct looking *l, const json_t *node)
{
    static const struct {
        const char *name;
        struct integer type;
    } types[] = {{"char", {8, true}},
                 {"signed char", {8, true}},
                 {"unsigned char", {8, false}},
                 {"short", {16, true}},
                 {"unsigned short", {16, false}},
                 {"int", {32, true}},
                 {"unsigned int", {32, false}},
                 {"long long", {64, true}},
                 {"unsigned long long", {64, false}},
                 {"_Bool", {1, false}}};
    const json_t *type = json_object_get(node, "type");
    const char *name = word(type, "desugaredQualType");
    if (!*name)
        name = word(type, "qualType");
    name += text_starts(name, "const ") ? strlen("const ") : 0;
    unsigned of_long = l->long_is_int ? 32 : 64;
    if (text_same(name, "long"))
        return (struct integer){of_long, true};
    if (text_same(name, "unsigned long"))
        return (struct integer){of_long, false};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (text_same(name, types[i].name))
            return types[i].type;
    return (struct integer){0, false};
}

static wide least_of(struct integer t)
{
    return t.is_signed ? -((wide)1 << (t.width - 1)) : 0;
}

static wide most_of(struct integer t)
{
    return ((wide)1 << (t.width - t.is_signed)) - 1;
}

/* A result: signed ones must fit, others wrap around. */
static struct number result(struct looking *l, struct integer t, wide value)
{
    if (!t.width)
        return unknown;
    bool fits = value >= least_of(t) && value <= most_of(t);
    if (!fits && t.is_signed)
        l->bad = true;
    if (fits)
        return (struct number){true, value};
    return t.is_signed ? unknown : (struct number){true, value & most_of(t)};
}

/* --- expressions --- */

static struct number evaluate(struct looking *, const json_t *);

static struct number literal(const json_t *node)
{
    const json_t *value = json_object_get(node, "value");
    if (json_is_integer(value))
        return (struct number){true, json_integer_value(value)};
    const char *text = json_string_value(value);
    if (!text || !*text)
        return unknown;
    char *end;
    wide magnitude = strtoull(text + (*text == '-'), &end, 10);
    return (struct number){!*end, *text == '-' ? -magnitude : magnitude};
}

/* A floating constant with a sign, in parentheses, converted to another floating type. */
static bool float_literal(const json_t *node, double *out)
{
    if (is(node, "kind", "FloatingLiteral")) {
        *out = strtod(word(node, "value"), NULL);
        return true;
    }
    bool minus = is(node, "kind", "UnaryOperator") && is(node, "opcode", "-");
    bool through =
        minus || is(node, "kind", "ParenExpr") || is(node, "castKind", "FloatingCast");
    if (!through || !float_literal(child(node, 0), out))
        return false;
    *out = minus ? -*out : *out;
    if (is(json_object_get(node, "type"), "qualType", "float"))
        *out = (float)*out; /* a conversion may round it upwards */
    return true;
}

static struct number converted_float(struct looking *l, const json_t *node)
{
    double value;
    struct integer t = type_of(l, node);
    if (!t.width || !float_literal(child(node, 0), &value)) {
        l->bad = true;
        return unknown;
    }
    if (!(value > (double)least_of(t) - 1 && value < (double)most_of(t) + 1)) {
        l->bad = true;
        return unknown;
    }
    return (struct number){true, (wide)value};
}

static struct number cast(struct looking *l, const json_t *node)
{
    if (is(node, "castKind", "FloatingToIntegral"))
        return converted_float(l, node);
    struct number x = evaluate(l, child(node, 0));
    struct integer t = type_of(l, node);
    if (!x.known || !t.width)
        return unknown;
    if (is(node, "castKind", "NoOp"))
        return x;
    if (is(node, "castKind", "IntegralToBoolean"))
        return (struct number){true, x.value != 0};
    if (!is(node, "castKind", "IntegralCast"))
        return unknown;
    wide bits = x.value & (((wide)1 << t.width) - 1);
    bool negative = t.is_signed && bits > most_of(t);
    return (struct number){true, negative ? bits - ((wide)1 << t.width) : bits};
}

static struct number divided(struct looking *l, struct integer t, bool remainder,
                             struct number x, struct number y)
{
    bool least = t.is_signed && (!x.known || x.value == least_of(t));
    if (!t.width || !y.known || !y.value || (y.value == -1 && least)) {
        l->bad |= t.width != 0 || !y.known || !y.value;
        return unknown;
    }
    if (!x.known)
        return unknown;
    return (struct number){true, remainder ? x.value % y.value : x.value / y.value};
}

static struct number shifted(struct looking *l, struct integer t, bool left, struct number x,
                             struct number y)
{
    if (!t.width || !y.known)
        return unknown;
    if (y.value < 0 || y.value >= t.width) {
        l->bad = true;
        return unknown;
    }
    if (!x.known)
        return unknown;
    if (!left)
        return (struct number){true, x.value >> y.value};
    if (x.value < 0)
        l->bad = true;
    return x.value < 0 ? unknown : result(l, t, x.value << y.value);
}

static bool compared(const char *op, wide x, wide y, wide *out)
{
    static const char *const ops[] = {"<", ">", "<=", ">=", "==", "!=", "&", "|", "^"};
    wide values[] = {x<y, x> y, x <= y, x >= y, x == y, x != y, x & y, x | y, x ^ y};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (text_same(op, ops[i])) {
            *out = values[i];
            return true;
        }
    return false;
}

/* The second operand of && and || is not always computed. */
static struct number junction(struct looking *l, const json_t *node, bool all)
{
    struct number x = evaluate(l, child(node, 0));
    if (x.known && (x.value != 0) != all)
        return (struct number){true, !all};
    struct number y = evaluate(l, child(node, 1));
    return x.known && y.known ? (struct number){true, y.value != 0} : unknown;
}

static struct number binary(struct looking *l, const json_t *node)
{
    const char *op = word(node, "opcode");
    if (text_same(op, "&&") || text_same(op, "||"))
        return junction(l, node, text_same(op, "&&"));
    struct number x = evaluate(l, child(node, 0)), y = evaluate(l, child(node, 1));
    struct integer t = type_of(l, node);
    if (text_same(op, "/") || text_same(op, "%"))
        return t.width ? divided(l, t, text_same(op, "%"), x, y) : unknown;
    if (text_same(op, "<<") || text_same(op, ">>"))
        return shifted(l, t, text_same(op, "<<"), x, y);
    if (text_same(op, ","))
        return y;
    wide value;
    if (!x.known || !y.known || !t.width)
        return unknown;
    if (text_same(op, "+"))
        return result(l, t, x.value + y.value);
    if (text_same(op, "-"))
        return result(l, t, x.value - y.value);
    if (text_same(op, "*") && t.width == 64 && !t.is_signed)
        return unknown; /* it wraps around, and is too wide for us */
    if (text_same(op, "*"))
        return result(l, t, x.value * y.value);
    return compared(op, x.value, y.value, &value) ? (struct number){true, value} : unknown;
}

static struct number unary(struct looking *l, const json_t *node)
{
    struct number x = evaluate(l, child(node, 0));
    struct integer t = type_of(l, node);
    if (!x.known || !t.width)
        return unknown;
    if (is(node, "opcode", "-"))
        return result(l, t, -x.value);
    if (is(node, "opcode", "+"))
        return x;
    if (is(node, "opcode", "!"))
        return (struct number){true, !x.value};
    if (is(node, "opcode", "~"))
        return result(l, t, t.is_signed ? ~x.value : most_of(t) - x.value);
    return unknown;
}

/* Only what is chosen is computed; where that is not known, both may be. */
static struct number conditional(struct looking *l, const json_t *node)
{
    struct number c = evaluate(l, child(node, 0));
    if (c.known)
        return evaluate(l, child(node, c.value ? 1 : 2));
    evaluate(l, child(node, 1));
    evaluate(l, child(node, 2));
    return unknown;
}

static void evaluate_list(struct looking *l, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        evaluate(l, json_array_get(list, i));
}

/* A float that becomes a member must fit into a bit-field, too; how wide members are is not
 * seen here. */
static void look_at_members(struct looking *l, const json_t *node)
{
    const char *type = word(json_object_get(node, "type"), "qualType");
    if (strchr(type, '['))
        return;
    for (size_t i = 0; i < child_count(node); i++) {
        const json_t *member = child(node, i);
        if (!is(member, "kind", "ImplicitCastExpr") ||
            !is(member, "castKind", "FloatingToIntegral"))
            continue;
        struct number x = evaluate(l, member);
        l->bad |= !x.known || x.value != 0;
    }
}

static struct number evaluate(struct looking *l, const json_t *node)
{
    const char *kind = word(node, "kind");
    if (text_same(kind, "IntegerLiteral") || text_same(kind, "CharacterLiteral"))
        return literal(node);
    if (text_same(kind, "ConstantExpr") && json_object_get(node, "value"))
        return literal(node);
    if (text_same(kind, "ParenExpr") || text_same(kind, "ConstantExpr"))
        return evaluate(l, child(node, 0));
    if (text_same(kind, "ImplicitCastExpr") || text_same(kind, "CStyleCastExpr"))
        return cast(l, node);
    if (text_same(kind, "BinaryOperator"))
        return binary(l, node);
    if (text_same(kind, "UnaryOperator"))
        return unary(l, node);
    if (text_same(kind, "ConditionalOperator"))
        return conditional(l, node);
    if (text_same(kind, "UnaryExprOrTypeTraitExpr"))
        return unknown; /* nothing in it is computed */
    if (text_same(kind, "InitListExpr"))
        look_at_members(l, node);
    evaluate_list(l, json_object_get(node, "inner"));
    evaluate_list(l, json_object_get(node, "array_filler"));
    return unknown;
}

/* --- where they are --- */

/* Variables are read and functions called by code, which has its checks; what constant
 * variables hold clang may know. */
static bool is_constant(const json_t *);

static bool are_constant(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!is_constant(json_array_get(list, i)))
            return false;
    return true;
}

static bool is_constant(const json_t *node)
{
    bool reads = is(node, "castKind", "LValueToRValue");
    const json_t *type = json_object_get(child(node, 0), "type");
    if ((reads && !strstr(word(type, "qualType"), "const")) || is(node, "kind", "CallExpr"))
        return false;
    return are_constant(json_object_get(node, "inner")) &&
           are_constant(json_object_get(node, "array_filler"));
}

static void look(struct looking *l, const json_t *node, bool local)
{
    bool variable = is(node, "kind", "VarDecl");
    if (l->bad || (variable && is(node, "storageClass", "static")))
        return;
    const char *around = l->variable;
    if (variable && local)
        l->variable = word(node, "name");
    if (local && is(node, "kind", "InitListExpr") && is_constant(node)) {
        evaluate(l, node);
    } else {
        for (size_t i = 0; i < child_count(node); i++)
            look(l, child(node, i), local || is(node, "kind", "FunctionDecl"));
    }
    if (!l->bad)
        l->variable = around;
}

/* The trees of one output: each begins with a brace, after a line that says whose it is. */
static bool look_at_trees(struct looking *l, const char *text)
{
    for (const char *at = strchr(text, '{'); at && !l->bad; at = strchr(at, '{')) {
        json_error_t end;
        json_t *root = json_loads(at, JSON_DISABLE_EOF_CHECK, &end);
        if (!root)
            return false;
        look(l, root, false);
        if (l->bad)
            snprintf(l->found, sizeof l->found, "%s", l->variable);
        json_decref(root);
        at += end.position;
    }
    return true;
}

/* --- which functions have some --- */

static void add_function(struct initialisers *list, const char *name)
{
    const char *start = name + strlen(prefix), *dot = strchr(start, '.');
    size_t length = dot ? (size_t)(dot - start) : strlen(start);
    for (size_t i = 0; i < list->count; i++)
        if (strlen(list->functions[i]) == length &&
            !strncmp(list->functions[i], start, length))
            return;
    if (list->count == INITIALISERS_FUNCTIONS || length >= sizeof list->functions[0]) {
        list->everywhere = true;
        return;
    }
    memcpy(list->functions[list->count++], start, length);
}

void initialisers_list(const struct ir_store *store, struct initialisers *out)
{
    *out = (struct initialisers){0};
    for (size_t i = 0; i < store->globals.count; i++) {
        const struct ir_symbol *symbol = &store->globals.data[i]->symbol;
        if (!symbol->name || !symbol->module || symbol->module->role != IR_UNIT)
            continue;
        if (text_starts(symbol->name, prefix))
            add_function(out, symbol->name);
        out->everywhere |= text_starts(symbol->name, "constinit");
    }
}

bool initialisers_overflow(const char *trees, bool long_is_int, char *out, size_t room)
{
    struct looking l = {.long_is_int = long_is_int, .variable = ""};
    bool read = look_at_trees(&l, trees);
    snprintf(out, room, "%s", l.found);
    return !read || l.bad;
}
