/* A tree with links to parents: nodes are added at leaves, all is freed from leaves on, going up again by those links. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct tree { struct tree *left, *right, *up; };
int main(void)
{
    struct tree *root = 0;
    while (__VERIFIER_nondet_int()) {
        struct tree *t = malloc(sizeof *t), *p = root;
        t->left = t->right = t->up = 0;
        if (!root) {
            root = t;
            continue;
        }
        for (;;) {
            struct tree **link = __VERIFIER_nondet_int() ? &p->left : &p->right;
            if (!*link) {
                *link = t;
                t->up = p;
                break;
            }
            p = *link;
        }
    }
    struct tree *p = root;
    while (p) {
        if (p->left) {
            p = p->left;
        } else if (p->right) {
            p = p->right;
        } else {
            struct tree *up = p->up;
            if (up) {
                if (up->left == p) up->left = 0;
                else up->right = 0;
            }
            free(p);
            p = up;
        }
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/else up->right = 0;/;/ */
/* twin: memcleanup s/t->up = p;/;/ */
/* twin: memsafety s/t->left = t->right = t->up = 0;/t->left = t->right = 0;/ */
