/* rejoin.c: which patches are joined after a few tiles have changed.
 *
 * Each patch beside a changed tile that was joined to it begins a set, and each patch of a changed
 * tile. Contacts of the latter are looked at first. Then sets follow the contacts of their patches
 * by turns, one patch each, and become one where they meet. A set that has no more to follow is a
 * component. Each patch of an earlier component that no set has seen is joined to one of the
 * component's unfinished sets: so as soon as there is only one such set, it is the rest of the
 * component and need not be followed. In an open field that is so at once; where a wall cuts a map
 * in two, after all patches of the smaller part. */
#include "grid/rejoin.h"

#include "base/forest.h"
#include "grid/living.h"

#define NONE CAIRN__NOT_JOINED

/* Sides of tiles. */
#define ALL_SIDES (CAIRN__SIDES_BEHIND | CAIRN__SIDES_BEFORE)

static cairn__components *get_components(const cairn__rejoin *search)
{
    return &search->map->living->components;
}

static cairn__patch *get_patch(const cairn__rejoin *search, cairn__patch_id id)
{
    return cairn__get_patch(&search->map->living->patches, id);
}

/* ---- earlier components ---- */

static void touch(cairn__components *components, uint32_t index)
{
    if (components->list[index].state != CAIRN__JOINED_STEADY)
        return;
    components->list[index].state = CAIRN__JOINED_TOUCHED;
    components->list[index].sets = 0;
    components->touched[components->touched_count++] = index;
}

static uint32_t join_components(cairn__components *components, uint32_t a, uint32_t b)
{
    a = cairn__find_root(components->parents, a);
    b = cairn__find_root(components->parents, b);
    if (a != b) {
        components->parents[b] = a;
        components->list[a].sets += components->list[b].sets;
    }
    return a;
}

/* ---- sets ---- */

/* A set has patches of an earlier component. */
static void own(cairn__components *components, cairn__patch_set *set, uint32_t joined)
{
    touch(components, joined);
    if (set->joined == NONE) {
        set->joined = cairn__find_root(components->parents, joined);
        components->list[set->joined].sets++;
    } else {
        set->joined = join_components(components, set->joined, joined);
    }
}

/* Adds a patch that was not seen before to a set. One of a tile that has not changed is to be
 * followed. */
static void see(cairn__rejoin *search, cairn__patch_id id, uint32_t index)
{
    cairn__components *components = get_components(search);
    cairn__patch_set *set = &components->sets[index];
    cairn__patch *patch = get_patch(search, id);
    uint32_t entry = search->seen++;
    patch->seen = index + 1;
    components->sets[entry].patch = id;
    components->sets[entry].next = NONE;
    if (patch->joined == NONE)
        return;
    if (set->head == NONE)
        set->head = entry;
    else
        components->sets[set->tail].next = entry;
    set->tail = entry;
    own(components, set, patch->joined);
}

static void begin_set(cairn__rejoin *search, cairn__patch_id id)
{
    uint32_t index = search->seen;
    get_components(search)->sets[index] = (cairn__patch_set){id, NONE, NONE, NONE, NONE};
    get_components(search)->set_parents[index] = index;
    search->sets++;
    see(search, id, index);
}

static void join_lists(cairn__patch_set *sets, uint32_t a, uint32_t b)
{
    if (sets[b].head == NONE)
        return;
    if (sets[a].head == NONE)
        sets[a].head = sets[b].head;
    else
        sets[sets[a].tail].next = sets[b].head;
    sets[a].tail = sets[b].tail;
}

static void join_sets(cairn__rejoin *search, uint32_t a, uint32_t b)
{
    cairn__components *components = get_components(search);
    cairn__patch_set *sets = components->sets;
    components->set_parents[b] = a;
    join_lists(sets, a, b);
    if (sets[a].joined == NONE) {
        sets[a].joined = sets[b].joined;
    } else if (sets[b].joined != NONE) {
        sets[a].joined = join_components(components, sets[a].joined, sets[b].joined);
        components->list[sets[a].joined].sets--;
    }
}

/* ---- following ---- */

/* A patch of a set has a contact with another patch. */
static void take_contact(cairn__rejoin *search, uint32_t set, cairn__patch_id there)
{
    uint32_t seen = get_patch(search, there)->seen;
    if (seen == 0) {
        see(search, there, set);
        return;
    }
    uint32_t other = cairn__find_root(get_components(search)->set_parents, seen - 1);
    if (other != set)
        join_sets(search, set, other);
}

static void meet(void *context, cairn__patch_id here, cairn__patch_id there)
{
    cairn__rejoin *search = context;
    (void)here;
    search->contacts++;
    take_contact(search, search->set, there);
}

/* Here is a patch of a changed tile. */
static void meet_new(void *context, cairn__patch_id here, cairn__patch_id there)
{
    cairn__rejoin *search = context;
    uint32_t seen = get_patch(search, here)->seen;
    take_contact(search, cairn__find_root(get_components(search)->set_parents, seen - 1), there);
}

/* True if the set has to be followed: patches of its components may be in another one. */
static bool is_open(cairn__components *components, uint32_t index)
{
    const cairn__patch_set *set = &components->sets[index];
    if (components->set_parents[index] != index || set->head == NONE)
        return false;
    return set->joined == NONE ||
           components->list[cairn__find_root(components->parents, set->joined)].sets > 1;
}

/* Follows the contacts of a set's next patch. */
static void follow(cairn__rejoin *search, uint32_t index)
{
    cairn__components *components = get_components(search);
    cairn__patch_set *set = &components->sets[index];
    search->set = index;
    cairn__patch_id patch = components->sets[set->head].patch;
    set->head = components->sets[set->head].next;
    cairn__for_each_contact_of(search->map, &search->map->living->patches, patch, index + 1, meet,
                               search);
    if (set->head == NONE && set->joined != NONE)
        components->list[cairn__find_root(components->parents, set->joined)].sets--;
}

/* False if that would take longer than finding all components anew. */
static bool follow_all(cairn__rejoin *search)
{
    bool is_going_on = true;
    while (is_going_on && search->contacts <= search->most_contacts) {
        is_going_on = false;
        for (uint32_t i = 0; i < search->sets; i++)
            if (is_open(get_components(search), i)) {
                follow(search, i);
                is_going_on = true;
            }
    }
    return !is_going_on;
}

/* ---- components of now ---- */

static bool is_finished(const cairn__patch_set *set)
{
    return set->head == NONE;
}

static uint32_t take_place(cairn__components *components)
{
    uint32_t index = components->free;
    if (index != NONE)
        components->free = components->parents[index];
    else
        index = components->used++;
    components->list[index] = (cairn__joined){0, UINT32_MAX, NONE, 0, CAIRN__JOINED_NEW};
    components->parents[index] = index;
    components->touched[components->touched_count++] = index;
    return index;
}

/* Gives each finished set a component of its own; others keep one of theirs. False if there is no
 * room for them. */
static bool name_sets(cairn__rejoin *search)
{
    cairn__components *components = get_components(search);
    size_t finished = 0;
    for (uint32_t i = 0; i < search->sets; i++)
        finished += components->set_parents[i] == i && is_finished(&components->sets[i]);
    if (finished > components->capacity - components->used ||
        finished > components->capacity - components->touched_count)
        return false;
    for (uint32_t i = 0; i < search->sets; i++) {
        cairn__patch_set *set = &components->sets[i];
        if (components->set_parents[i] == i)
            set->joined = is_finished(set) ? take_place(components)
                                           : cairn__find_root(components->parents, set->joined);
    }
    return true;
}

static void add_patch(cairn__joined *joined, cairn__patch *patch, uint32_t index)
{
    joined->cells += patch->cells;
    joined->first = patch->first < joined->first ? patch->first : joined->first;
    patch->joined = index;
}

/* Moves patches that were seen to their components. Those of unfinished sets stay where they were,
 * unless they are new. */
static void move_patches(cairn__rejoin *search)
{
    cairn__components *components = get_components(search);
    for (uint32_t i = 0; i < search->seen; i++) {
        cairn__patch *patch = get_patch(search, components->sets[i].patch);
        const cairn__patch_set *set =
            &components->sets[cairn__find_root(components->set_parents, patch->seen - 1)];
        if (patch->joined != NONE) {
            if (!is_finished(set))
                continue;
            components->list[patch->joined].cells -= patch->cells;
        }
        add_patch(&components->list[set->joined], patch, set->joined);
    }
}

/* Tiles beside the changed ones say so. */
static void show_moved(cairn__rejoin *search)
{
    const cairn__patch_set *sets = get_components(search)->sets;
    for (uint32_t i = 0; i < search->seen; i++)
        cairn__show_component(search->map, sets[i].patch / CAIRN__MAX_TILE_RUNS);
}

/* Components that became one: every patch says so. */
static void rename_patches(cairn_map *map)
{
    cairn__living *living = map->living;
    size_t places = (size_t)map->tiles_across * map->tiles_down;
    for (size_t place = 0; place < places; place++) {
        bool is_renamed = false;
        for (uint32_t i = cairn__count_patches(&living->patches, place); i-- > 0;) {
            cairn__patch *patch = cairn__get_patch(&living->patches, cairn__patch_id_at(place, i));
            uint32_t joined = cairn__find_root(living->components.parents, patch->joined);
            if (joined != patch->joined) {
                patch->joined = joined;
                is_renamed = true;
            }
        }
        if (is_renamed)
            cairn__show_component(map, place);
    }
}

/* True if the component's first cell is one of its patches'. */
static bool has_first(const cairn_map *map, uint32_t index)
{
    const cairn__patches *patches = &map->living->patches;
    uint32_t first = map->living->components.list[index].first;
    int32_t x = (int32_t)(first & 0xffff), y = (int32_t)(first >> 16);
    if (!cairn__is_open(map, x, y))
        return false;
    const cairn__patch *patch =
        cairn__get_patch(patches, cairn__patch_id_of(patches, map, cairn__tile_place(map, x, y),
                                                     (uint32_t)x, (uint32_t)y));
    return patch->joined == index && patch->first == first;
}

/* Looks for the first cell of a component: it is in the first row of tiles that has any. */
static uint32_t find_first(const cairn_map *map, uint32_t index)
{
    const cairn__patches *patches = &map->living->patches;
    uint32_t least = UINT32_MAX;
    for (size_t row = 0; row < map->tiles_down && least == UINT32_MAX; row++)
        for (size_t place = row * map->tiles_across; place < (row + 1) * map->tiles_across; place++)
            for (uint32_t i = cairn__count_patches(patches, place); i-- > 0;) {
                const cairn__patch *patch = cairn__get_patch(patches, cairn__patch_id_at(place, i));
                if (patch->joined == index && patch->first < least)
                    least = patch->first;
            }
    return least;
}

/* What becomes of an earlier component; true if it is gone, or its first cell is another one. */
static bool settle(cairn_map *map, uint32_t index, uint32_t first_before)
{
    cairn__components *components = &map->living->components;
    cairn__joined *joined = &components->list[index];
    if (components->parents[index] != index || joined->sets == 0) {
        joined->state = CAIRN__JOINED_FREE;
        return true;
    }
    if (!has_first(map, index))
        joined->first = find_first(map, index);
    joined->state = joined->first == first_before ? CAIRN__JOINED_STEADY : CAIRN__JOINED_NEW;
    return joined->state == CAIRN__JOINED_NEW;
}

/* Adds up components that became one. True if there are any. */
static bool add_up(cairn__components *components)
{
    bool is_any = false;
    for (uint32_t i = 0; i < components->touched_count; i++) {
        uint32_t index = components->touched[i],
                 root = cairn__find_root(components->parents, index);
        if (root == index || components->list[root].sets == 0)
            continue;
        cairn__joined *to = &components->list[root], *from = &components->list[index];
        to->cells += from->cells;
        to->first = from->first < to->first ? from->first : to->first;
        is_any = true;
    }
    return is_any;
}

static void free_places(cairn__components *components)
{
    for (uint32_t i = 0; i < components->touched_count; i++) {
        uint32_t index = components->touched[i];
        if (components->list[index].state == CAIRN__JOINED_FREE) {
            components->parents[index] = components->free;
            components->free = index;
        }
    }
}

/* Components from the finished search. True if numbers may be others than before. */
static bool make_components(cairn__rejoin *search)
{
    cairn_map *map = search->map;
    cairn__components *components = get_components(search);
    bool is_new = false;
    move_patches(search);
    show_moved(search);
    if (add_up(components))
        rename_patches(map);
    for (uint32_t i = 0; i < components->touched_count; i++) {
        const cairn__joined *joined = &components->list[components->touched[i]];
        bool is_old = joined->state == CAIRN__JOINED_TOUCHED;
        uint32_t before = is_old ? (uint32_t)(components->order[joined->number] >> 32) : 0;
        is_new = !is_old || settle(map, components->touched[i], before) || is_new;
    }
    free_places(components);
    return is_new;
}

/* ---- from start to finish ---- */

/* Takes the patches of a changed tile out of their components. */
static void leave(cairn__rejoin *search, size_t place)
{
    cairn__living *living = search->map->living;
    for (uint32_t i = cairn__count_patches(&living->patches, place); i-- > 0;) {
        const cairn__patch *patch =
            cairn__get_patch(&living->patches, cairn__patch_id_at(place, i));
        touch(&living->components, patch->joined);
        living->components.list[patch->joined].cells -= patch->cells;
    }
}

void cairn__rejoin_start(cairn__rejoin *search, cairn_map *map)
{
    cairn__living *living = map->living;
    *search = (cairn__rejoin){.map = map, .most_contacts = 4 * living->patches.count + 256};
    living->components.touched_count = 0;
    for (size_t i = 0; i < living->changed_count; i++)
        leave(search, living->changed[i].place);
    for (uint32_t i = 0; i < living->contacts->count; i++) {
        cairn__patch_id there = living->contacts->list[i].there;
        if (living->changed_at[there / CAIRN__MAX_TILE_RUNS] == 0 &&
            get_patch(search, there)->seen == 0)
            begin_set(search, there);
    }
}

void cairn__rejoin_add(cairn__rejoin *search, size_t place)
{
    for (uint32_t i = cairn__count_patches(&search->map->living->patches, place); i-- > 0;)
        begin_set(search, cairn__patch_id_at(place, i));
}

static void forget_seen(cairn__rejoin *search)
{
    for (uint32_t i = 0; i < search->seen; i++)
        get_patch(search, get_components(search)->sets[i].patch)->seen = 0;
}

void cairn__rejoin_meet(cairn__rejoin *search, size_t place)
{
    cairn__for_each_contact(search->map, &search->map->living->patches, place, ALL_SIDES, meet_new,
                            search);
}

void cairn__rejoin_finish(cairn__rejoin *search)
{
    cairn_map *map = search->map;
    if (!follow_all(search) || !name_sets(search)) {
        forget_seen(search);
        cairn__join_all(map);
        return;
    }
    bool is_new = make_components(search);
    forget_seen(search);
    if (is_new)
        cairn__number_components(map);
}
