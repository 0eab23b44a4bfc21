/* cli_option.c: options of the library's list (lab.h) as options of a command: their values are read,
 * and their help is completed, by what the list says of them. */
#include "cli.h"

#include <inttypes.h>
#include <string.h>

bool cli_find_option(int key, cairn_option_info *info)
{
    *info = (cairn_option_info){.size = sizeof *info};
    for (uint32_t i = 0; cairn_option_get_info(i, info) == CAIRN_OK; i++)
        if (key == CLI_KEY_OPTION + (int)info->option)
            return true;
    return false;
}

error_t cli_parse_option(int key, const char *arg, struct argp_state *state,
                         harness_options *options)
{
    cairn_option_info info;
    cairn_detail detail = {0};
    if (!cli_find_option(key, &info))
        return ARGP_ERR_UNKNOWN;
    if (harness_options_set(options, &info, arg, &detail) != CAIRN_OK)
        argp_error(state, "%s", detail.text);
    return 0;
}

/* ---- whom an option is for ---- */

/* "knn alone", "knn and labels", "knn, labels and regions". */
static void join_words(const char *const *words, size_t count, char *text, size_t capacity)
{
    size_t used = 0;
    for (size_t i = 0; i < count && used < capacity; i++)
        used += (size_t)snprintf(text + used, capacity - used, "%s%s",
                                 i == 0           ? ""
                                 : i + 1 == count ? " and "
                                                  : ", ",
                                 words[i]);
    if (count == 1 && used < capacity)
        snprintf(text + used, capacity - used, " alone");
}

void cli_write_kinds(const cairn_option_info *info, char *text, size_t capacity)
{
#define ONE(name, word, number) +1
#define ADD(name, word, number)                                                                    \
    if ((info->scope & CAIRN_FOR_KIND(number)) != 0)                                               \
        words[count++] = #word;
    const char *words[CAIRN_DB_KIND_LIST(ONE)];
    size_t count = 0;
    CAIRN_DB_KIND_LIST(ADD)
    join_words(words, count, text, capacity);
#undef ADD
#undef ONE
}

void cli_write_algorithms(const cairn_option_info *info, char *text, size_t capacity)
{
#define ONE(name, word, number) +1
#define ADD(name, word, number)                                                                    \
    if ((info->scope & CAIRN_FOR_ALGORITHM(number)) != 0)                                          \
        words[count++] = #word;
    const char *words[CAIRN_ALGORITHM_LIST(ONE)];
    size_t count = 0;
    CAIRN_ALGORITHM_LIST(ADD)
    join_words(words, count, text, capacity);
#undef ADD
#undef ONE
}

/* ---- help ---- */

/* A value as it is typed. */
static void write_value(const cairn_option_info *info, uint64_t value, char *text, size_t capacity)
{
    const char *word = info->argument;
    if (value == CAIRN_UNLIMITED && info->most == CAIRN_UNLIMITED) {
        snprintf(text, capacity, "unlimited");
    } else if (info->unit == CAIRN_UNIT_TENTHS) {
        snprintf(text, capacity, "%" PRIu64 ".%" PRIu64, value / 10, value % 10);
    } else if (info->unit == CAIRN_UNIT_CHOICE) {
        for (; value > 0; value--)
            word += strcspn(word, "|") + 1;
        snprintf(text, capacity, "%.*s", (int)strcspn(word, "|"), word);
    } else {
        snprintf(text, capacity, "%" PRIu64, value);
    }
}

char *cli_filter_option_help(int key, const char *text, void *input)
{
    (void)input;
    cairn_option_info info;
    char least[32], most[32], standard[32], range[96] = "", *whole = NULL;
    if (text == NULL || !cli_find_option(key, &info) || info.unit == CAIRN_UNIT_FLAG ||
        info.unit == CAIRN_UNIT_SET)
        return (char *)text;
    write_value(&info, info.least, least, sizeof least);
    write_value(&info, info.most, most, sizeof most);
    write_value(&info, info.standard, standard, sizeof standard);
    if (info.most == CAIRN_UNLIMITED)
        snprintf(range, sizeof range, "%s and more, or unlimited, ", least);
    else if (info.unit != CAIRN_UNIT_CHOICE && info.most < UINT64_MAX)
        snprintf(range, sizeof range, "%s to %s, ", least, most);
    return asprintf(&whole, "%s; %sdefault %s", text, range, standard) >= 0 ? whole : (char *)text;
}

/* ---- recommended options ---- */

void cli_report_add_walk_options(struct cli_report *report, const cairn_db *db)
{
    char text[512] = "", value[32];
    size_t used = 0;
    cairn_option option;
    for (uint32_t i = 0; cairn_db_get_option(db, i, &option) == CAIRN_OK; i++) {
        cairn_option_info info;
        if (!cli_find_option(CLI_KEY_OPTION + (int)option.option, &info) || used >= sizeof text)
            continue;
        bool flag = info.unit == CAIRN_UNIT_FLAG;
        write_value(&info, option.value, value, sizeof value);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s--%s%s%s", used > 0 ? " " : "",
                                 info.word, flag ? "" : " ", flag ? "" : value);
    }
    if (used > 0)
        cli_report_add_word(report, "walk_with", text);
}
