/* build_image.h: databases of every kind made in memory: what `cairn build` writes, or measures to
 * choose one. */
#ifndef CAIRN_BUILD_IMAGE_H
#define CAIRN_BUILD_IMAGE_H

#include "cli.h"

/** What to make of a map. */
struct cli_recipe {
    cairn_db_kind kind;
    uint32_t level;       /**< dlrta */
    uint32_t eps;         /**< labels: in ten-thousandths */
    uint64_t max_entries; /**< labels: of all labels; 0: as many as the library makes */
    uint32_t records;     /**< knn */
    uint64_t seed;        /**< knn */
    bool fallback;        /**< knn, labels */
};

/** Who makes it, and for whom. */
struct cli_image_maker {
    const cairn_map *map;
    uint32_t threads;
    const struct cli_arguments *shared;
    const char *title;               /**< before the progress */
    const cairn_path_engine *engine; /**< knn: may be null */
    const cairn_regions_build *net;  /**< the fall-back, if it is there already; may be null */
    cairn_detail *detail;
};

/** A database in memory. */
struct cli_image {
    void *bytes;
    size_t count;
};

/** Makes a database and shows how far it is. */
cairn_status cli_image_make(const struct cli_image_maker *maker, const struct cli_recipe *recipe,
                            struct cli_image *image);
void cli_image_free(struct cli_image *image);

/** The records that a build has finished without a gap, as a database in memory. */
cairn_status cli_image_take_records(const cairn_build *build, struct cli_image *image);

/** Makes a net of regions; the caller destroys it, also after a failure. */
cairn_status cli_make_net(const struct cli_image_maker *maker, cairn_regions_build **build);

/** Writes an image to a file: it appears whole or not at all. */
int cli_image_write(const struct cli_image *image, const char *output, const char *map);

#endif
