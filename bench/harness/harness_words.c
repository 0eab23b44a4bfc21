/* harness_words.c: the text of options, read by the library's list: its unit, least and most say
 * what a value may be. */
#include "harness.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_OF_BUILDS = 64 };

__attribute__((format(printf, 2, 3))) static cairn_status refuse(cairn_detail *detail,
                                                                 const char *format, ...)
{
    va_list arguments;
    if (detail != NULL) {
        va_start(arguments, format);
        (void)vsnprintf(detail->text, sizeof detail->text, format, arguments);
        va_end(arguments);
    }
    return CAIRN_ARGUMENT;
}

/* ---- values ---- */

cairn_status harness_read_number(const char *word, const char *text, const uint64_t bounds[2],
                                 uint64_t *number, cairn_detail *detail)
{
    char *end = NULL;
    errno = 0;
    *number = text[0] >= '0' && text[0] <= '9' ? strtoull(text, &end, 10) : 0;
    if (end != NULL && *end == '\0' && errno == 0 && *number >= bounds[0] && *number <= bounds[1])
        return CAIRN_OK;
    return refuse(detail, "--%s wants a whole number from %" PRIu64 " to %" PRIu64 ", not '%.60s'",
                  word, bounds[0], bounds[1], text);
}

cairn_status harness_read_choice(const char *word, const char *text, const char *choices,
                                 uint64_t *place, cairn_detail *detail)
{
    const char *choice = choices;
    for (*place = 0; *choice != '\0'; ++*place) {
        size_t length = strcspn(choice, "|");
        if (strlen(text) == length && strncmp(choice, text, length) == 0)
            return CAIRN_OK;
        choice += length + (choice[length] == '|');
    }
    return refuse(detail, "--%s wants one of %s, not '%.60s'", word, choices, text);
}

/* A number with one decimal at most, taken times 10. */
static cairn_status read_tenths(const cairn_option_info *info, const char *text, uint64_t *value,
                                cairn_detail *detail)
{
    const double scale = 10;
    char *end = NULL;
    errno = 0;
    double number = text[0] >= '0' && text[0] <= '9' ? strtod(text, &end) : -1;
    const char *point = strchr(text, '.');
    bool short_enough = point == NULL || strlen(point) <= 2;
    if (end != NULL && *end == '\0' && errno == 0 && short_enough &&
        number * scale >= (double)info->least - 0.5 && number * scale < (double)info->most + 0.5) {
        *value = (uint64_t)(number * scale + 0.5);
        return CAIRN_OK;
    }
    return refuse(detail,
                  "--%s wants a number from %.1f to %.1f with at most one decimal, not '%.60s'",
                  info->word, (double)info->least / scale, (double)info->most / scale, text);
}

/* Numbers from 1 with commas between, or all. */
static cairn_status read_set(const cairn_option_info *info, const char *text, uint64_t *value,
                             cairn_detail *detail)
{
    uint32_t members = 0;
    while (info->most >> members != 0)
        members++;
    *value = 0;
    for (const char *at = text; strcmp(text, "all") != 0; at += 2) {
        uint32_t member = at[0] >= '1' && at[0] <= '9' ? (uint32_t)(at[0] - '0') : 0;
        if (member == 0 || member > members || (at[1] != ',' && at[1] != '\0'))
            return refuse(
                detail, "--%s wants numbers from 1 to %u with commas between, or all, not '%.60s'",
                info->word, members, text);
        *value |= UINT64_C(1) << (member - 1);
        if (at[1] == '\0')
            return CAIRN_OK;
    }
    *value = info->most;
    return CAIRN_OK;
}

static cairn_status read_value(const cairn_option_info *info, const char *text, uint64_t *value,
                               cairn_detail *detail)
{
    const uint64_t bounds[2] = {info->least, info->most};
    bool flag = info->unit == CAIRN_UNIT_FLAG;
    if (flag != (text == NULL))
        return refuse(detail, flag ? "--%s stands alone: it takes no value" : "--%s wants a value",
                      info->word);
    *value = 1;
    if (!flag && info->most == CAIRN_UNLIMITED && strcmp(text, "unlimited") == 0) {
        *value = CAIRN_UNLIMITED;
        return CAIRN_OK;
    }
    switch (info->unit) {
    case CAIRN_UNIT_FLAG:
        return CAIRN_OK;
    case CAIRN_UNIT_TENTHS:
        return read_tenths(info, text, value, detail);
    case CAIRN_UNIT_CHOICE:
        return harness_read_choice(info->word, text, info->argument, value, detail);
    case CAIRN_UNIT_SET:
        return read_set(info, text, value, detail);
    default:
        return harness_read_number(info->word, text, bounds, value, detail);
    }
}

/* ---- options ---- */

bool harness_find_option(const char *word, int whom, cairn_option_info *info)
{
    *info = (cairn_option_info){.size = sizeof *info};
    for (uint32_t i = 0; cairn_option_get_info(i, info) == CAIRN_OK; i++)
        if ((info->option >= FIRST_OF_BUILDS) == (whom == HARNESS_OF_BUILDS) &&
            strcmp(info->word, word) == 0)
            return true;
    return false;
}

cairn_status harness_options_set(harness_options *options, const cairn_option_info *info,
                                 const char *text, cairn_detail *detail)
{
    uint32_t place = 0;
    uint64_t value = 0;
    cairn_status status = read_value(info, text, &value, detail);
    if (status != CAIRN_OK)
        return status;
    while (place < options->count && options->options[place].option != info->option)
        place++;
    if (place == HARNESS_OPTIONS)
        return refuse(detail, "--%s is one option too many", info->word);
    options->options[place] = (cairn_option){.option = info->option, .value = value};
    options->count += place == options->count;
    return CAIRN_OK;
}

/* ---- words ---- */

cairn_status harness_read_words(const char *words, harness_word_function take, void *context,
                                cairn_detail *detail)
{
    cairn_status status = CAIRN_OK;
    for (words += strspn(words, " "); status == CAIRN_OK && *words != '\0';
         words += strspn(words, " ")) {
        char word[128];
        size_t length = strcspn(words, " ");
        if (length >= sizeof word)
            return refuse(detail, "'%.60s' is too long", words);
        memcpy(word, words, length);
        word[length] = '\0';
        char *text = strchr(word, '=');
        if (text != NULL)
            *text++ = '\0';
        status = take(context, word, text, detail);
        words += length;
    }
    return status;
}
