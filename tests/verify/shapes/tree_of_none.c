/* Functions over a tree that may be empty are called for it as a whole, empty or not. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
struct tree {
    struct tree *left, *right;
    unsigned height;
};

static struct tree *make(unsigned height)
{
    if (!height || __VERIFIER_nondet_bool()) return 0;
    struct tree *t = malloc(sizeof *t);
    t->left = make(height - 1);
    t->right = make(height - 1);
    t->height = height;
    return t;
}

static void turn(struct tree *t)
{
    if (!t) return;
    struct tree *left = t->left;
    t->left = t->right;
    t->right = left;
    turn(t->left);
    turn(t->right);
}

static unsigned count(const struct tree *t)
{
    if (!t) return 0;
    if (!t->height) reach_error();
    return 1 + count(t->left) + count(t->right);
}

static void drop(struct tree *t)
{
    if (!t) return;
    drop(t->left);
    drop(t->right);
    free(t);
}

int main(void)
{
    struct tree *t = make(100);
    turn(t);
    count(t);
    drop(t);
    return 0;
}
/* expect: reach true */
/* expect: memcleanup true */
/* twin: reach s/t->height = height/t->height = height - 1/ */
/* twin: memcleanup s/    drop(t->right)/    if (!t->left) drop(t->right)/ */
