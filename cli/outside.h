/* outside.h: an agent that is a program of someone else's: started, asked for its moves line by
 * line, and held to the rules. docs/research/evaluation.md has the protocol. */
#ifndef CAIRN_CLI_OUTSIDE_H
#define CAIRN_CLI_OUTSIDE_H

#include "cli.h"

#include <sys/types.h>

enum {
    OUTSIDE_VERSION = 1, /* of the protocol */
    OUTSIDE_LINE = 256,  /* bytes of an answer at most, its end included */
};

/** What to start. */
struct outside_request {
    char *const *words; /**< the program and its arguments; null after the last */
    const char *folder; /**< where it runs */
    const char *log;    /**< the file for its standard error, and that sentences name; null: ours */
    uint32_t timeout;   /**< seconds within which it must answer, and must move */
};

/** A program that runs. */
struct outside {
    char *log; /**< null: its standard error is ours */
    uint32_t timeout;
    bool started; /**< there is something to close */
    pid_t pid;    /**< 0: it does not run */
    int ends[2];  /**< of pipes: its answers, and what it is asked; 0: closed */
    char buffer[OUTSIDE_LINE];
    size_t filled;
    char *asked;         /**< the last request, for sentences; owned */
    char sentence[1024]; /**< what it did wrong, once a function has failed */
    uint64_t deadline;   /**< of harness_get_time(): when it must have moved */
    /* the problem */
    const cairn_map *map;
    cairn_cell cell;
    cairn_cell goal;
    bool begun; /**< it knows the problem */
    cairn_agent_stats stats;
};

/* ---- outside.c: the process and its lines ---- */

/** Starts the program. Close it even if this fails. */
cairn_status outside_start(const struct outside_request *request, struct outside *outside);

/** Has it end, and ends it where it does not. */
void outside_close(struct outside *outside);

/** Sends lines, made as by printf; the last is a request, and is kept for sentences. */
cairn_status outside_ask(struct outside *outside, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Waits for its answer: a line, without its end. Failures: INTERRUPTED, and ARGUMENT with a
 *  sentence. */
cairn_status outside_read(struct outside *outside, char line[OUTSIDE_LINE]);

/** From now on it has its time again. */
void outside_set_deadline(struct outside *outside);

/** A sentence about what it did. Returns ARGUMENT. */
cairn_status outside_fail(struct outside *outside, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- outside_walk.c: the protocol ---- */

/** Greets the program and gives it a map, which it may prepare for. */
cairn_status outside_open_map(struct outside *outside, const cairn_map *map, const char *path);

/** The program as what a walker moves. */
harness_mover outside_get_mover(struct outside *outside);

#endif
