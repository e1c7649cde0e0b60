/* Sockets: what comes in is an input. */
#include "system.h"

int socket(int family, int kind, int protocol)
{
    return failed() ? -1 : free_descriptor();
}
int socketpair(int family, int kind, int protocol, int ends[2])
{
    return any_two_descriptors(ends);
}
int listen(int descriptor, int waiting)
{
    return fails_for(descriptor) ? -1 : 0;
}
int shutdown(int descriptor, int how)
{
    return fails_for(descriptor) ? -1 : 0;
}

static int hand_over(int descriptor, const void *from, unsigned size)
{
    if (fails_for(descriptor))
        return -1;
    read_bytes(from, size);
    return 0;
}
int connect(int descriptor, const void *address, unsigned size)
{
    return hand_over(descriptor, address, size);
}
int bind(int descriptor, const void *address, unsigned size)
{
    return hand_over(descriptor, address, size);
}
int setsockopt(int descriptor, int level, int name, const void *value, unsigned size)
{
    return hand_over(descriptor, value, size);
}

/* As much of an address as there is room for; *size is its whole size then. */
static void put_address(void *to, unsigned *size)
{
    unsigned whole = (unsigned)__VERIFIER_nondet_int();
    __VERIFIER_assume(whole <= 128);
    put_any_bytes(to, whole < *size ? whole : *size);
    *size = whole;
}
static int tell_address(int descriptor, void *to, unsigned *size)
{
    if (fails_for(descriptor))
        return -1;
    put_address(to, size);
    return 0;
}
int getsockname(int descriptor, void *to, unsigned *size)
{
    return tell_address(descriptor, to, size);
}
int getpeername(int descriptor, void *to, unsigned *size)
{
    return tell_address(descriptor, to, size);
}
int getsockopt(int descriptor, int level, int name, void *to, unsigned *size)
{
    if (fails_for(descriptor))
        return -1;
    unsigned n = (unsigned)__sooth_result_int(); /* each option has its size */
    __VERIFIER_assume((n <= *size) & (n <= 4096));
    put_any_bytes(to, n);
    *size = n;
    return 0;
}
int accept(int descriptor, void *to, unsigned *size)
{
    if (fails_for(descriptor))
        return -1;
    if (to)
        put_address(to, size);
    return free_descriptor();
}

long send(int descriptor, const void *from, size_t count, int flags)
{
    long n = any_part(descriptor, count);
    read_bytes(from, n);
    return n;
}
long sendto(int descriptor, const void *from, size_t count, int flags, const void *address,
            unsigned size)
{
    long n = any_part(descriptor, count);
    read_bytes(from, n);
    if (address)
        read_bytes(address, size);
    return n;
}
/* A packet may be longer than what there is room for: MSG_TRUNC tells its whole length. */
static long take(int descriptor, void *to, size_t count, int flags)
{
    enum { WHOLE_LENGTH = 0x20 };
    long n = any_part(descriptor, count);
    put_any_bytes(to, n);
    if (n < 0 || (size_t)n < count || !(flags & WHOLE_LENGTH))
        return n;
    long whole = __VERIFIER_nondet_long();
    __VERIFIER_assume(whole >= n && whole <= 0x7ffff000);
    return whole;
}
long recv(int descriptor, void *to, size_t count, int flags)
{
    return take(descriptor, to, count, flags);
}
long recvfrom(int descriptor, void *to, size_t count, int flags, void *address,
              unsigned *size)
{
    long n = take(descriptor, to, count, flags);
    if (n >= 0 && address)
        put_address(address, size);
    return n;
}

struct pollfd {
    int descriptor;
    short events, revents;
};
/* What was not asked for comes only if it is an error or the end. */
static short any_events(const struct pollfd *p)
{
    enum { ERROR = 8, HANGUP = 16, INVALID = 32 };
    int asked = p->events | ERROR | HANGUP | INVALID;
    return p->descriptor < 0 ? 0 : (short)(__VERIFIER_nondet_int() & asked);
}
int poll(struct pollfd *list, unsigned long count, int timeout)
{
    int ready = 0, fails = failed();
    for (unsigned long i = 0; i < count; i++) {
        short events = fails ? 0 : any_events(&list[i]);
        if (!fails || __sooth_any_choice())
            list[i].revents = events;
        ready += events != 0;
    }
    __VERIFIER_assume(fails || ready || timeout >= 0); /* else it waits */
    return fails ? -1 : ready;
}
