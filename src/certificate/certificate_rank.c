/* Ranks of loops in a certificate: `falls 1 signed +phi:3=n -1 signed +phi:2=i`. */
#include "certificate/certificate.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

static const char *const readings[] = {[RANK_SIGNED] = "signed",
                                       [RANK_UNSIGNED] = "unsigned",
                                       [RANK_SIZE] = "size",
                                       [RANK_LEAST] = "least",
                                       [RANK_MOST] = "most"};
enum { READINGS = sizeof readings / sizeof *readings };

void fact_rank_write(struct text *t, const struct fact_rank *r)
{
    LAW(r->count >= 1 && r->count <= RANK_PARTS);
    text_put(t, "  falls");
    for (unsigned i = 0; i < r->count; i++) {
        text_add(t, " %d %s", r->part[i].factor, readings[r->part[i].reading]);
        fact_operand_write(t, &r->part[i].x);
        if (rank_has_two(r->part[i].reading))
            fact_operand_write(t, &r->part[i].y);
    }
    text_put(t, "\n");
}

bool fact_rank_read(struct fact_rank *r, char *line)
{
    char *rest, *word = strtok_r(line, " ", &rest);
    *r = (struct fact_rank){0};
    for (; word; word = strtok_r(NULL, " ", &rest)) {
        if (r->count == RANK_PARTS)
            return false;
        long factor = strtol(word, NULL, 10);
        if (factor < -RANK_MOST_FACTOR || factor > RANK_MOST_FACTOR)
            return false;
        unsigned reading = 0;
        char *how = strtok_r(NULL, " ", &rest),
             *operand = how ? strtok_r(NULL, " ", &rest) : NULL;
        while (how && reading < READINGS && !text_same(how, readings[reading]))
            reading++;
        if (!operand || reading == READINGS)
            return false;
        r->part[r->count].factor = (int)factor;
        r->part[r->count].reading = reading;
        if (!fact_operand_read(operand, &r->part[r->count].x))
            return false;
        operand = rank_has_two(reading) ? strtok_r(NULL, " ", &rest) : NULL;
        if (rank_has_two(reading) &&
            (!operand || !fact_operand_read(operand, &r->part[r->count].y)))
            return false;
        r->count++;
    }
    return r->count > 0;
}

void fact_rank_print(struct text *t, const struct fact_rank *r)
{
    static const char *const signs[2][2] = {{"", " + "}, {"-", " - "}};
    LAW(r->count <= RANK_PARTS);
    for (unsigned i = 0; i < r->count; i++) {
        int factor = r->part[i].factor, size = abs(factor);
        enum rank_reading reading = r->part[i].reading;
        text_put(t, signs[factor < 0][i > 0]);
        if (size != 1)
            text_add(t, "%d*", size);
        if (rank_has_two(reading))
            text_add(t, "%s(%s, %s)", reading == RANK_LEAST ? "min" : "max",
                     r->part[i].x.name, r->part[i].y.name);
        else
            text_add(t, reading == RANK_SIZE ? "|%s|" : "%s", r->part[i].x.name);
        if (r->part[i].x.offset)
            text_put(t, "'s offset");
    }
}
