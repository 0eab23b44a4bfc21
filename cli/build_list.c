/* build_list.c: from the maps and folders that `cairn build` was given to a list of jobs. The maps
 * of a folder keep their places: FOLDER/a/b.map becomes OUT/a/b.cairn. */
#include "build_job.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAP_SUFFIX ".map"
#define DB_SUFFIX ".cairn"

static int fail_memory(void)
{
    return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name), end = strlen(suffix);
    return length > end && strcmp(name + length - end, suffix) == 0;
}

static struct cli_build_names *add_names(struct cli_build_list *list)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 16 : 2 * list->capacity;
        struct cli_build_names *grown = realloc(list->names, capacity * sizeof *grown);
        if (grown == NULL)
            return NULL;
        list->names = grown;
        list->capacity = capacity;
    }
    struct cli_build_names *names = &list->names[list->count++];
    *names = (struct cli_build_names){0};
    return names;
}

/* ROOT/STEM with another ending, where STEM is `place` without its `.map`. */
static char *make_name(const char *root, const char *place, const char *ending)
{
    size_t length = strlen(place) - (has_suffix(place, MAP_SUFFIX) ? strlen(MAP_SUFFIX) : 0);
    char *name = NULL;
    return asprintf(&name, "%s/%.*s%s", root, (int)length, place, ending) < 0 ? NULL : name;
}

/* Adds a map; `place` is where its database goes below the output folder. */
static int add_map(const struct cli_build_request *request, struct cli_build_list *list,
                   const char *map, const char *place)
{
    struct cli_build_names *names = add_names(list);
    if (names == NULL)
        return fail_memory();
    names->map = strdup(cli_parse_input(map));
    names->output = request->out_dir == NULL ? strdup(request->shared.output)
                                             : make_name(request->out_dir, place, DB_SUFFIX);
    if (request->checkpoint != NULL)
        names->checkpoint = request->out_dir == NULL ? strdup(request->checkpoint)
                                                     : make_name(request->checkpoint, place, "");
    bool failed = names->map == NULL || names->output == NULL ||
                  (request->checkpoint != NULL && names->checkpoint == NULL);
    return failed ? fail_memory() : CLI_YES;
}

/* ---- folders ---- */

static int keep_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int add_folder(const struct cli_build_request *request, struct cli_build_list *list,
                      const char *folder, const char *place);

static int add_entry(const struct cli_build_request *request, struct cli_build_list *list,
                     const char *folder, const char *place, const char *name)
{
    char *path = NULL, *below = NULL;
    int code = CLI_YES;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        path = NULL;
    if (asprintf(&below, "%s%s%s", place, place[0] != '\0' ? "/" : "", name) < 0)
        below = NULL;
    if (path == NULL || below == NULL)
        code = fail_memory();
    else if (is_folder(path))
        code = add_folder(request, list, path, below);
    else if (has_suffix(name, MAP_SUFFIX))
        code = add_map(request, list, path, below);
    free(path);
    free(below);
    return code;
}

/* All maps in a folder and in those below it, in the order of their names. */
static int add_folder(const struct cli_build_request *request, struct cli_build_list *list,
                      const char *folder, const char *place)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, keep_visible, alphasort);
    if (count < 0)
        return cli_fail(CLI_BAD, "%s: the folder cannot be read: %s", folder, strerror(errno));
    int code = CLI_YES;
    for (int i = 0; i < count; i++) {
        if (code == CLI_YES)
            code = add_entry(request, list, folder, place, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return code;
}

/* ---- outputs ---- */

static int compare_outputs(const void *a, const void *b)
{
    const struct cli_build_names *const *left = a, *const *right = b;
    return strcmp((*left)->output, (*right)->output);
}

/* Two maps must not have one database. */
static int check_outputs(const struct cli_build_list *list)
{
    const struct cli_build_names **order = calloc(list->count + 1, sizeof *order);
    int code = CLI_YES;
    if (order == NULL)
        return fail_memory();
    for (size_t i = 0; i < list->count; i++)
        order[i] = &list->names[i];
    qsort(order, list->count, sizeof *order, compare_outputs);
    for (size_t i = 1; code == CLI_YES && i < list->count; i++)
        if (strcmp(order[i - 1]->output, order[i]->output) == 0)
            code = cli_fail(CLI_BAD, "%s and %s would both become %s; build them apart",
                            order[i - 1]->map, order[i]->map, order[i]->output);
    free(order);
    return code;
}

/* Makes the folders on the way to a file. */
static int make_folders(const char *path)
{
    char *copy = strdup(path);
    int code = CLI_YES;
    if (copy == NULL)
        return fail_memory();
    for (char *end = strchr(copy + 1, '/'); code == CLI_YES && end != NULL;
         end = strchr(end + 1, '/')) {
        *end = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST)
            code = cli_fail(CLI_BAD, "%s: the folder cannot be made: %s", copy, strerror(errno));
        *end = '/';
    }
    free(copy);
    return code;
}

static void set_titles(struct cli_build_list *list)
{
    for (size_t i = 0; list->count > 1 && i < list->count; i++) {
        const char *name = strrchr(list->names[i].map, '/');
        char *text = cli_escape(name != NULL ? name + 1 : list->names[i].map);
        snprintf(list->names[i].title, sizeof list->names[i].title, "%zu/%zu %.32s: ", i + 1,
                 list->count, text != NULL ? text : "");
        free(text);
    }
}

int cli_build_list_open(const struct cli_build_request *request, struct cli_build_list *list)
{
    int code = CLI_YES;
    for (uint32_t i = 0; code == CLI_YES && i < request->map_count; i++) {
        const char *map = request->maps[i];
        const char *name = strrchr(map, '/');
        if (is_folder(map) && request->out_dir == NULL)
            code = cli_fail(CLI_BAD, "%s: it is a folder; say with --out-dir where to", map);
        else if (is_folder(map))
            code = add_folder(request, list, map, "");
        else
            code = add_map(request, list, map, name != NULL ? name + 1 : map);
    }
    if (code == CLI_YES && list->count == 0)
        code = cli_fail(CLI_BAD, "%s: there is no .map file in it", request->maps[0]);
    if (code == CLI_YES)
        code = check_outputs(list);
    for (size_t i = 0; code == CLI_YES && i < list->count; i++) {
        if (request->out_dir != NULL)
            code = make_folders(list->names[i].output);
        if (code == CLI_YES && list->names[i].checkpoint != NULL)
            code = make_folders(list->names[i].checkpoint);
    }
    set_titles(list);
    return code;
}

void cli_build_list_close(struct cli_build_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->names[i].map);
        free(list->names[i].output);
        free(list->names[i].checkpoint);
    }
    free(list->names);
    *list = (struct cli_build_list){0};
}
