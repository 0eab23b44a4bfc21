/* joined.c: components of a changing map found anew, their numbers, the largest of them. */
#include "grid/joined.h"

#include <stdlib.h>
#include <string.h>

#include "base/forest.h"
#include "base/memory.h"
#include "grid/components.h"
#include "grid/living.h"

/* ---- memory ---- */

static size_t get_item_bytes(void)
{
    const cairn__components *components = NULL;
    return sizeof *components->list + sizeof *components->parents + sizeof *components->order +
           sizeof *components->touched + sizeof *components->sets + sizeof *components->set_parents;
}

size_t cairn__components_get_bytes(const cairn__components *components)
{
    return components->capacity * get_item_bytes();
}

void cairn__components_end(cairn__components *components, const cairn_allocator *allocator)
{
    cairn__release(allocator, components->list);
    cairn__release(allocator, components->parents);
    cairn__release(allocator, components->order);
    cairn__release(allocator, components->touched);
    cairn__release(allocator, components->sets);
    cairn__release(allocator, components->set_parents);
}

cairn_status cairn__components_reserve(cairn__components *components,
                                       const cairn_allocator *allocator, size_t patches)
{
    if (components->capacity > 0 && patches <= components->capacity)
        return CAIRN_OK;
    cairn__components more = *components;
    more.capacity = patches + patches / 4 + 64;
    more.list = cairn__allocate(allocator, more.capacity, sizeof *more.list);
    more.parents = cairn__allocate(allocator, more.capacity, sizeof *more.parents);
    more.order = cairn__allocate(allocator, more.capacity, sizeof *more.order);
    more.touched = cairn__allocate(allocator, more.capacity, sizeof *more.touched);
    more.sets = cairn__allocate(allocator, more.capacity, sizeof *more.sets);
    more.set_parents = cairn__allocate(allocator, more.capacity, sizeof *more.set_parents);
    if (more.list == NULL || more.parents == NULL || more.order == NULL || more.touched == NULL ||
        more.sets == NULL || more.set_parents == NULL) {
        cairn__components_end(&more, allocator);
        return CAIRN_MEMORY;
    }
    if (components->used > 0) {
        memcpy(more.list, components->list, components->used * sizeof *more.list);
        memcpy(more.parents, components->parents, components->used * sizeof *more.parents);
        memcpy(more.order, components->order, components->count * sizeof *more.order);
    }
    cairn__components_end(components, allocator);
    *components = more;
    return CAIRN_OK;
}

/* ---- all anew ---- */

static size_t count_places(const cairn_map *map)
{
    return (size_t)map->tiles_across * map->tiles_down;
}

/* The patches of a tile; `*count` of them. */
static cairn__patch *get_patches(const cairn__patches *patches, size_t place, uint32_t *count)
{
    *count = cairn__count_patches(patches, place);
    return patches->several[place] != NULL ? patches->several[place]->list : &patches->only[place];
}

/* Gives each patch a set of its own, in the order of places. */
static void separate(cairn__living *living, size_t places)
{
    uint32_t sets = 0, count;
    for (size_t place = 0; place < places; place++) {
        cairn__patch *patches = get_patches(&living->patches, place, &count);
        for (uint32_t i = 0; i < count; i++) {
            living->components.set_parents[sets] = sets;
            patches[i].joined = sets++;
        }
    }
}

static void join(void *context, cairn__patch_id here, cairn__patch_id there)
{
    cairn__living *living = context;
    cairn__join_sets(living->components.set_parents,
                     cairn__get_patch(&living->patches, here)->joined,
                     cairn__get_patch(&living->patches, there)->joined);
}

static void add_patch(cairn__joined *joined, const cairn__patch *patch)
{
    joined->cells += patch->cells;
    joined->first = patch->first < joined->first ? patch->first : joined->first;
}

/* Makes a component of each root. A set's parent comes before it, so it has its component. */
static void list_components(cairn__living *living, size_t places)
{
    cairn__components *components = &living->components;
    uint32_t set = 0, count;
    components->used = 0;
    components->free = CAIRN__NOT_JOINED;
    for (size_t place = 0; place < places; place++) {
        cairn__patch *patches = get_patches(&living->patches, place, &count);
        for (uint32_t i = 0; i < count; i++, set++) {
            uint32_t parent = components->set_parents[set], used = components->used;
            if (parent == set) {
                components->list[used] = (cairn__joined){0, UINT32_MAX, 0, 0, CAIRN__JOINED_STEADY};
                components->parents[used] = used;
                components->sets[set].joined = components->used++;
            } else {
                components->sets[set].joined = components->sets[parent].joined;
            }
            patches[i].joined = components->sets[set].joined;
            add_patch(&components->list[patches[i].joined], &patches[i]);
        }
    }
    components->count = components->used;
}

/* ---- numbers ---- */

static int compare_keys(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return first < second ? -1 : first > second;
}

static uint64_t make_key(const cairn__components *components, uint32_t index)
{
    return (uint64_t)components->list[index].first << 32 | index;
}

void cairn__show_component(cairn_map *map, size_t place)
{
    cairn__living *living = map->living;
    uint32_t count;
    const cairn__patch *patches = get_patches(&living->patches, place, &count);
    uint32_t joined = count > 0 ? patches[0].joined : CAIRN__NOT_JOINED;
    map->components[place] = joined;
    for (uint32_t i = 1; i < count; i++)
        if (patches[i].joined != joined) {
            map->components[place] = CAIRN__SEVERAL_COMPONENTS;
            break;
        }
}

/* Numbers components in the order of their keys; the first `known` of them have their numbers. */
static void show_numbers(cairn_map *map, uint32_t known)
{
    cairn__components *components = &map->living->components;
    for (uint32_t i = known; i < components->count; i++)
        components->list[(uint32_t)components->order[i]].number = i;
    map->info.components = components->count;
}

static void look_for_largest(cairn__components *components)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < components->count; i++) {
        uint32_t index = (uint32_t)components->order[i];
        if (components->list[index].cells > most) {
            most = components->list[index].cells;
            components->largest = index;
        }
    }
}

void cairn__find_largest(cairn_map *map)
{
    cairn__components *components = &map->living->components;
    const cairn__joined *known = &components->list[components->largest];
    if (components->used == 0 || known->state == CAIRN__JOINED_FREE ||
        known->cells <= map->info.open_cells / 2)
        look_for_largest(components);
    map->largest = map->info.largest_component = 0;
    if (components->count > 0) {
        known = &components->list[components->largest];
        map->largest = known->number;
        map->info.largest_component = known->cells;
    }
}

void cairn__join_all(cairn_map *map)
{
    cairn__living *living = map->living;
    cairn__components *components = &living->components;
    size_t places = count_places(map);
    separate(living, places);
    for (size_t place = 0; place < places; place++)
        if (cairn__count_patches(&living->patches, place) > 0)
            cairn__for_each_contact(map, &living->patches, place, CAIRN__SIDES_BEHIND, join,
                                    living);
    list_components(living, places);
    for (uint32_t i = 0; i < components->count; i++)
        components->order[i] = make_key(components, i);
    qsort(components->order, components->count, sizeof *components->order, compare_keys);
    show_numbers(map, 0);
    for (size_t place = 0; place < places; place++)
        cairn__show_component(map, place);
    components->largest = 0;
    cairn__find_largest(map);
}

static uint32_t get_lower(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The lowest number of what has become new or free. */
static uint32_t find_first_new(const cairn__components *components)
{
    uint32_t first = components->count;
    for (uint32_t i = 0; i < components->touched_count; i++) {
        const cairn__joined *joined = &components->list[components->touched[i]];
        if (joined->state != CAIRN__JOINED_STEADY)
            first = get_lower(first, joined->number);
    }
    return first;
}

/* Drops what is new or free from the order, from the number `first` on. */
static uint32_t keep_steady(cairn__components *components, uint32_t first)
{
    uint32_t kept = first;
    for (uint32_t i = first; i < components->count; i++) {
        uint64_t key = components->order[i];
        components->order[kept] = key;
        kept += components->list[(uint32_t)key].state == CAIRN__JOINED_STEADY;
    }
    return kept;
}

/* Puts the new ones at the end in order and merges both parts from behind; `new_keys` is room for
 * them. Returns the lowest number of a new one. */
static uint32_t merge_new(cairn__components *components, uint32_t kept, uint64_t *new_keys,
                          uint32_t new_count)
{
    qsort(new_keys, new_count, sizeof *new_keys, compare_keys);
    components->count = kept + new_count;
    uint32_t end = components->count;
    for (; new_count > 0; end--) {
        bool is_new = kept == 0 || components->order[kept - 1] < new_keys[new_count - 1];
        components->order[end - 1] = is_new ? new_keys[--new_count] : components->order[--kept];
    }
    return end;
}

void cairn__number_components(cairn_map *map)
{
    cairn__components *components = &map->living->components;
    uint64_t *new_keys = (uint64_t *)(void *)components->sets;
    uint32_t first = find_first_new(components);
    uint32_t new_count = 0, kept = keep_steady(components, first);
    for (uint32_t i = 0; i < components->touched_count; i++) {
        uint32_t index = components->touched[i];
        if (components->list[index].state == CAIRN__JOINED_NEW) {
            components->list[index].state = CAIRN__JOINED_STEADY;
            new_keys[new_count++] = make_key(components, index);
        }
    }
    show_numbers(map, get_lower(first, merge_new(components, kept, new_keys, new_count)));
}

uint32_t cairn__component_key_of_patch(const cairn_map *map, size_t place, cairn__xy cell)
{
    const cairn__patches *patches = &map->living->patches;
    return cairn__get_patch(patches, cairn__patch_id_of(patches, map, place, cell.x, cell.y))
        ->joined;
}

uint32_t cairn__component_of_key(const cairn_map *map, uint32_t key)
{
    return map->living->components.list[key].number;
}
