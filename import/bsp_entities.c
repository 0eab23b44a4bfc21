/* bsp_entities.c: the text of a Quake 3 level: { "key" "value" ... } for each entity. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bsp.h"

enum { WORD_CAPACITY = 256 };

struct text {
    const uint8_t *at;
    const uint8_t *end;
};

static cairn_status fail(cairn_detail *detail)
{
    return import_fail(detail, CAIRN_SYNTAX,
                       "the level's list of entities is damaged; get a whole copy of the file");
}

/* The next sign that is no blank, or 0 at the end. */
static int peek(struct text *text)
{
    while (text->at < text->end && (isspace(*text->at) || *text->at == '\0'))
        text->at++;
    return text->at < text->end ? *text->at : 0;
}

/* A word in quotes, cut to what fits. False if it has no end. */
static bool read_word(struct text *text, char word[WORD_CAPACITY])
{
    size_t length = 0;
    if (peek(text) != '"')
        return false;
    for (text->at++; text->at < text->end && *text->at != '"'; text->at++) {
        if (length + 1 < WORD_CAPACITY)
            word[length++] = (char)*text->at;
    }
    word[length] = '\0';
    return text->at++ < text->end;
}

static void read_origin(const char *value, double origin[3])
{
    double read[3];
    if (sscanf(value, "%lf %lf %lf", &read[0], &read[1], &read[2]) != 3)
        return;
    for (int i = 0; i < 3; i++)
        origin[i] = isfinite(read[i]) ? read[i] : 0;
}

static void set_key(bsp_entity *entity, const char *key, const char *value)
{
    if (strcmp(key, "classname") == 0)
        snprintf(entity->class, sizeof entity->class, "%.63s", value);
    else if (strcmp(key, "origin") == 0)
        read_origin(value, entity->origin);
    else if (strcmp(key, "model") == 0 && value[0] == '*')
        entity->model = (uint32_t)strtoul(value + 1, NULL, 10);
}

static bool read_entity(struct text *text, bsp_entity *entity)
{
    char key[WORD_CAPACITY], value[WORD_CAPACITY];
    *entity = (bsp_entity){0};
    for (text->at++; peek(text) != '}';) {
        if (!read_word(text, key) || !read_word(text, value))
            return false;
        set_key(entity, key, value);
    }
    text->at++;
    return true;
}

cairn_status bsp_entities_open(import_bytes bytes, cairn_detail *detail, bsp_entities *entities)
{
    struct text text = {bytes.data, bytes.data + bytes.count};
    cairn_status status = CAIRN_OK;
    *entities = (bsp_entities){0};
    while (status == CAIRN_OK && peek(&text) != 0) {
        bsp_entity entity;
        if (peek(&text) != '{' || !read_entity(&text, &entity))
            status = fail(detail);
        else if (!import_grow((void **)&entities->entities, sizeof *entities->entities,
                              entities->count, &entities->capacity))
            status = import_fail_memory(detail);
        else
            entities->entities[entities->count++] = entity;
    }
    if (status != CAIRN_OK)
        bsp_entities_close(entities);
    return status;
}

void bsp_entities_close(bsp_entities *entities)
{
    free(entities->entities);
    *entities = (bsp_entities){0};
}
