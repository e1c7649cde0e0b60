/* The document as YAML: block style, with strings in JSON's double quotes, which YAML reads
 * the same. */
#include "diff/report/report.h"

#include "base/text.h"

#include <jansson.h>
#include <stdlib.h>

static void put_value(struct text *t, json_t *value, int depth);

static void put_line(struct text *t, int depth)
{
    text_add(t, "\n%*s", depth * 2, "");
}

static void put_list(struct text *t, json_t *list, int depth)
{
    size_t i;
    json_t *item;
    if (!json_array_size(list))
        text_put(t, " []");
    json_array_foreach(list, i, item)
    {
        put_line(t, depth);
        text_put(t, "-");
        put_value(t, item, depth + 1);
    }
}

static void put_object(struct text *t, json_t *object, int depth)
{
    const char *name;
    json_t *value;
    if (!json_object_size(object))
        text_put(t, " {}");
    json_object_foreach(object, name, value)
    {
        put_line(t, depth);
        text_add(t, "%s:", name);
        put_value(t, value, depth + 1);
    }
}

static void put_value(struct text *t, json_t *value, int depth)
{
    if (json_is_array(value))
        put_list(t, value, depth);
    else if (json_is_object(value))
        put_object(t, value, depth);
    else {
        char *scalar = json_dumps(value, JSON_ENCODE_ANY);
        text_add(t, " %s", scalar ? scalar : "null");
        free(scalar);
    }
}

bool report_write_yaml(struct json_t *document, const char *path, struct failure *f)
{
    struct text t = {0};
    text_put(&t, "---");
    put_object(&t, document, 0);
    text_put(&t, "\n");
    bool good = text_write_file(path, text_of(&t), t.count, f);
    text_release(&t);
    return good;
}
