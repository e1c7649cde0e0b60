/* The system names the running executable in /proc. */
#include "base/companion.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool companion_path(char *path, const char *name)
{
    ssize_t n = readlink("/proc/self/exe", path, COMPANION_ROOM - 1);
    if (n <= 0)
        return false;
    path[n] = 0;
    char *slash = strrchr(path, '/');
    if (!slash)
        return false;
    size_t room = COMPANION_ROOM - (size_t)(slash + 1 - path);
    return (size_t)snprintf(slash + 1, room, "%s", name) < room;
}
