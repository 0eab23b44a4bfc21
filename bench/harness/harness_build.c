/* harness_build.c: a database built as words say, by the library's one build. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

static bool find_kind(const char *word, cairn_kind *kind)
{
    bool found = strcmp(word, "auto") == 0;
#define MATCH(upper, name, number)                                                                 \
    if (strcmp(word, #name) == 0) {                                                                \
        *kind = number;                                                                            \
        found = true;                                                                              \
    }
    CAIRN_DB_KIND_LIST(MATCH)
#undef MATCH
    return found;
}

static cairn_status take_word(void *context, const char *word, const char *text,
                              cairn_detail *detail)
{
    harness_order *order = context;
    cairn_option_info info;
    if (text == NULL && find_kind(word, &order->kind))
        return CAIRN_OK;
    if (harness_find_option(word, HARNESS_OF_BUILDS, &info))
        return harness_options_set(&order->options, &info, text, detail);
    if (detail != NULL)
        (void)snprintf(detail->text, sizeof detail->text,
                       "there is no kind and no option '%.60s' of builds", word);
    return CAIRN_ARGUMENT;
}

cairn_status harness_order_read(const char *words, harness_order *order, cairn_detail *detail)
{
    *order = (harness_order){0};
    return harness_read_words(words, take_word, order, detail);
}

cairn_status harness_build(const cairn_map *map, const harness_order *order, const char *path,
                           cairn_build_report *report, cairn_detail *detail)
{
    const cairn_build_def def = {.size = sizeof def,
                                 .kind = order->kind,
                                 .threads = order->threads,
                                 .option_count = order->options.count,
                                 .options = order->options.options,
                                 .progress = order->progress,
                                 .progress_context = order->progress_context,
                                 .detail = detail};
    cairn_build *build = NULL;
    cairn_status status = cairn_build_create(map, &def, &build);
    if (status == CAIRN_OK)
        status = cairn_build_run(build);
    if (status == CAIRN_OK)
        status = cairn_build_write(build, path);
    if (report != NULL) {
        *report = (cairn_build_report){.size = sizeof *report};
        if (build != NULL)
            (void)cairn_build_get_report(build, report);
        report->reason = NULL; /* it goes with the build */
    }
    cairn_build_destroy(build);
    return status;
}
