/* crowd_save_goals.c: the last part of a saved crowd: goals that were looked for, and the marks of tiles that
 * have changed. */
#include "crowd/crowd_changes.h"
#include "crowd/crowd_goals.h"
#include "crowd/crowd_saved.h"
#include "grid/components.h"

/* Words of an answer. */
#define KNOWN_WORDS 3
#define KNOWN_BYTES ((size_t)4 * KNOWN_WORDS)

/* ---- writing ---- */

static unsigned char *put_known(const cairn__known_goal *known, unsigned char *to)
{
    const uint32_t words[KNOWN_WORDS] = {cairn__pack(known->asked), known->component,
                                         cairn__pack(known->goal)};
    return cairn__saved_put(to, words, KNOWN_WORDS);
}

static unsigned char *put_goals(const cairn_crowd *crowd, unsigned char *to)
{
    const cairn__goals *goals = &crowd->goals;
    const cairn__nearest *nearest = &goals->nearest;
    cairn__known_goal search = goals->search;
    search.goal = cairn__nearest_get(nearest);
    for (uint32_t k = 0; k < CAIRN__KNOWN_GOALS; k++)
        to = put_known(&goals->known[k], to);
    to = put_known(&search, to);
    const uint32_t words[3] = {goals->next, nearest->ring | (uint32_t)nearest->x << 16,
                               nearest->y | (uint32_t)nearest->passed << 16};
    return cairn__saved_put(to, words, 3);
}

static unsigned char *put_mark(const cairn_crowd *crowd, uint32_t k, unsigned char *to)
{
    const uint32_t word = cairn__changes_get_word(crowd, k);
    return cairn__saved_put(to, &word, 1);
}

unsigned char *cairn__saved_goals_put(const cairn_crowd *crowd, unsigned char *to)
{
    to = put_goals(crowd, to);
    for (uint32_t k = 0, count = cairn__changes_get_words(crowd); k < count; k++)
        to = put_mark(crowd, k, to);
    return to;
}

void cairn__saved_goals_hash(const cairn_crowd *crowd, cairn__hash *hash)
{
    unsigned char bytes[4 * CAIRN__GOALS_WORDS];
    (void)put_goals(crowd, bytes);
    cairn__hash_add(hash, bytes, sizeof bytes);
    for (uint32_t k = 0, count = cairn__changes_get_words(crowd); k < count; k++) {
        (void)put_mark(crowd, k, bytes);
        cairn__hash_add(hash, bytes, 4);
    }
}

/* ---- reading ---- */

/* An answer is taken as it is: an open cell of its component. */
static bool is_known_sound(const cairn_map *map, uint32_t component, cairn__xy goal)
{
    return component == CAIRN_ANY_COMPONENT ||
           (cairn__is_open_cell(map, goal) && cairn__component_of(map, goal) == component);
}

bool cairn__saved_goals_are_sound(const cairn_crowd *crowd, const cairn__saved_head *head,
                                  const unsigned char *from)
{
    bool is_marked = (head->policies & CAIRN__SAVED_MARKS) != 0;
    if (head->marks != cairn__changes_get_words(crowd) || (is_marked && crowd->map->living == NULL))
        return false;
    for (uint32_t k = 0; k <= CAIRN__KNOWN_GOALS; k++, from += KNOWN_BYTES)
        if (!is_known_sound(crowd->map, cairn__saved_get(from + 4),
                            cairn__unpack(cairn__saved_get(from + 8))))
            return false;
    return cairn__saved_get(from) < CAIRN__KNOWN_GOALS;
}

static cairn__known_goal take_known(const unsigned char *from)
{
    return (cairn__known_goal){cairn__unpack(cairn__saved_get(from)), cairn__saved_get(from + 4),
                               cairn__unpack(cairn__saved_get(from + 8))};
}

/* The question that is looked at, and how far the search has come. */
static void take_search(cairn__goals *goals, const unsigned char *search,
                        const unsigned char *place)
{
    uint32_t ring = cairn__saved_get(place), y = cairn__saved_get(place + 4);
    const cairn__nearest at = {.ring = (uint16_t)ring,
                               .x = (uint16_t)(ring >> 16),
                               .y = (uint16_t)y,
                               .passed = (uint16_t)(y >> 16)};
    goals->search = take_known(search);
    cairn__nearest_resume(&goals->nearest,
                          (cairn__nearest_question){goals->search.asked, goals->search.component},
                          goals->search.goal, &at);
}

void cairn__saved_goals_take(cairn_crowd *crowd, const cairn__saved_head *head,
                             const unsigned char *from)
{
    cairn__goals *goals = &crowd->goals;
    for (uint32_t k = 0; k < CAIRN__KNOWN_GOALS; k++, from += KNOWN_BYTES)
        goals->known[k] = take_known(from);
    take_search(goals, from, from + KNOWN_BYTES + 4);
    from += KNOWN_BYTES;
    goals->next = cairn__saved_get(from);
    from += 12;
    crowd->version = cairn__get_version(crowd->map);
    crowd->changes.rejoined = head->policies >> CAIRN__SAVED_REJOINED & 3;
    for (uint32_t k = 0; k < head->marks; k++, from += 4)
        cairn__changes_set_word(crowd, k, cairn__saved_get(from));
}
