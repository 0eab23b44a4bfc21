/* bend_maker.c: graph, order of hubs, labels, and the section with lists and landmarks: four jobs. */
#include "build/labels/bend_maker.h"

#include <string.h>

#include "base/memory.h"
#include "build/labels/bend_coder.h"
#include "build/labels/hub_cover.h"
#include "build/labels/landmark_maker.h"

typedef enum maker_part {
    GRAPH,
    COVER,
    LABELS,
    CODE,
    PARTS,
} maker_part;

/* Nodes that a turn takes, units of one, and bytes a unit. */
enum { MANY = 1024, NODE_UNITS = 4, BYTES_A_UNIT = 16 };

struct cairn__bend_maker {
    const cairn_map *map;
    cairn_allocator allocator;
    const cairn__bend_rule *rule;
    uint32_t threads;
    maker_part part;
    bool is_begun; /* the part */
    cairn__graph_maker *graph_maker;
    cairn__hub_cover *cover;
    cairn__labeller *labeller;
    cairn__job coding;
    cairn__bend_graph graph;
    cairn__graph survivors; /* the survivors' graph, as hub_labels.h takes it */
    uint32_t *order;        /* of hubs */
    cairn__hub_rule hub_rule;
    cairn__hub_labels labels;
    cairn__bend_numbers numbers;
    cairn__list_coder *list_coder;
    cairn__label_coder *label_coder;
    cairn__bend_head head;
    cairn__xy *hubs;
    uint32_t *label_firsts;
    uint32_t *list_firsts;
    cairn__pile lists;
    cairn__pile coded; /* labels */
    cairn__bend_layout layout;
    uint64_t written; /* bytes of lists or labels */
    cairn__bend_section section;
    cairn__bend_set set; /* in it */
    cairn__landmark_maker *landmarks;
};

typedef cairn__bend_maker maker;

/* ---- nodes and hubs ---- */

static cairn_status begin_nodes(void *context, uint32_t *turns)
{
    maker *self = context;
    *turns = cairn__count_turns(self->head.nodes, MANY);
    return CAIRN_OK;
}

static uint32_t get_end(const maker *self, uint32_t turn)
{
    return (uint32_t)cairn__get_turn_end(self->head.nodes, MANY, turn);
}

static cairn_status find_hubs(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    maker *self = context;
    (void)worker;
    for (uint32_t i = turn * MANY; i < get_end(self, turn); i++)
        self->hubs[i] = self->survivors.cells[self->order[i]];
    cairn__spend(meter, MANY);
    return CAIRN_OK;
}

static cairn_status begin_keys(void *context, uint32_t *turns)
{
    maker *self = context;
    return cairn__bend_numbers_begin(&self->numbers, &self->graph.survivors, turns);
}

static cairn_status make_keys(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    maker *self = context;
    (void)worker;
    cairn__bend_numbers_make_keys(&self->numbers, &self->graph.survivors, turn, meter);
    return CAIRN_OK;
}

static cairn_status sort_keys(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    (void)worker;
    (void)turn;
    return cairn__bend_numbers_sort(&((maker *)context)->numbers, meter);
}

static cairn_status begin_numbers(void *context, uint32_t *turns)
{
    *turns = cairn__bend_numbers_count_turns(&((maker *)context)->numbers);
    return CAIRN_OK;
}

static cairn_status read_keys(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    (void)worker;
    cairn__bend_numbers_read_keys(&((maker *)context)->numbers, turn, meter);
    return CAIRN_OK;
}

/* ---- coding ---- */

static cairn_status begin_lists(void *context, uint32_t *turns)
{
    maker *self = context;
    *turns = self->graph.blocks;
    return cairn__list_coder_create(&self->graph, &self->numbers, self->list_firsts, &self->lists,
                                    &self->list_coder);
}

static cairn_status code_list(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    (void)worker;
    return cairn__list_coder_run(((maker *)context)->list_coder, turn, meter);
}

static cairn_status begin_labels(void *context, uint32_t *turns)
{
    maker *self = context;
    *turns = self->head.nodes;
    return cairn__label_coder_create(&self->labels, &self->graph.survivors, &self->numbers,
                                     self->hubs, self->label_firsts, &self->coded,
                                     &self->label_coder);
}

static cairn_status code_label(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    (void)worker;
    return cairn__label_coder_run(((maker *)context)->label_coder, turn, meter);
}

/* ---- the section ---- */

/* The most entries of a short label. */
enum { SHORT_LABEL = 64 };

/* Dense nodes of a list lie so near each other that bearings hardly tell them apart: short labels are
 * read as soon. Labels count by the mean of their entries. */
static bool has_landmarks(const maker *self)
{
    uint64_t nodes = self->head.nodes;
    return nodes * self->rule->limits.landmark_cells <= self->map->info.open_cells ||
           self->labels.entries > nodes * SHORT_LABEL;
}

static cairn_status begin_section(void *context, uint32_t *turns)
{
    maker *self = context;
    bool marked = has_landmarks(self);
    uint64_t lead = self->rule->leads[marked];
    self->head.list_bytes = (uint32_t)self->lists.count;
    self->head.label_bytes = (uint32_t)self->coded.count;
    self->layout = cairn__bend_set_lay_out(&self->head);
    uint64_t marks = (lead + self->layout.bytes + 7) / 8 * 8;
    uint64_t mark_count = marked ? cairn__landmarks_get_bytes(self->head.nodes) : 0;
    unsigned char *block =
        cairn__allocate(&self->allocator, marks + mark_count + CAIRN__BEND_TAIL, 1);
    if (block == NULL)
        return CAIRN_MEMORY;
    self->section = (cairn__bend_section){.block = block,
                                          .bytes = block + lead,
                                          .count = self->layout.bytes,
                                          .marks = block + marks,
                                          .mark_count = mark_count,
                                          .bends = self->graph.all.count,
                                          .nodes = self->head.nodes,
                                          .edges = self->graph.firsts[self->head.nodes],
                                          .entries = self->labels.entries,
                                          .items = self->graph.items};
    uint64_t end = self->layout.labels + self->head.label_bytes;
    memcpy(self->section.bytes, &self->head, sizeof self->head);
    memcpy(self->section.bytes + self->layout.label_firsts, self->label_firsts, sizeof(uint32_t));
    memcpy(self->section.bytes + self->layout.list_firsts, self->list_firsts,
           ((size_t)self->graph.blocks + 1) * sizeof *self->list_firsts);
    memset(self->section.bytes + end, 0, (size_t)(self->layout.bytes - end));
    return begin_nodes(context, turns);
}

/* With each node goes where the label of the next one begins. */
static cairn_status write_nodes(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    maker *self = context;
    size_t first = (size_t)turn * MANY, end = get_end(self, turn);
    unsigned char *bytes = self->section.bytes;
    cairn__xy *cells = (cairn__xy *)(void *)(bytes + self->layout.cells);
    (void)worker;
    for (size_t i = first; i < end; i++)
        cells[i] = self->graph.survivors.nodes[self->numbers.old_of[i]].cell;
    memcpy(bytes + self->layout.hubs + first * sizeof *self->hubs, self->hubs + first,
           (end - first) * sizeof *self->hubs);
    memcpy(bytes + self->layout.label_firsts + (first + 1) * sizeof *self->label_firsts,
           self->label_firsts + first + 1, (end - first) * sizeof *self->label_firsts);
    cairn__spend(meter, (end - first) * NODE_UNITS);
    return CAIRN_OK;
}

/* Writes a pile of bytes, layer by layer, and takes it off. */
static cairn_status write_pile(maker *self, cairn__pile *pile, uint64_t offset, cairn__meter *meter)
{
    while (pile->first != NULL) {
        size_t count = pile->first->count;
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        memcpy(self->section.bytes + offset + self->written, cairn__layer_get(pile->first), count);
        self->written += count;
        cairn__spend(meter, count / BYTES_A_UNIT + 1);
        cairn__pile_drop(pile, &self->allocator);
    }
    self->written = 0;
    return CAIRN_OK;
}

static cairn_status write_lists(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    maker *self = context;
    (void)worker;
    (void)turn;
    return write_pile(self, &self->lists, self->layout.lists, meter);
}

static cairn_status write_labels(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    maker *self = context;
    (void)worker;
    (void)turn;
    return write_pile(self, &self->coded, self->layout.labels, meter);
}

static cairn_status begin_landmarks(void *context, uint32_t *turns)
{
    maker *self = context;
    *turns = 0;
    if (self->section.mark_count == 0)
        return CAIRN_OK;
    (void)cairn__bend_set_open(self->section.bytes, self->section.count, self->map->info.width,
                               self->map->info.height, &self->set);
    cairn_status status = cairn__landmark_maker_create(self->map, &self->set, &self->allocator,
                                                       self->section.marks, &self->landmarks);
    if (status == CAIRN_OK)
        *turns = cairn__landmark_maker_count(self->landmarks);
    return status;
}

static cairn_status find_landmark(void *context, uint32_t worker, uint32_t turn,
                                  cairn__meter *meter)
{
    (void)worker;
    (void)turn;
    return cairn__landmark_maker_run(((maker *)context)->landmarks, meter);
}

static cairn_status begin_bearings(void *context, uint32_t *turns)
{
    const maker *self = context;
    *turns = self->landmarks != NULL ? cairn__landmark_maker_begin_rows(self->landmarks) : 0;
    return CAIRN_OK;
}

static cairn_status write_bearings(void *context, uint32_t worker, uint32_t turn,
                                   cairn__meter *meter)
{
    (void)worker;
    cairn__landmark_maker_write_rows(((maker *)context)->landmarks, turn, meter);
    return CAIRN_OK;
}

static const cairn__stage coding_stages[] = {
    {begin_nodes, find_hubs, NULL, 0, false},
    {begin_keys, make_keys, NULL, 0, false},
    {NULL, sort_keys, NULL, 0, false},
    {begin_numbers, read_keys, NULL, 0, false},
    {begin_lists, code_list, NULL, 0, false},
    {begin_labels, code_label, NULL, 0, false},
    {begin_section, write_nodes, NULL, 0, false},
    {NULL, write_lists, NULL, 0, false},
    {NULL, write_labels, NULL, 0, false},
    {begin_landmarks, find_landmark, NULL, 0, false},
    {begin_bearings, write_bearings, NULL, 0, false},
};

/* ---- from part to part ---- */

static cairn_status begin_cover(maker *self)
{
    const cairn__bend_nodes *nodes = &self->graph.survivors;
    cairn__graph_maker_destroy(self->graph_maker);
    self->graph_maker = NULL;
    if (nodes->count > CAIRN__MOST_BENDS)
        return CAIRN_LIMIT;
    self->head = (cairn__bend_head){.nodes = nodes->count,
                                    .across = self->graph.across,
                                    .down = self->graph.blocks / self->graph.across};
    if (self->rule->begin_labels != NULL)
        self->rule->begin_labels(self->rule->context, nodes->count);
    self->survivors = (cairn__graph){.allocator = self->allocator,
                                     .nodes = nodes->count,
                                     .firsts = self->graph.firsts,
                                     .targets = self->graph.targets};
    self->survivors.cells =
        cairn__allocate(&self->allocator, nodes->count, sizeof *self->survivors.cells);
    self->order = cairn__allocate(&self->allocator, nodes->count, sizeof *self->order);
    if (self->survivors.cells == NULL || self->order == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; i < nodes->count; i++)
        self->survivors.cells[i] = nodes->nodes[i].cell;
    return cairn__hub_cover_create(&self->survivors, self->threads, self->order, &self->cover);
}

static cairn_status begin_labelling(maker *self)
{
    cairn__hub_cover_destroy(self->cover);
    self->cover = NULL;
    self->hub_rule = (cairn__hub_rule){.most_entries = self->rule->entries,
                                       .order = self->order,
                                       .finished = self->rule->finished};
    return cairn__labeller_create(&self->survivors, &self->hub_rule, self->threads, &self->labels,
                                  &self->labeller);
}

static cairn_status begin_coding(maker *self)
{
    const cairn_allocator *allocator = &self->allocator;
    size_t nodes = self->head.nodes;
    cairn__labeller_destroy(self->labeller);
    self->labeller = NULL;
    self->hubs = cairn__allocate(allocator, nodes, sizeof *self->hubs);
    self->label_firsts = cairn__allocate(allocator, nodes + 1, sizeof *self->label_firsts);
    self->list_firsts =
        cairn__allocate(allocator, (uint64_t)self->graph.blocks + 1, sizeof *self->list_firsts);
    self->coding = (cairn__job){
        coding_stages, sizeof coding_stages / sizeof coding_stages[0], self, 0, false, 0, 0};
    if (self->hubs == NULL || self->label_firsts == NULL || self->list_firsts == NULL)
        return CAIRN_MEMORY;
    return CAIRN_OK;
}

static cairn_status begin_part(maker *self)
{
    switch (self->part) {
    case GRAPH:
        return cairn__graph_maker_create(self->map, &self->allocator, &self->rule->limits,
                                         self->threads, &self->graph, &self->graph_maker);
    case COVER:
        return begin_cover(self);
    case LABELS:
        return begin_labelling(self);
    default:
        return begin_coding(self);
    }
}

static cairn__job *get_job(maker *self)
{
    switch (self->part) {
    case GRAPH:
        return cairn__graph_maker_get_job(self->graph_maker);
    case COVER:
        return cairn__hub_cover_get_job(self->cover);
    case LABELS:
        return cairn__labeller_get_job(self->labeller);
    default:
        return &self->coding;
    }
}

cairn_status cairn__bend_maker_run(cairn__bend_maker *self, const cairn__preparation *how,
                                   cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    while (self->part < PARTS) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        if (!self->is_begun) {
            status = begin_part(self);
            cairn__spend(meter, self->head.nodes / CAIRN__CLEARED_A_UNIT + 1);
            self->is_begun = true;
        }
        if (status == CAIRN_OK)
            status = cairn__job_run(get_job(self), how, &self->allocator, meter);
        if (status != CAIRN_OK)
            return status;
        self->is_begun = false;
        self->part++;
    }
    return CAIRN_OK;
}

/* ---- all of it ---- */

cairn_status cairn__bend_maker_create(const cairn_map *map, const cairn_allocator *allocator,
                                      const cairn__bend_rule *rule, uint32_t threads,
                                      cairn__bend_maker **made)
{
    maker *self = cairn__allocate_zeroed(allocator, 1, sizeof *self);
    *made = self;
    if (self == NULL)
        return CAIRN_MEMORY;
    self->map = map;
    self->allocator = *allocator;
    self->rule = rule;
    self->threads = threads;
    self->graph.allocator = self->labels.allocator = *allocator;
    self->graph.all.allocator = self->graph.survivors.allocator = *allocator;
    return CAIRN_OK;
}

void cairn__bend_maker_destroy(cairn__bend_maker *self)
{
    if (self == NULL)
        return;
    cairn_allocator allocator = self->allocator;
    cairn__graph_maker_destroy(self->graph_maker);
    cairn__hub_cover_destroy(self->cover);
    cairn__labeller_destroy(self->labeller);
    cairn__list_coder_destroy(self->list_coder);
    cairn__label_coder_destroy(self->label_coder);
    cairn__landmark_maker_destroy(self->landmarks);
    cairn__bend_numbers_end(&self->numbers, &allocator);
    cairn__hub_labels_end(&self->labels);
    cairn__bend_graph_end(&self->graph);
    cairn__pile_end(&self->lists, &allocator);
    cairn__pile_end(&self->coded, &allocator);
    cairn__release(&allocator, self->survivors.cells);
    cairn__release(&allocator, self->order);
    cairn__release(&allocator, self->hubs);
    cairn__release(&allocator, self->label_firsts);
    cairn__release(&allocator, self->list_firsts);
    cairn__bend_section_end(&self->section, &allocator);
    cairn__release(&allocator, self);
}

void cairn__bend_maker_take(cairn__bend_maker *self, cairn__bend_section *section)
{
    *section = self->section;
    self->section = (cairn__bend_section){0};
}

cairn_status cairn__bend_section_create(const cairn_map *map, const cairn_allocator *allocator,
                                        const cairn__bend_rule *rule, const cairn__preparation *how,
                                        cairn__bend_section *section)
{
    cairn__bend_maker *made;
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    *section = (cairn__bend_section){0};
    cairn_status status = cairn__bend_maker_create(map, allocator, rule, how->threads, &made);
    if (status == CAIRN_OK)
        status = cairn__bend_maker_run(made, how, &meter);
    if (status == CAIRN_OK)
        cairn__bend_maker_take(made, section);
    cairn__bend_maker_destroy(made);
    return status;
}

void cairn__bend_section_end(cairn__bend_section *section, const cairn_allocator *allocator)
{
    cairn__release(allocator, section->block);
    *section = (cairn__bend_section){0};
}
