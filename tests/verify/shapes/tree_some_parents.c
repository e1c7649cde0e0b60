/* Parents that only some children know: not proved (too many graphs), and nothing breaks. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *left, *right, *parent;
};
int main(void)
{
    struct node *root = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *made = malloc(sizeof *made), **at = &root, *above = 0;
        made->left = made->right = made->parent = 0;
        if (!root) {
            root = made;
            continue;
        }
        above = root;
        for (;;) {
            int left = __VERIFIER_nondet_int();
            at = left ? &above->left : &above->right;
            if (!*at) {
                *at = made;
                if (!left) made->parent = above;
                break;
            }
            above = *at;
        }
    }
    return 0;
}
/* expect: memsafety not-true --engine=shapes --timeout=5 LP64 */
