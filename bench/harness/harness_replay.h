/* harness_replay.h: a map that changes, replayed: a text of changes, problems and walks is read and
 * checked as a whole, then run event by event, each measured and every move checked.
 *
 * For the command and the benchmarks. As in harness.h nothing prints, and what can fail returns a
 * status. */
#ifndef CAIRN_HARNESS_REPLAY_H
#define CAIRN_HARNESS_REPLAY_H

#include <cairn/planner.h>
#include <cairn/repair.h>

#include "harness_march.h"

/* ---- harness_events.c: the text ---- */

/** The words that lines begin with, in the order of their numbers. */
#define HARNESS_EVENT_LIST(X)                                                                      \
    X(SET, "set")   /* X Y W H open|blocked: a rectangle */                                        \
    X(ROWS, "rows") /* X Y W H: the H lines of W characters that follow, `.` open, `@` blocked */  \
    X(FIND, "find") /* SX SY GX GY [COST]: a problem on the map as it is */                        \
    X(WALK, "walk") /* ID SX SY GX GY: an agent sets out */                                        \
    X(STEP, "step") /* N: frames; in each all agents under way and the crowd make a step */        \
    X(MEMBER, "member") /* ID X Y: a member comes to the crowd */                                  \
    X(ORDER, "order")   /* ID[-ID] X Y: members are sent to one goal */                            \
    X(HALT, "halt")     /* ID[-ID]: and their orders taken back */                                 \
    X(REMOVE, "remove") /* ID[-ID]: they go */                                                     \
    X(EXPECT, "expect") /* ID[-ID] STATE [X Y]: what each of them does, and where it is */

enum {
#define HARNESS_EVENT_ENUM(name, word) HARNESS_EVENT_##name,
    HARNESS_EVENT_LIST(HARNESS_EVENT_ENUM) HARNESS_EVENTS
#undef HARNESS_EVENT_ENUM
};

/** What a problem's COST may be beside a cost in tenths. */
enum { HARNESS_COST_NO_PATH = -1, HARNESS_COST_NOT_GIVEN = -2 };

/** The most characters of a walk's ID, the greatest ID of a member, and the most frames of one step. */
enum {
    HARNESS_ID_CHARACTERS = 31,
    HARNESS_MOST_ID = CAIRN_MAX_CAPACITY - 1,
    HARNESS_MOST_FRAMES = 1000000000
};

/** What a member may be expected to do: the states of a crowd by their words. */
#define HARNESS_STATE_LIST(X)                                                                      \
    X(IDLE, "idle")                                                                                \
    X(WAITING, "waiting")                                                                          \
    X(WALKING, "walking")                                                                          \
    X(ARRIVED, "arrived")                                                                          \
    X(STRANDED, "stranded")                                                                        \
    X(LEAVING, "leaving")                                                                          \
    X(CUT_OFF, "cut_off")                                                                          \
    X(LOST, "lost")                                                                                \
    X(SETTLED, "settled")

/** A line of the text. */
typedef struct harness_event {
    uint32_t kind;      /**< HARNESS_EVENT_SET and so on */
    uint32_t frames;    /**< step */
    uint64_t line;      /**< where it stands in the text, from 1 */
    size_t change;      /**< set, rows: number of its change */
    cairn_cell ends[2]; /**< find, walk; member: [0]; order: [1]; expect: [0] if `has_cell` */
    int64_t cost;       /**< find: that the answer is held against */
    uint32_t ids[2];    /**< member and what is for members: the first and the last */
    uint32_t state;     /**< expect: CAIRN_MEMBER_IDLE and so on */
    bool has_cell;      /**< expect */
} harness_event;

/** A whole text. Begin with zeros. */
typedef struct harness_events {
    size_t count;
    harness_event *events;
    size_t change_count;
    cairn_change *changes; /**< of all sets and rows, in their order */
    size_t walk_count;
    uint32_t id_count;     /**< the greatest ID of a member, and 1; 0: there are no members */
    uint32_t most_members; /**< that are there at the same time */
    size_t cell_count;
    uint8_t *cells; /**< what rows set, one byte each; changes point into it */
    size_t capacity, change_capacity, cell_capacity;
} harness_events;

/** Reads a text and holds every line against the size of the map (width, height). Close the events
 *  even if this fails. Failures: SYNTAX, IO or MEMORY, with line and sentence in `detail`. */
cairn_status harness_events_read(FILE *stream, const uint32_t size[2], harness_events *events,
                                 cairn_detail *detail);
void harness_events_close(harness_events *events);

/** The word of a kind of event, and of what a member does. */
const char *harness_event_get_word(uint32_t kind);
const char *harness_state_get_word(uint32_t state);

/* ---- harness_replay.c ---- */

/** How an event ended, in the order of the numbers. */
#define HARNESS_RESULT_LIST(X)                                                                     \
    X(OK, "ok")                                                                                    \
    X(DIFFERS, "differs") /* find: the answer is not COST, or the path not as long as it says */   \
                          /* expect: a member is not as expected */                                \
    X(NO_PATH, "no_path")                                                                          \
    X(BLOCKED, "blocked")   /* the start or the goal is */                                         \
    X(STRANDED, "stranded") /* walk: in the end its own cell is blocked */                         \
    X(CUT_OFF, "cut_off")   /* walk: in the end no path leads to its goal */

enum {
#define HARNESS_RESULT_ENUM(name, word) HARNESS_RESULT_##name,
    HARNESS_RESULT_LIST(HARNESS_RESULT_ENUM) HARNESS_RESULTS
#undef HARNESS_RESULT_ENUM
};

/** The result of an event. */
typedef struct harness_row {
    uint32_t result;
    bool arrived;     /**< walk */
    int64_t cost;     /**< tenths: of the path found, or of the moves made; -1: there is no path */
    uint64_t moves;   /**< made; find: of the path */
    uint64_t illegal; /**< of them, moves that the board does not allow */
    uint64_t cpu_ns;  /**< processor time; that of changes is in the next other event's */
    uint64_t max_step_units; /**< the most units that a step, or a slice of a search, spent */
} harness_row;

/** What a frame of the members did. */
typedef struct harness_frame {
    cairn_crowd_frame crowd;
    uint64_t cpu_ns;   /**< processor time */
    uint64_t illegal;  /**< moves that the board does not allow */
    uint64_t overlaps; /**< members on a cell that another is on, and pairs that changed places */
    uint32_t in_wall;  /**< members on blocked cells */
} harness_frame;

typedef void (*harness_frame_function)(void *context, const harness_frame *frame);

/** The columns of a table of frames, and a line of it. */
#define HARNESS_FRAME_COLUMNS                                                                      \
    "frame,moved,arrived,walking,waiting,pending,longest_wait,units,"                              \
    "cpu_ns,illegal,overlaps,in_wall"
void harness_frame_write_row(FILE *stream, const harness_frame *frame);

/** What a replay is made of. Begin with zeros; objects are not owned. */
typedef struct harness_replay_def {
    cairn_map *map;     /**< a changing one */
    const cairn_db *db; /**< null: problems are solved by jump point search, agents walk by A*;
                             members need one */
    const harness_events *events;
    uint32_t max_work;           /**< units of a step, a slice, or a frame of the members, which
                                      need CAIRN_MIN_CROWD_WORK; 0: unlimited */
    uint32_t goal_policy;        /**< of the agents under way and the members, */
    uint32_t stranded_policy;    /**< and this too */
    uint32_t occupancy;          /**< of the members */
    harness_frame_function tell; /**< called after each of their frames; null: nobody asks */
    void *tell_context;
    uint64_t repair;                   /**< units of repair in each frame, at least
                                            CAIRN_MIN_REPAIR; 0: none. For labels alone */
    const volatile sig_atomic_t *stop; /**< other than 0: INTERRUPTED; null: nothing interrupts */
    cairn_detail *detail;              /**< if not null, says why opening failed */
} harness_replay_def;

/** A replay: open it, run it until all events are done, end it, read its rows. */
typedef struct harness_replay harness_replay;

/** Makes all that problems need, so that no event of theirs gets memory. Failures: those of agents and
 *  planners. */
cairn_status harness_replay_open(const harness_replay_def *def, harness_replay **replay);
void harness_replay_close(harness_replay *replay);

/** Runs the next event; changes wait for the next event of another kind, or for the end. Failures:
 *  INTERRUPTED, MEMORY, those of a step, and BLOCKED or TAKEN for a member that cannot come, with line
 *  and sentence in harness_replay_get_refusal(): the event has no row then. */
cairn_status harness_replay_run(harness_replay *replay);

/** How many events have been run. */
size_t harness_replay_get_done(const harness_replay *replay);

/** Applies the remaining changes and reports the state of walks under way. */
cairn_status harness_replay_end(harness_replay *replay);

/** The row of an event; that of a walk is whole after the end. */
const harness_row *harness_replay_get_row(const harness_replay *replay, size_t event);

/** What repair has done so far. */
typedef struct harness_repairs {
    uint64_t swaps;     /**< databases that took the place of another */
    uint64_t max_units; /**< the most units of a frame */
} harness_repairs;

harness_repairs harness_replay_get_repairs(const harness_replay *replay);

/** Why the event that failed cannot be run. Line 0: by no fault of the text. */
const cairn_detail *harness_replay_get_refusal(const harness_replay *replay);

/** What the first line that expected something else expected, and what is. Line 0: there is none. */
const cairn_detail *harness_replay_get_unmet(const harness_replay *replay);

/** The results of all members. */
typedef struct harness_crowd_totals {
    uint64_t frames;
    uint64_t illegal; /**< in all frames; so are `overlaps` */
    uint64_t overlaps;
    uint64_t max_units;    /**< the most units of a frame */
    uint32_t longest_wait; /**< the longest of all frames */
    uint32_t members;      /**< in the end; so are `arrived` and `in_wall` */
    uint32_t arrived;
    uint32_t in_wall;
    uint64_t hash; /**< of the crowd, cairn_crowd_info's */
} harness_crowd_totals;

/** Zeros if the text has no members. */
harness_crowd_totals harness_replay_get_crowd(const harness_replay *replay);

/** The columns of a table of rows, and a line of it. */
#define HARNESS_REPLAY_COLUMNS "event,line,kind,result,cost,moves,illegal,cpu_ns,max_step_units"
void harness_replay_write_row(FILE *stream, const harness_replay *replay, size_t event);

/** The word of a result. */
const char *harness_result_get_word(uint32_t result);

#endif
