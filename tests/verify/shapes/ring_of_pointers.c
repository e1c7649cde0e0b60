/* Messages in a ring buffer of pointers: the index begins again, so that what is used is one stretch of the array or two. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
enum { ROOM = 16 };
struct message {
    int length;
};
static struct message *ring[ROOM];
static unsigned head, tail;
int main(void)
{
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if ((tail + 1) % ROOM == head) continue;
            struct message *m = malloc(sizeof *m);
            m->length = 4;
            ring[tail] = m;
            tail = (tail + 1) % ROOM;
        } else if (head != tail) {
            struct message *m = ring[head];
            head = (head + 1) % ROOM;
            if (m->length != 4) reach_error();
            free(m);
        }
    }
    while (head != tail) {
        free(ring[head]);
        head = (head + 1) % ROOM;
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memcleanup s/if ((tail + 1) % ROOM == head) continue;/;/ */
/* twin: memsafety s/else if (head != tail)/else/ */
/* twin: memsafety s/ring.tail. = m;/ring[0] = m;/ */
