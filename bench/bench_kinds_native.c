/* bench_kinds_native.c: labels on the maps of the games and of MovingAI as they are, most of them small: steps,
 * bytes and builds by classes of size, with jump point search beside them; and the worst maps by name. Maps
 * for which a build without options chooses another kind are reported and left out. */
#include "bench_kinds.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED 1
#define TURNS 5
#define WORST 10

/* Optimal costs of short trips, in tenths: 5 to 10 cells. They are drawn where trips are twice as long. */
#define SHORT_LOWEST 50
#define SHORT_HIGHEST 100

static const bench_turns turns = {TURNS, 1};

/* Open cells below which a map belongs to a class. */
static const uint32_t bounds[] = {2000, 20000, 100000, UINT32_MAX};

enum { CLASSES = sizeof bounds / sizeof bounds[0] };

/* What agents do on one map; times in ns. */
typedef struct figures {
    uint32_t cells; /* open ones */
    uint32_t longer;
    harness_spread first;
    double shorts; /* first steps of short trips; 0: the map is too small */
    double later;
    double jump;
} figures;

typedef struct row {
    bench_map_file file;
    uint64_t bytes;
    double cpu; /* seconds */
    bool is_left_out;
    uint32_t kind;
    figures walked;
} row;

typedef struct rows {
    row *all;
    size_t count;
    size_t capacity;
} rows;

/* What a child measures. */
typedef struct task {
    const char *map;
    const char *database;
    uint32_t problems;
} task;

/* ---- maps ---- */

static void add_map(rows *made, const char *folder, const char *file)
{
    size_t length = strlen(file);
    if (length < 4 || strcmp(file + length - 4, ".map") != 0)
        return;
    if (made->count == made->capacity) {
        made->capacity = 2 * made->capacity + 64;
        made->all = realloc(made->all, made->capacity * sizeof *made->all);
        bench_check(made->all == NULL ? CAIRN_MEMORY : CAIRN_OK, "rows");
    }
    row *added = &made->all[made->count++];
    *added = (row){.bytes = 0};
    (void)snprintf(added->file.path, sizeof added->file.path, "%s/%s", folder, file);
    (void)snprintf(added->file.name, sizeof added->file.name, "%.*s", (int)length - 4, file);
}

/* The maps of a folder and, if wanted, of the folders in it. */
static void list_maps(rows *made, const char *folder, bool deep)
{
    DIR *opened = opendir(folder);
    char path[sizeof made->all->file.path];
    if (opened == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(opened)) != NULL;) {
        add_map(made, folder, entry->d_name);
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (deep && entry->d_name[0] != '.')
            list_maps(made, path, false);
    }
    (void)closedir(opened);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const row *)a)->file.path, ((const row *)b)->file.path);
}

/* ---- measuring ---- */

static double measure_shorts(const bench_level *level, const cairn_db *db, uint32_t problems)
{
    static const uint32_t costs[2] = {SHORT_LOWEST, SHORT_HIGHEST};
    bench_level trips = {.name = level->name, .map = level->map};
    uint64_t bytes;
    uint32_t longest = 0;
    for (uint32_t i = 0; i < level->count; i++)
        longest = level->problems[i].optimal > longest ? level->problems[i].optimal : longest;
    if (longest < 2 * SHORT_HIGHEST)
        return 0;
    bench_make_problems(&trips, problems, costs, SEED);
    double mean = bench_time_first_steps(&trips, db, turns, &bytes).mean;
    free(trips.problems);
    return mean;
}

static void measure(const void *context, void *result)
{
    static const uint32_t any[2] = {1, UINT32_MAX};
    const task *wanted = context;
    figures *made = result;
    uint64_t bytes;
    cairn_db *db = bench_open_database(wanted->database);
    bench_level level = {.name = wanted->map, .map = bench_open_map(wanted->map)};
    bench_make_problems(&level, wanted->problems, any, SEED);
    made->cells = bench_get_map_info(level.map).open_cells;
    made->first = bench_time_first_steps(&level, db, turns, &bytes);
    made->jump = bench_time_jumps(&level, turns).mean;
    made->later = bench_time_later_moves(&level, db, turns, &made->longer);
    made->shorts = measure_shorts(&level, db, wanted->problems);
    bench_close_level(&level);
    cairn_db_close(db);
}

static void measure_map(const bench_request *request, row *wanted)
{
    const bench_kind_task build = {wanted->file.path, request->database, "auto", 1};
    const task walk = {wanted->file.path, request->database, request->problems};
    bench_kind_result built = bench_build_kind(&build);
    wanted->bytes = built.info.bytes;
    wanted->cpu = built.usage.cpu;
    wanted->kind = built.info.kind;
    wanted->is_left_out = built.refused || built.info.kind != CAIRN_DB_LABELS;
    if (!wanted->is_left_out)
        (void)bench_run_in_child(measure, &walk, &wanted->walked, sizeof wanted->walked);
}

/* ---- the tables ---- */

typedef double row_figure(const row *of);

static double get_mean(const row *of)
{
    return of->walked.first.mean;
}

static double get_p99(const row *of)
{
    return of->walked.first.p99;
}

static double get_shorts(const row *of)
{
    return of->walked.shorts;
}

static double get_later(const row *of)
{
    return of->walked.later;
}

static double get_jump(const row *of)
{
    return of->walked.jump;
}

/* How often a jump point search could be made in the time of a first step. */
static double get_ratio(const row *of)
{
    return of->walked.first.mean / of->walked.jump;
}

static int compare_numbers(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* The median of a figure that is there on some maps, and the most. */
static void find_median(const row *const *of, size_t count, row_figure *get, double found[2])
{
    double *numbers = malloc((count + 1) * sizeof *numbers);
    size_t known = 0;
    bench_check(numbers == NULL ? CAIRN_MEMORY : CAIRN_OK, "numbers");
    for (size_t i = 0; i < count; i++)
        if (get(of[i]) > 0)
            numbers[known++] = get(of[i]);
    qsort(numbers, known, sizeof *numbers, compare_numbers);
    found[0] = known > 0 ? numbers[known / 2] : 0;
    found[1] = known > 0 ? numbers[known - 1] : 0;
    free(numbers);
}

static void print_class(const row *const *of, size_t count, const char *name)
{
    double mean[2], p99[2], shorts[2], later[2], jump[2], ratio[2], bytes = 0, cpu = 0;
    size_t faster = 0;
    find_median(of, count, get_mean, mean);
    find_median(of, count, get_p99, p99);
    find_median(of, count, get_shorts, shorts);
    find_median(of, count, get_later, later);
    find_median(of, count, get_jump, jump);
    find_median(of, count, get_ratio, ratio);
    for (size_t i = 0; i < count; i++) {
        bytes += (double)of[i]->bytes;
        cpu += of[i]->cpu;
        faster += get_mean(of[i]) <= get_jump(of[i]);
    }
    printf("  %-10s %5zu %6.1f %6.1f %6.1f %6.1f %6.1f %6.1f %6.1f %6.1f %7.1f %6.2f %6.2f %6zu "
           "%7.2f %6.2f\n",
           name, count, mean[0] * 1e-3, mean[1] * 1e-3, p99[0] * 1e-3, p99[1] * 1e-3,
           shorts[0] * 1e-3, shorts[1] * 1e-3, later[0], later[1], jump[0] * 1e-3, ratio[0],
           ratio[1], faster, bytes * 1e-6, cpu);
}

static void print_classes(const row *const *of, size_t count)
{
    printf("  open cells  maps  first us       p99 us       short us       ns later        jump us "
           "of jump        faster      MB  CPU s\n");
    printf("                   median   most median   most median   most median   most  median "
           "median   most\n");
    const row **some = malloc((count + 1) * sizeof *some);
    bench_check(some == NULL ? CAIRN_MEMORY : CAIRN_OK, "rows");
    for (int class = 0; class < CLASSES; class ++) {
        char name[32];
        size_t found = 0;
        for (size_t i = 0; i < count; i++)
            if (of[i]->walked.cells < bounds[class] &&
                (class == 0 || of[i]->walked.cells >= bounds[class - 1]))
                some[found++] = of[i];
        (void)snprintf(name, sizeof name, class < CLASSES - 1 ? "< %" PRIu32 : "more",
                       bounds[class]);
        if (found > 0)
            print_class(some, found, name);
    }
    print_class(of, count, "all");
    free(some);
}

static int compare_means(const void *a, const void *b)
{
    double one = get_mean(*(const row *const *)a), other = get_mean(*(const row *const *)b);
    return (one < other) - (one > other);
}

static int compare_ratios(const void *a, const void *b)
{
    double one = get_ratio(*(const row *const *)a), other = get_ratio(*(const row *const *)b);
    return (one < other) - (one > other);
}

static void print_worst(const row **of, size_t count, const char *what,
                        int compare(const void *, const void *))
{
    qsort(of, count, sizeof *of, compare);
    printf("The %d maps with the %s:\n", WORST, what);
    printf("  map                    cells      MB  CPU s  first us    p99   most  short ns later  "
           "jump us of jump\n");
    for (size_t i = 0; i < count && i < WORST; i++) {
        const row *one = of[i];
        printf("  %-18s %9" PRIu32 " %7.3f %6.2f %9.1f %6.1f %6.1f %6.1f %8.1f %8.1f %7.2f\n",
               one->file.name, one->walked.cells, (double)one->bytes * 1e-6, one->cpu,
               get_mean(one) * 1e-3, get_p99(one) * 1e-3, one->walked.first.most * 1e-3,
               get_shorts(one) * 1e-3, get_later(one), get_jump(one) * 1e-3, get_ratio(one));
    }
}

static void print_left_out(const rows *measured)
{
    for (size_t i = 0; i < measured->count; i++)
        if (measured->all[i].is_left_out)
            printf("Left out: %s, for which a build without options makes %s\n",
                   measured->all[i].file.name,
                   measured->all[i].bytes > 0 ? cairn_kind_get_name(measured->all[i].kind)
                                              : "nothing");
}

/* False if a walk is longer than the shortest one. */
static bool print_native(const rows *measured, const bench_request *request)
{
    const row **of = malloc((measured->count + 1) * sizeof *of);
    size_t count = 0, longer = 0;
    bench_check(of == NULL ? CAIRN_MEMORY : CAIRN_OK, "rows");
    for (size_t i = 0; i < measured->count; i++)
        if (!measured->all[i].is_left_out) {
            longer += measured->all[i].walked.longer;
            of[count++] = &measured->all[i];
        }
    printf(
        "Native maps: labels, %" PRIu32 " random problems a map, seed %d, the lowest of %d turns "
        "through all of them; first: a first step; "
        "short: that of a trip of 5 to 10 cells; later: a move after it; jump: a whole jump "
        "point search; of jump: first divided by jump, faster: the maps where that is at most 1; "
        "builds by one thread; %zu walks were not optimal\n",
        request->problems, SEED, TURNS, longer);
    print_classes(of, count);
    print_worst(of, count, "longest first steps", compare_means);
    print_worst(of, count, "longest first steps beside a jump point search", compare_ratios);
    print_left_out(measured);
    free(of);
    return longer == 0;
}

bool bench_kinds_native(const bench_request *request)
{
    rows measured = {0};
    if (request->maps != NULL)
        list_maps(&measured, request->maps, true);
    if (measured.count == 0) {
        printf("Native maps: none (--maps)\n");
        return true;
    }
    qsort(measured.all, measured.count, sizeof *measured.all, compare_names);
    for (size_t i = 0; i < measured.count; i++)
        measure_map(request, &measured.all[i]);
    bool exact = print_native(&measured, request);
    free(measured.all);
    return exact;
}
