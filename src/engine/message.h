/* Messages from an engine's process to the driver's: a kind, a size, and the bytes. */
#ifndef ENGINE_MESSAGE_H
#define ENGINE_MESSAGE_H
#include "engine/explain.h"
#include "engine/reason.h"
#include "trace/trace.h"

enum message_kind {
    MESSAGE_PROVED,
    MESSAGE_VIOLATED,
    MESSAGE_PROGRESS,
    MESSAGE_GAVE_UP,
    MESSAGE_NEVER_FINISHES,
    MESSAGE_EXTERNAL,
    MESSAGE_CERTIFICATE,
    MESSAGE_EXPLAINED,
    MESSAGE_STATISTICS,
    MESSAGE_COUNT
};
struct message {
    enum message_kind kind;
    uint32_t violations, function;
    char text[480];          /* of PROVED, PROGRESS and STATISTICS */
    struct reason reason;    /* of GAVE_UP */
    const char *certificate; /* not terminated; until the next message_receive */
    size_t bytes;            /* of it */
    struct trace trace;
    uint32_t group;          /* of EXPLAINED */
    explanation explanation; /* of it; message_release */
};
struct message_reader {
    int fd;
    VECTOR(char) bytes;
    size_t used;
    bool broken; /* something came that is no message: nothing more is read */
};

void message_proved(int fd, uint32_t violations, const char *how);
void message_violated(int fd, const struct trace *);
void message_progress(int fd, const char *text);
void message_statistics(int fd, const char *line);
void message_gave_up(int fd, const struct reason *);
void message_never_finishes(int fd);
void message_external(int fd, uint32_t function);
void message_certificate(int fd, const char *text);
void message_explained(int fd, enum explain_group, const struct explain_item *, size_t count);

bool message_receive(struct message_reader *); /* reads what is there; false at the end */
/* The next whole one, to be released. False if there is none (yet), or the reader is broken.
 */
bool message_next(struct message_reader *, struct message *);
void message_release(struct message *);
bool message_complete(const struct message_reader *); /* all that came was whole messages */
void message_reader_release(struct message_reader *);

#endif
