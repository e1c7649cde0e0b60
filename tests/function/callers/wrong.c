/* The wrong twins of the functions of right.c: each is one change away and wrong whatever callers do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned sum(const unsigned char *bytes, size_t n)
{
    unsigned s = 0;
    for (size_t i = 0; i <= n; i++) s += bytes[i];
    return s;
}

size_t length(const char *s)
{
    const char *p = s;
    do p++; while (*p);
    return (size_t)(p - s);
}

struct buffer {
    char *data;
    size_t length, capacity;
};

int push(struct buffer *b, char c)
{
    if (b->length > b->capacity) return 0;
    b->data[b->length++] = c;
    return 1;
}

int last(const int *a, int n)
{
    return a[n - 1] ^ a[n];
}

int get(const int *a, int i)
{
    int local[2] = {0, 0};
    return a[i] + local[2 + (i & 1)];
}

int average(int a, int b)
{
    int most = 2147483647;
    return a > 5 ? most + 1 : b;
}

int quotient(int a, int b)
{
    return a % (b - b);
}

struct node {
    struct node *next;
    int value;
};

unsigned count(const struct node *list)
{
    unsigned n = 0;
    for (; list; list = list->next->next) n++;
    return n;
}

unsigned between(const unsigned char *p, const unsigned char *end)
{
    unsigned s = 0;
    while (p <= end) s += *p++;
    return s;
}

void double_up(unsigned char *out, const unsigned char *in, size_t n)
{
    size_t k = 0;
    for (size_t i = 0; i <= n; i++) {
        out[k++] = in[i];
        out[k++] = in[i];
    }
}

struct digest {
    unsigned char block[64];
    unsigned used;
};

void feed(struct digest *d, unsigned char c)
{
    d->block[d->used] = c;
    if (++d->used == 64) d->block[d->used + 4] = 0;
}

typedef struct {
    int (*call)(int, void *);
    void *data;
} hook;

int run_hook(const hook *h, int n)
{
    int one = 0;
    return h->call(n, (&one)[1 + (n & 1)] ? h->data : h->data);
}

static int (*compare)(int, int);
static int less(int a, int b)
{
    return a < b;
}
static int (*compare)(int, int) = less;

int through_global(int a, int b)
{
    int *none = 0;
    return compare(a, b) ? *none : 0;
}

void set(int *out)
{
    int one;
    if (out) (&one)[1] = 1;
}

int table_of(int month)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month + 12];
}

int eighth(int a[static 8])
{
    return a[8];
}

__attribute__((nonnull)) int checked_for_nothing(const int *p)
{
    if (!p) return 0;
    return p[0] / (p[0] - p[0]);
}

static int pair_of(const unsigned char *s)
{
    int both = s[0] << 8 | s[1];
    while (*s) s++;
    return both / (both - both);
}

struct grown {
    size_t capacity, length;
    char data[];
};

int append(struct grown *g, char c)
{
    if (g->length > g->capacity) return 0;
    g->data[g->length++] = c;
    return 1;
}

unsigned kind_of(const char *s)
{
    int one = 0;
    return (s[-1] & 7u) + (&one)[1 + (s[0] & 1)];
}

unsigned rotate(unsigned x, int by)
{
    return x << by | x >> (32 + by);
}

struct option {
    int kind, value;
};

int count_options(const struct option *o)
{
    int n = 2147483647;
    for (; o->kind; o++)
        if (o->value) n++;
    return n;
}

struct reader {
    const char *at;
    size_t left;
};

int read_one(void *state)
{
    struct reader *r = state;
    int last[1] = {0};
    if (!r->left) return -1;
    r->left--;
    return last[1 + (*r->at++ & 1)];
}

struct text_at {
    const char *content;
    size_t length, offset;
};

int current(const struct text_at *t)
{
    char own[2] = {0, 0};
    return own[2 + (t->content[t->offset] & 1)];
}

size_t read_block(char *to, size_t n, FILE *from)
{
    char own[2];
    (void)to;
    return fread(own, 1, 2 + n % 2 * 4, from);
}

int call_pair_of(const char *s)
{
    return *s ? pair_of((const unsigned char *)s) : 0;
}

int tested(const int *p)
{
    if (!p) return *p;
    return 0;
}

int kept_below(int i)
{
    static int table[10];
    if (i < 0 || i > 10) return 0;
    return table[i];
}

int below_length(const int *a, unsigned n, unsigned i)
{
    if (i > n) return 0;
    return a[i];
}

int find(const char *text, long length, const char *word, int size)
{
    char own[1] = {0};
    for (long j = 0; j <= length - size; j++)
        if (!memcmp(text + j, word, (size_t)size)) return own[1 + (j & 1)];
    return 0;
}

struct growing {
    size_t size;
    char *text;
};

int add_word(struct growing *g, const char *word)
{
    size_t old = strlen(g->text), more = strlen(word);
    if (more > g->size - old) return 0;
    memcpy(g->text + old, word, more + 1);
    return 1;
}

struct token {
    unsigned char kind;
    short value;
};

const char *kind_name(const struct token *tokens, int i)
{
    static const char *const names[3] = {"end", "word", "number"};
    for (; i > 0; i--)
        tokens++;
    return names[3 + (tokens->kind & 1)];
}

struct window {
    short filled;
    unsigned char bits;
};

int window_size(const struct window *w)
{
    int large = 1 << 30;
    return large * (2 + (w->bits & 1));
}

void words_from(unsigned *out, const unsigned char *from, unsigned long n)
{
    for (unsigned long i = 0; i <= n; i++)
        out[i] = from[4 * i] | from[4 * i + 1] * 256u | from[4 * i + 3] * 65536u;
}

char *ended(unsigned long n)
{
    char *made = malloc(n + 1);
    if (!made) return 0;
    made[n + 1] = 0;
    return made;
}

int last_tested(const int *a, int n)
{
    if (n < 0) return 0;
    return a[n - 1];
}

int last_when(const int *a, int n)
{
    if (n >= 0) return a[n - 1];
    return 0;
}

struct stack {
    int *cells;
    int depth;
};

int top(const struct stack *s)
{
    if (s->depth <= -1) return -1;
    return s->cells[s->depth - 1];
}

int largest(const int *a, int n)
{
    if (0 > n) return 0;
    int most = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > most) most = a[i];
    return most;
}

int before(const int *a, int n, int i)
{
    if (i < 0 || i - 1 >= n) return 0;
    return a[i];
}

int share(int sum, int parts)
{
    if (parts < 0) return 0;
    return sum % parts;
}

int month(int i)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (i < -1) return 0;
    return days[i];
}

struct items {
    void **data;
    unsigned length;
};
int find_item(struct items *l, int (*same)(void *, void *), void *item)
{
    for (unsigned i = 0; i <= l->length; i++)
        if (same(l->data[i], item)) return (int)i;
    return -1;
}
struct maker {
    void *(*allocate)(size_t);
    void (*freeing)(void *);
};
struct pair {
    long first, second;
};
struct pair *new_pair(const struct maker *m, long first, long second)
{
    struct pair *p = m->allocate(sizeof p);
    if (!p) return NULL;
    p->first = first;
    p->second = second;
    return p;
}
long drop_pair(const struct maker *m, struct pair *p)
{
    m->freeing(p);
    return p->second;
}
struct cells {
    long *cell;
    size_t used, capacity;
};
int extend(struct cells *c, size_t used)
{
    if (used > c->capacity) return 0;
    for (size_t i = c->used; i <= used; i++) c->cell[i] = 0;
    c->used = used;
    return 1;
}
static const short first_day[13] = {0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
static int day_in_year(unsigned month)
{
    return first_day[month];
}
int days_after(long seconds)
{
    if (seconds < 0 || seconds > 14l * 1073741824) return 0;
    return day_in_year((unsigned)(seconds / 1073741824));
}
void append_text(char *to, const char *from)
{
    while (*to) to++;
    while ((*to++ = *from++)) {}
    *to = 0;
}
struct linked {
    struct linked *next;
    void *data;
};
int has_item(struct linked *list, int (*same)(void *, void *), void *item)
{
    for (; list; list = list->next)
        if (same(list->next->data, item)) return 1;
    return 0;
}
void *moved(const void *from, size_t used, size_t room)
{
    if (used > room + 1) return NULL;
    char *to = malloc(room);
    if (to) memcpy(to, from, used);
    return to;
}
char last_of(const char *s)
{
    size_t n = strlen(s);
    while (s[n - 1] == ' ') n--;
    return s[n - 1];
}
unsigned length_within(const char *s, size_t most)
{
    const char *p = s;
    while (*p && most--) p++;
    return (unsigned char)p[1];
}
static int level, cells[10];
void take_cells(void)
{
    level = 0;
}
void put_cell(int v)
{
    if (level > 10) return;
    cells[level++] = v;
}
struct ring {
    unsigned char *memory, *head, *tail;
    size_t size;
};
void put_in_ring(struct ring *r, unsigned char c)
{
    if (r->head == r->memory + r->size + 1) r->head = r->memory;
    if (r->size) *r->head++ = c;
}
struct pool {
    struct linked *spare;
};
void *take(struct pool *p, int fresh)
{
    if (fresh) return p->spare ? p->spare->data : NULL;
    return p->spare->next->data;
}
struct drawer {
    int content;
};
struct drawer *open_drawer(int number);
int elsewhere(int);
int content_of(int number)
{
    struct drawer *d = open_drawer(number);
    return d[1].content;
}
struct line_reader {
    unsigned at;
};
int line_begin(struct line_reader *r, const char *text, size_t size)
{
    int start = (int)r->at;
    for (r->at++; r->at <= size; r->at++)
        if (text[r->at] == '\n') return start + 1;
    return 0;
}
struct checksum {
    unsigned long long total;
    unsigned used;
    unsigned state[4];
    unsigned char block[64];
};
static void mix(struct checksum *d, const unsigned char *from)
{
    for (unsigned i = 0; i < 4; i++) d->state[i] = d->state[i] * 31 + from[i];
}
void checksum_add(struct checksum *d, const unsigned char *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        d->block[d->used++] = from[i];
        if (d->used == 70) {
            mix(d, d->block);
            d->total += 64;
            d->used = 0;
        }
    }
}
struct filled {
    unsigned fill;
    unsigned char cell[48];
};
void fill_up(struct filled *f, const unsigned char *from, size_t n)
{
    size_t left = 48 - f->fill;
    if (n > left + 8) return;
    memcpy(f->cell + f->fill, from, n);
    f->fill += (unsigned)n;
}
static int turn, ring_of[4];
int ring_step(void)
{
    ring_of[turn] = 1;
    turn = (turn + 1) % 5;
    return turn;
}
struct leaf {
    int value;
};
struct branch {
    struct leaf *leaf;
};
struct trunk {
    struct branch *branch;
};
struct root {
    struct trunk *trunk;
};
struct ground {
    struct root *root;
};
int deep_value(const struct ground *g)
{
    static const int cells[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    return cells[g->root->trunk->branch->leaf->value & 15];
}
int bits_of(const struct leaf *);
int bytes_of(const struct leaf *l)
{
    return (bits_of(l) + 7) / bits_of(l);
}
static int digit_of(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c - 'a' + 10;
}
static int hex_pair(const char *s)
{
    return (digit_of(s[0]) << 4) | digit_of(s[9]);
}
int hex_color(const char *s)
{
    return s[0] == '#' && s[1] && s[2] ? hex_pair(s + 1) : 0;
}
int month_masked(unsigned i)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[i & 15];
}
int month_rest(unsigned i)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[i % 13];
}
struct source {
    int (*read)(struct source *, void *to, size_t n);
};
int take_two(struct source *s)
{
    unsigned char two[2] = {0, 0};
    return s->read(s, two, 3) ? two[0] : -1;
}
int look_up_next(struct source *s)
{
    static const int cells[200] = {1, 2, 3};
    unsigned char one = 0;
    return s->read(s, &one, 1) ? cells[one] : -1;
}
int days_in(int month)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month < 0) return 0;
    return month == 2 ? 28 : days[month - 1];
}
int worth(char letter)
{
    static const int points[26] = {1, 3, 3, 2, 1};
    if (letter < 'a' || letter > '{') return 0;
    return points[letter - 'a'];
}
int cell_of(unsigned row, unsigned column)
{
    static const short cells[3][5] = {{1, 2}, {3}};
    if (row > 3) return 0;
    return cells[row][column];
}
enum shade { LIGHT, MIDDLE, DARK, SHADES };
int weight_of(enum shade s)
{
    static const int weights[SHADES] = {1, 2, 4};
    if (s > SHADES) return 0;
    return weights[s];
}
int digit_at(unsigned char digit)
{
    static const int cells[10] = {63, 6, 91};
    if (digit > 10) return 0;
    return cells[digit];
}
unsigned char level_of(float part)
{
    if (!(part >= 0.0f && part <= 1.01f)) return 0;
    return (unsigned char)(part * 255.0f + 0.5f);
}
int sum_at(int a, int b)
{
    static const int cells[10] = {63, 6, 91};
    if (a < 0 || b < 0 || a > 5 || b > 5) return 0;
    return cells[a + b];
}
static int kept;
static int items[10];
int keep_item(int x)
{
    if (kept > 10) return -1;
    items[kept++] = x;
    return 0;
}
int last_square(int n)
{
    if (n < 0) return 0;
    int squares[n];
    for (int i = 0; i < n; i++) squares[i] = i % 100;
    return squares[n - 1];
}
unsigned field_mask(int high, int low)
{
    return ((1u << (high - low + 1)) - 1) << (low + 32);
}
int between_bounds(unsigned seed, int low, int high)
{
    if (low > high + 1) return 0;
    return (int)(seed % (unsigned)(high - low + 1));
}
int next_in_turn(void)
{
    static unsigned at;
    static int cells[4];
    at = (at + 1) % 5;
    return cells[at];
}
struct plate {
    struct plate *under;
    int size;
};
int plates_of(const struct plate *p)
{
    int count = 0;
    while (p && count < 4) {
        count++;
        p = p->under;
    }
    static const int names[4] = {1, 2, 3, 4};
    return names[count];
}
void spread(unsigned char *to, const unsigned char *from, unsigned n)
{
    for (unsigned i = 0; i <= n; i++)
        to[i] = from[i / 8] >> i % 8 & 1;
}
void put_digits(char *out, size_t room, unsigned value)
{
    char *at = out + room - 1;
    if (room < 2)
        return;
    *at = 0;
    while (value && at >= out) {
        *--at = (char)('0' + value % 10);
        value /= 10;
    }
}
void put_letter(char *text, size_t size, char letter)
{
    size_t have = strlen(text);
    if (have >= size)
        return;
    text[have] = letter;
    text[have + 1] = 0;
}
struct queue {
    void **items;
    size_t count, capacity;
    void (*moved)(void *item, size_t to);
};
int put_item(struct queue *q, void *item)
{
    if (q->count > q->capacity)
        return 0;
    q->items[q->count] = item;
    q->moved(item, q->count);
    q->count++;
    return 1;
}
int drop_item(struct queue *q, void *item)
{
    for (size_t i = 0; i <= q->count; i++)
        if (q->items[i] == item) {
            q->items[i] = q->items[--q->count];
            q->moved(item, i);
            return 1;
        }
    return 0;
}
struct slots {
    unsigned bits;
    unsigned *keys;
    void **values;
};
void *slot_of(const struct slots *s, unsigned key)
{
    static const unsigned char steps[4] = {1, 3, 5, 7};
    unsigned at = key >> s->bits, step = steps[key & 7];
    if (s->keys[at] != key)
        at += step;
    return s->values[at];
}
void *xmalloc(size_t);
int *counters(unsigned short n)
{
    int *c = xmalloc((n + 0ul) * sizeof *c);
    for (int i = 0; i <= n; i++)
        c[i] = 0;
    return c;
}
int byte_back(const unsigned char *start, size_t n, size_t at, unsigned char far)
{
    if (at > n)
        return -1;
    const unsigned char *p = start + at;
    p -= (unsigned)far << 6;
    return p < start ? -1 : *p;
}
struct hoop {
    struct hoop *next, *prev;
};
struct pearl {
    int key;
    struct pearl *next, *prev;
};
void hoop_drop(struct hoop *r)
{
    r->next->prev = 0;
    r->prev->next->prev->next = r->next;
    r->next = r->prev = r;
}
unsigned hoop_size(const struct hoop *r)
{
    unsigned n = 0;
    for (const struct hoop *p = r->next; p != r->next->prev->prev || n < 3; p = p->next)
        n += 1 / (p != r);
    return n;
}
void pearl_drop(struct pearl *c)
{
    if (c->prev)
        c->prev->next = c->next;
    c->next->prev = c->prev;
}
char field_of(int row, int column)
{
    static const char fields[3][4] = {{1, 2}, {3}};
    if (row < 1 || row > 4) return 0;
    return fields[row - 1][column - 1];
}
int odd_cell(int k)
{
    static const int numbers[10] = {1, 2, 3};
    if (k < 0 || k > 5) return 0;
    return numbers[2 * k + 1];
}
const char *error_text(int code)
{
    static const char *const texts[3] = {"none", "small", "large"};
    if (code < -3) return "unknown";
    return texts[-code];
}
struct corner {
    int row, column;
};
int at_corner(struct corner c)
{
    static const int numbers[8][8] = {{1}};
    return c.row < 9 && c.column < 8 ? numbers[c.row][c.column] : 0;
}
static int before_it(int k)
{
    return k - 1;
}
int computed_cell(int k)
{
    static const int numbers[8] = {1};
    return k < 0 ? 0 : numbers[before_it(k)];
}
int next_two(const unsigned char **p, const unsigned char *end)
{
    if (end - *p < 1)
        return -1;
    int value = (*p)[0] << 8 | (*p)[1];
    *p += 2;
    return value;
}
int step_of(int version, int width)
{
    int parts = version / 7 + 1;
    return width / (parts - 1);
}

const char *wording(int kind);

size_t word_length(int kind)
{
    const char *word = wording(kind);
    return word[strlen(word) + 1];
}

struct packed {
    unsigned used, room;
};

unsigned packed_sum(const struct packed *p)
{
    const unsigned char *text = (const unsigned char *)(p + 1);
    unsigned sum = 0;
    for (unsigned i = 0; i <= p->used; i++) sum += text[i];
    return sum;
}

struct pile {
    int *cells;
    int fill, storage;
};

int pile_put(struct pile *p, unsigned char further, int value)
{
    if (p->storage - further < p->fill) return 0;
    p->cells[p->fill + further] = value;
    return 1;
}

struct piece {
    const void *base;
    size_t length;
};

size_t gather(const struct piece *pieces, unsigned count, char *to, size_t room)
{
    size_t done = 0;
    for (unsigned i = 0; i < count && done < room; i++) {
        size_t n = pieces[i].length;
        memcpy(to + done, pieces[i].base, n < room - done ? n + 1 : room - done);
        done += n;
    }
    return done;
}

struct label {
    const char *text;
    int kind;
};
struct crate {
    int weight;
    struct label labels[3];
};

size_t second_label(const struct crate *c)
{
    const char *text = c->labels[1].text;
    return text[strlen(text) + 1];
}

struct basin {
    char *data;
    int fill, taken;
};

void drop_taken(struct basin *w)
{
    if (w->taken) {
        w->fill -= w->taken;
        memmove(w->data, w->data + w->taken, w->fill + 1);
        w->taken = 0;
    }
}

struct figure {
    int kind;
};
struct polygon {
    struct figure figure;
    unsigned sides;
    const char *name;
};

size_t polygon_name(const struct figure *f)
{
    const struct polygon *p = (const struct polygon *)f;
    return p->name[strlen(p->name) + 1];
}

size_t longest(const char *const *names, unsigned count)
{
    size_t most = 0;
    for (unsigned i = 0; i <= count; i++) {
        size_t n = strlen(names[i]);
        if (n > most) most = n;
    }
    return most;
}

struct rope {
    unsigned used, room;
};

int rope_add(struct rope **r, char c)
{
    if ((*r)->used > (*r)->room) {
        unsigned room = 2 * (*r)->room + 1;
        struct rope *larger;
        if (room < (*r)->room) return 0;
        larger = realloc(*r, sizeof **r + room);
        if (!larger) return 0;
        larger->room = room;
        *r = larger;
    }
    ((char *)(*r + 1))[(*r)->used++] = c;
    return 1;
}

void *shelf(int kind, unsigned bytes) __attribute__((alloc_size(2)));
const char *title(int kind) __attribute__((returns_nonnull));

void *shelf_row(unsigned n)
{
    char *row = n ? shelf(n, 1) : 0;
    for (unsigned i = 0; row && i < n; i++) row[i] = 0;
    return row;
}

char title_letter(int kind)
{
    const char *t = title(kind);
    return t[t ? 1 : 0];
}

struct tray {
    const unsigned char *at;
    int byte, storage;
};

int tray_next(struct tray *t)
{
    if (t->byte > t->storage) return -1;
    return t->at[t->byte++];
}

struct variant {
    int kind;
    union {
        const char *text;
        long number;
    } value;
    int num_uses;
};

size_t variant_length(const struct variant *v)
{
    return v->kind == 1 ? v->value.text[strlen(v->value.text) + 1] : 0;
}

struct coder {
    char last;
};
static char letter_of(char value)
{
    static const char *const letters = "abcdefgh";
    if (value > 7) return '=';
    return letters[(int)value + 2];
}

char coder_letter(const struct coder *c)
{
    return letter_of(c->last);
}

struct species {
    const char *name;
    int num_legs;
};

int species_is(const char *word, const struct species *s)
{
    return !strcmp(word, s->name + 1);
}

struct boxed {
    unsigned kind;
    struct boxed *inner;
};

int boxed_slot(unsigned long word)
{
    unsigned slots[4] = {0};
    const struct boxed *b = (const struct boxed *)(word & ~7ul);
    for (; b; b = b->inner) {
        unsigned kind = b->kind;
        if (kind <= 4) slots[kind]++;
    }
    return (int)slots[0];
}

struct operation {
    int (*run)(int);
    unsigned slot;
};
extern const struct operation operations[];

int operate(unsigned which)
{
    int marks[8] = {0};
    const struct operation *o = &operations[which & 3];
    unsigned slot = o->slot;
    if (slot <= 8) marks[slot] = o->run(1);
    return marks[0];
}

int measure_width(unsigned *width);

int width_mark(void)
{
    char line[16] = {0};
    unsigned width = 0;
    if (measure_width(&width) || width > 16) return 0;
    return line[width];
}

struct sticker {
    char text[8];
    struct sticker *above;
};
struct sticker *sticker_of(int);

int sticker_letter(int n, unsigned at)
{
    const struct sticker *l = sticker_of(n);
    return l && l->above && at < 8 ? l->above->text[at] + l->text[at + 16] : 0;
}

extern const unsigned char letter_kinds[];
int letter_kind(const char *s)
{
    char own[1] = {0};
    return letter_kinds[(unsigned char)s[0]] + own[1 + (s[0] & 1)];
}

struct hinge {
    struct {
        int *pin;
        int turns;
    } part;
};
#define pin part.pin

int hinge_pin(const struct hinge *h)
{
    int own[2] = {0};
    return own[2 + (h->pin[0] & 1)];
}

const char *colours[] = {"red", "green", 0};

int count_colours(int from)
{
    int n = 0;
    for (const char **c = colours; *c; c++) n++;
    return from & 1 ? n : colours[n + 1] != 0;
}

struct parcel {
    int weight, size;
};
int parcel_weigh(struct parcel *, int *size);
static const int parcel_prices[4] = {1, 2, 3, 4};

int parcel_price(struct parcel *p)
{
    p->size = 3;
    parcel_weigh(p, &p->size);
    return parcel_prices[p->size];
}

size_t word_start(const char *text, size_t back, size_t size)
{
    size_t n = 0;
    while (n <= back && text[-n - 1] != ' ') n++;
    return size ? n + (text[size] == ' ') : n;
}

/* records by value: in registers, in memory, two members in one register */
struct slice {
    const unsigned char *data;
    int len;
};
int slice_sum(struct slice s)
{
    int sum = 0;
    for (int i = 0; i <= s.len; i++) sum ^= s.data[i];
    return sum;
}
unsigned char *slice_copy(struct slice s)
{
    unsigned char *copy = malloc(s.len);
    if (!copy) return 0;
    for (int i = 0; i < s.len; i++) copy[i] = s.data[i];
    copy[s.len] = 0;
    return copy;
}
struct passage {
    const char *text;
    size_t from, to;
};
size_t passage_spaces(struct passage p)
{
    size_t n = 0;
    for (size_t i = p.from; i < p.to; i++) n += p.text[i + 1] == ' ';
    return n;
}
struct month_and_day {
    int month, day;
};
static const int days_before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
int day_of_year(struct month_and_day d)
{
    if (d.day < 1 || d.day > 31) return 0;
    return days_before[d.day] + d.day;
}

/* what allocates for callers gives no null that nobody asks for */
struct lender {
    void *(*allocate)(size_t);
};
struct lent {
    int column;
    unsigned char *data;
};
struct lent *lend_copy(struct lender *p, struct slice s)
{
    if (s.len < 0 || s.len > 4096) return 0;
    struct lent *made = p->allocate(sizeof *made);
    made->data = p->allocate(s.len);
    if (s.data) memcpy(made->data, s.data, s.len);
    made->data[s.len] = 0;
    return made;
}

/* elements of what a function without body returns */
struct drawer *drawers_of(int number);
int drawers_in(int number);
int drawers_sum(int number)
{
    int seen[4] = {0};
    struct drawer *all = drawers_of(number);
    for (int i = 0; i < drawers_in(number); i++) seen[i & 7] = all[i].content;
    return seen[0];
}

/* functions in what pointers in an array lead to */
struct spring {
    int (*get)(struct spring *);
    int (*peek)(struct spring *);
    size_t position;
};
struct stream_of_springs {
    size_t lines;
    struct spring spring;
};
struct desk {
    struct stream_of_springs **streams;
};
int desk_read(struct desk *d, unsigned n)
{
    int last[4] = {0};
    for (unsigned i = 0; i < n && d->streams[i]->spring.peek(&d->streams[i]->spring); i++) {
        struct stream_of_springs *at = d->streams[i];
        last[i & 7] = at->spring.get(&at->spring);
    }
    return last[0];
}

/* bytes of which one is compared with 0, and which are no text */
static void row_add(unsigned char *to, const unsigned char *from, unsigned kind, unsigned long n)
{
    if (kind == 0)
        for (unsigned long i = 0; i < n; i++) to[i] = from[i];
}
unsigned rows_add(unsigned char *out, const unsigned char *in, unsigned width, unsigned height)
{
    unsigned kinds[4] = {0};
    unsigned long line = (width + 7) / 8;
    for (unsigned y = 0; y < height; y++) {
        const unsigned char *row = in + (1 + line) * y;
        kinds[row[0] & 7]++;
        row_add(out + line * y, row + 1, row[0], line);
    }
    return kinds[0];
}

/* an index in a callee, into a table of its caller, of which 0 is too small */
enum { MOST_LIMBS = 4 };
struct ring_of_limbs {
    signed char limbs;
};
static void limbs_square(unsigned long *result, unsigned long a, signed char limbs)
{
    for (signed char k = 0; k < limbs * 2 - 1; k++) result[k] = a + k;
    result[limbs * 2 - 1] = a;
}
unsigned long limbs_low(unsigned long a, const struct ring_of_limbs *r)
{
    unsigned long product[2 * MOST_LIMBS];
    if (r->limbs > MOST_LIMBS + 1) return 0;
    limbs_square(product, a, r->limbs);
    return product[0];
}

/* copies within memory of which nothing is known; into a local they are looked at */
struct shelf_item {
    int kind;
    struct shelf_item **items;
};
unsigned char *item_bytes(const struct shelf_item *);
size_t item_length(const struct shelf_item *);
size_t item_put(const struct shelf_item *item, struct shelf_item **out, size_t room, unsigned which)
{
    unsigned char to[16];
    size_t n = item_length(item);
    if (room < n) return 0;
    memcpy(to, item_bytes(item), n);
    return n;
}

/* what is subtracted from a length is there: callers in this file have looked */
static unsigned block_length(const unsigned char *in, unsigned long at, unsigned long length)
{
    if (at >= length - 2) return 0;
    return in[at] + 256u * in[at + 1] + in[at + 2] + in[at + 3];
}
unsigned block_of(const unsigned char *in, unsigned long length)
{
    return length < 8 ? 0 : block_length(in, 2, length);
}

/* a callee gets what the plan makes, and what no plan reaches */
struct bush {
    char *tag;
    int count;
    struct bush **twigs;
};
static int bush_tag(const struct bush *b)
{
    return b->tag[0];
}
int bush_tags(struct bush *b)
{
    int seen[4] = {bush_tag(b)};
    for (int i = 0; i < b->count; i++) seen[i & 7] = bush_tag(b->twigs[i]);
    return seen[0];
}

/* an index of a table, read where no plan reaches */
struct knot {
    unsigned short kind;
    struct knot **below;
};
static int (*const knot_kinds[4])(struct knot *);
int knots_run(int n, struct knot **all)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (knot_kinds[all[i]->kind + 1]) sum ^= all[i]->kind;
    return sum;
}

/* what is divided by, read where no plan reaches, or a constant */
struct hamper {
    unsigned char plain;
    int rows;
    struct hamper *in;
};
int hamper_columns(const struct hamper **c, int all, int n)
{
    int most = 0;
    for (int i = 0; i < n; i++) {
        int rows = c[i]->in->plain == 1 ? 1 : c[i]->in->rows;
        most = all % (rows - 1);
    }
    return most;
}

/* the number that a function of callers returns */
struct barometer {
    int (*level)(const struct barometer *);
};
int barometer_room(const struct barometer *g)
{
    return 2147483000 + (g->level(g) & 1023);
}

/* an index in another record than the one with the buffer */
struct roll {
    struct guest **guests;
    size_t length;
};
struct guest {
    size_t index;
};
int roll_leave(struct roll *r, const struct guest *g)
{
    if (g->index > r->length || r->guests[g->index] != g) return 0;
    if (g->index == r->length - 1) r->length--;
    return 1;
}

/* a pointer that was stored a moment ago */
struct bell_tower {
    int (*ring)(int);
    int times;
};
struct bell {
    struct bell_tower *tower;
};
int bell_ring(struct bell *b, struct bell *other)
{
    int rung[4] = {0};
    other->tower = b->tower;
    rung[other->tower->ring(1) & 7] = 1;
    return rung[0];
}

/* numbers of which a range is assumed where nothing but what the plan names is far */
struct bough {
    int weight;
    struct bough **twigs;
};
int bough_weight(const struct bough *b)
{
    return b->twigs[0]->weight + b->twigs[1]->weight + 2147483647;
}

/* the same index, which the wrong twin writes itself */
int knots_marked(int n, struct knot **all)
{
    static const int places[4] = {3, 2, 1, 0};
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum ^= places[all[i]->kind];
        all[i]->kind = 4;
    }
    return sum;
}

/* one of the amounts that are too large has not */
unsigned lamps_from(unsigned lamps, unsigned first)
{
    if (first > 32)
        return 0;
    return lamps << first;
}

/* beside the last one */
int nearest_stall(int x)
{
    static const int stalls[6] = {4, 8, 15, 16, 23, 42};
    if (x < 0)
        x = 0;
    if (x > 5)
        x = 6;
    return stalls[x];
}

/* one more */
unsigned lamps_at_most(unsigned lamps, unsigned first)
{
    if (first > 31)
        first = 32;
    return lamps << first;
}
