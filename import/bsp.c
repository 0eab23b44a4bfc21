/* bsp.c: a Quake 3 level: its directory, what of it is solid, where players start.
 *
 *   offset  bytes
 *        0      4  "IBSP"
 *        4      4  version, 46
 *        8    136  17 lumps: where each is, and its bytes */
#include "bsp.h"

#include <stdlib.h>
#include <strings.h>

#include "readers.h"

enum { VERSION = 46, HEADER_BYTES = 8 + 8 * BSP_LUMPS };

/* The player's box in the game, in units: its middle is 24 above its feet; and its step. Falls are
 * not taken: below a ledge there may be an abyss, and starts are everywhere. */
static const double RADIUS = 15, HEIGHT = 56, STEP = 18, ORIGIN_HEIGHT = 24, DEEPEST_FALL = 0;

static cairn_status open_lumps(import_bytes bytes, cairn_detail *detail, bsp_lumps *lumps)
{
    if (bytes.count < HEADER_BYTES)
        return import_fail(detail, CAIRN_SYNTAX,
                           "the level ends inside its header; get a whole copy of it");
    uint32_t version = import_get_u32(bytes.data + 4);
    if (version != VERSION)
        return import_fail(detail, CAIRN_SYNTAX,
                           "the level has version %u of its format; cairn reads version %d, that "
                           "of Quake 3",
                           version, VERSION);
    for (uint32_t i = 0; i < BSP_LUMPS; i++) {
        const uint8_t *entry = bytes.data + 8 + 8 * (size_t)i;
        if (!import_find_part(bytes, import_get_u32(entry), import_get_u32(entry + 4),
                              &lumps->lumps[i]))
            return import_fail(detail, CAIRN_SYNTAX,
                               "the level's lump %u leads out of the file; get a whole copy of it",
                               i);
    }
    return CAIRN_OK;
}

/* The box of the level's first model, which is the world. */
static cairn_status find_bounds(const bsp_lumps *lumps, cairn_detail *detail, import_bounds *bounds)
{
    import_bytes model;
    if (!import_find_part(lumps->lumps[BSP_MODELS], 0, 24, &model))
        return import_fail(detail, CAIRN_SYNTAX,
                           "the level has no model of its world; get a whole copy of the file");
    for (size_t i = 0; i < 2; i++) {
        bounds->least[i] = (double)import_get_float(model.data + 4 * i);
        bounds->most[i] = (double)import_get_float(model.data + 12 + 4 * i);
    }
    return CAIRN_OK;
}

/* ---- what entities mean ---- */

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

/* What moves is not there while doors are open; what never moves always is. */
static bool is_solid(const char *class, bool doors_closed)
{
    static const char *const still[] = {"func_static",    "func_wall",      "func_button",
                                        "func_breakable", "func_explosive", NULL};
    static const char *const movers[] = {"func_door",     "func_door_rotating", "func_door_secret",
                                         "func_plat",     "func_train",         "func_bobbing",
                                         "func_rotating", "func_pendulum",      NULL};
    return is_one_of(class, still) || (doors_closed && is_one_of(class, movers));
}

static bool is_start(const char *class)
{
    static const char *const others[] = {"team_CTF_redplayer", "team_CTF_blueplayer",
                                         "team_CTF_redspawn", "team_CTF_bluespawn", NULL};
    return (strncmp(class, "info_player", 11) == 0 &&
            strcmp(class, "info_player_intermission") != 0) ||
           is_one_of(class, others);
}

static cairn_status add_models(const bsp_lumps *lumps, const bsp_entities *entities,
                               import_hull hull, const import_def *def, import_solids *solids)
{
    bsp_model model = {.hull = hull};
    cairn_status status = bsp_add_model(lumps, &model, def->detail, solids);
    for (uint32_t i = 0; status == CAIRN_OK && i < entities->count; i++) {
        const bsp_entity *entity = &entities->entities[i];
        if (entity->model == 0 || !is_solid(entity->class, def->player->doors_closed != 0))
            continue;
        model.model = entity->model;
        memcpy(model.origin, entity->origin, sizeof model.origin);
        status = bsp_add_model(lumps, &model, def->detail, solids);
    }
    return status;
}

static import_start *find_starts(const bsp_entities *entities, uint32_t *count)
{
    import_start *starts = calloc((size_t)entities->count + 1, sizeof *starts);
    *count = 0;
    for (uint32_t i = 0; starts != NULL && i < entities->count; i++) {
        const bsp_entity *entity = &entities->entities[i];
        if (is_start(entity->class) && *count < IMPORT_MOST_STARTS)
            starts[(*count)++] = (import_start){entity->origin[0], entity->origin[1],
                                                entity->origin[2] - ORIGIN_HEIGHT};
    }
    return starts;
}

/* ---- the level ---- */

static cairn_status run_level(const bsp_lumps *lumps, const import_def *def, import_grid *grid,
                              const import_frame *frame)
{
    bsp_entities entities;
    import_solids solids = {0};
    cairn_status status = bsp_entities_open(lumps->lumps[BSP_ENTITIES], def->detail, &entities);
    if (status != CAIRN_OK)
        return status;
    import_source source = {.step = import_choose(def->player->step_height, STEP),
                            .fall = import_choose(def->player->fall_height, DEEPEST_FALL),
                            .width = 2 * import_choose(def->player->radius, RADIUS)};
    const import_hull hull = {import_frame_get_radius(frame, source.width / 2),
                              import_choose(def->player->height, HEIGHT)};
    import_start *starts = find_starts(&entities, &source.start_count);
    source.starts = starts;
    status = starts != NULL ? add_models(lumps, &entities, hull, def, &solids)
                            : import_fail_memory(def->detail);
    if (status == CAIRN_OK)
        status = import_solids_run(&solids, frame, &source, def, grid);
    import_solids_close(&solids);
    bsp_entities_close(&entities);
    free(starts);
    return status;
}

static const char LEVEL_NAME[] = "level"; /* a bare file does not know its own */

cairn_status import_bsp_list(import_bytes bytes, cairn_detail *detail, import_level_list *list)
{
    bsp_lumps lumps;
    import_bounds bounds = {{0, 0}, {0, 0}};
    cairn_status status = open_lumps(bytes, detail, &lumps);
    if (status == CAIRN_OK)
        status = find_bounds(&lumps, detail, &bounds);
    if (status == CAIRN_OK && !import_level_list_add(list, LEVEL_NAME, bytes.count, &bounds))
        status = import_fail_memory(detail);
    return status;
}

cairn_status import_bsp_run(import_bytes bytes, const import_def *def, import_grid **grid)
{
    bsp_lumps lumps;
    import_bounds bounds;
    import_frame frame;
    import_grid *made = NULL;
    cairn_status status = import_check_level(LEVEL_NAME, def);
    if (status == CAIRN_OK)
        status = open_lumps(bytes, def->detail, &lumps);
    if (status == CAIRN_OK)
        status = find_bounds(&lumps, def->detail, &bounds);
    if (status == CAIRN_OK)
        status = import_frame_make(&bounds, def, &frame, &made);
    if (status == CAIRN_OK)
        status = run_level(&lumps, def, made, &frame);
    if (status == CAIRN_OK) {
        memcpy(made->info.level, LEVEL_NAME, sizeof LEVEL_NAME);
        *grid = made;
    } else {
        import_grid_destroy(made);
    }
    return status;
}
