/* cli_progress.c: how far long work is, on stderr. On a terminal a bar redrawn in place, else a
 * plain line every few seconds. The rate is that of the last seconds, not of the whole. */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define SECOND_NS UINT64_C(1000000000)
#define REDRAW_NS (SECOND_NS / 10) /* a bar is redrawn at most ten times a second */
#define LINE_NS (5 * SECOND_NS)    /* between two plain lines */
#define SAMPLE_NS (SECOND_NS / 2)  /* between two samples: the average spans 8 s */

enum { TEXT_CAPACITY = 256, WIDEST_BAR = 40, USUAL_COLUMNS = 80 };

static bool is_drawable(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0;
}

void cli_progress_begin(struct cli_progress *progress, const char *noun,
                        const struct cli_arguments *arguments)
{
    *progress = (struct cli_progress){.noun = noun,
                                      .quiet = arguments->quiet,
                                      .json = arguments->json,
                                      .terminal = is_drawable() && !arguments->json,
                                      .start_ns = harness_get_time()};
    progress->shown_ns = progress->start_ns;
}

uint64_t cli_progress_get_elapsed(const struct cli_progress *progress)
{
    return harness_get_time() - progress->start_ns;
}

/* The first one is where the work stood when counting began. */
static void take_sample(struct cli_progress *progress, uint64_t now, uint64_t done)
{
    if (progress->phase != NULL)
        return;
    if (progress->samples == 0) {
        progress->ring[progress->samples++] = (struct cli_sample){now, done};
        return;
    }
    const struct cli_sample *last = &progress->ring[(progress->samples - 1) % CLI_PROGRESS_SAMPLES];
    if (now - last->time_ns < SAMPLE_NS)
        return;
    progress->ring[progress->samples % CLI_PROGRESS_SAMPLES] = (struct cli_sample){now, done};
    progress->samples++;
}

/* Things done a second, from the oldest sample still kept until now. */
static double get_rate(const struct cli_progress *progress, uint64_t now, uint64_t done)
{
    uint32_t kept = progress->samples;
    const struct cli_sample *oldest =
        &progress->ring[kept > CLI_PROGRESS_SAMPLES ? kept % CLI_PROGRESS_SAMPLES : 0];
    if (now == oldest->time_ns)
        return 0;
    return (double)(done - oldest->done) * (double)SECOND_NS / (double)(now - oldest->time_ns);
}

static void write_duration(char *text, size_t capacity, double seconds)
{
    if (seconds < 120)
        snprintf(text, capacity, "%.0f s", seconds);
    else if (seconds < 2 * 3600)
        snprintf(text, capacity, "%.0f min", seconds / 60);
    else
        snprintf(text, capacity, "%.1f h", seconds / 3600);
}

static void write_state(char *text, const struct cli_progress *progress, double rate, uint64_t done,
                        uint64_t total)
{
    char left[32], rest[96] = "";
    const char *title = progress->title != NULL ? progress->title : "";
    if (progress->phase != NULL) {
        snprintf(text, TEXT_CAPACITY, "%s%s, %.0f s", title, progress->phase,
                 (double)cli_progress_get_elapsed(progress) / (double)SECOND_NS);
        return;
    }
    if (rate > 0) {
        write_duration(left, sizeof left, (double)(total - done) / rate);
        snprintf(rest, sizeof rest, ", %.*f %s/s, %s left", rate < 10 ? 1 : 0, rate, progress->noun,
                 left);
    }
    snprintf(text, TEXT_CAPACITY, "%s%" PRIu64 " of %" PRIu64 " %s%s", title, done, total,
             progress->noun, rest);
}

static int get_columns(void)
{
    struct winsize size;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : USUAL_COLUMNS;
}

static void draw_text(const char *state)
{
    fprintf(stderr, "\r%.*s\033[K", get_columns() - 1, state);
    fflush(stderr);
}

static void draw_bar(const char *state, uint64_t done, uint64_t total)
{
    static const char full[] = "########################################";
    static const char rest[] = "........................................";
    double share = total > 0 ? (double)done / (double)total : 1;
    /* "[] 100 % " and the last column, where some terminals break the line. */
    int width = get_columns() - (int)strlen(state) - 10;
    width = width > WIDEST_BAR ? WIDEST_BAR : width;
    if (width < 4) {
        draw_text(state);
        return;
    }
    int filled = (int)(share * width);
    fprintf(stderr, "\r[%.*s%.*s] %3.0f %% %s\033[K", filled, full, width - filled, rest,
            share * 100, state);
    fflush(stderr);
}

/* One object a line, for tools. */
static void print_object(const struct cli_progress *progress, double rate, uint64_t done,
                         uint64_t total)
{
    struct cli_report report = cli_report_create();
    const char *phase = progress->phase != NULL ? progress->phase : progress->noun;
    cli_report_add_word(&report, "phase", progress->name != NULL ? progress->name : phase);
    cli_report_add_integer(&report, "done", done);
    cli_report_add_integer(&report, "total", total);
    cli_report_add_real(&report, "per_second", rate);
    cli_report_add_real(&report, "seconds",
                        (double)cli_progress_get_elapsed(progress) / (double)SECOND_NS);
    cli_report_add(&report, "seconds_left",
                   rate > 0 ? json_real((double)(total - done) / rate) : json_null());
    (void)cli_report_print(&report, stderr, true);
}

void cli_progress_update(struct cli_progress *progress, uint64_t done, uint64_t total)
{
    if (progress->quiet)
        return;
    uint64_t now = harness_get_time();
    take_sample(progress, now, done);
    uint64_t pause = progress->json ? SECOND_NS : progress->terminal ? REDRAW_NS : LINE_NS;
    if (now - progress->shown_ns < pause)
        return;
    progress->shown_ns = now;
    if (progress->json) {
        print_object(progress, get_rate(progress, now, done), done, total);
        return;
    }
    char state[TEXT_CAPACITY];
    write_state(state, progress, get_rate(progress, now, done), done, total);
    if (progress->terminal && progress->barless)
        draw_text(state);
    else if (progress->terminal)
        draw_bar(state, done, total);
    else
        fprintf(stderr, "%s\n", state);
}

void cli_progress_end(struct cli_progress *progress)
{
    if (!progress->quiet && progress->terminal)
        fputs("\r\033[K", stderr);
}
