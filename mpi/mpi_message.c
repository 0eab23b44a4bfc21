/* mpi_message.c: waiting for messages, and maps as messages. */
#include "mpi_message.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* MPI's own waiting spins; ours looks a thousand times a second. */
MPI_Status ranks_wait(int source, int tag)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    MPI_Status status;
    int there = 0;
    for (;;) {
        MPI_Iprobe(source, tag, MPI_COMM_WORLD, &there, &status);
        if (there)
            return status;
        (void)nanosleep(&pause, NULL);
    }
}

void *ranks_receive(const MPI_Status *message, size_t *bytes)
{
    int count = 0;
    MPI_Get_count(message, MPI_BYTE, &count);
    void *memory = malloc(count > 0 ? (size_t)count : 1);
    if (memory == NULL) {
        (void)fprintf(stderr, "cairn: a rank has no memory for what was sent to it; use fewer on "
                              "its machine\n");
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    MPI_Recv(memory, count, MPI_BYTE, message->MPI_SOURCE, message->MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    *bytes = (size_t)count;
    return memory;
}

size_t ranks_get_map_bytes(uint32_t width, uint32_t height)
{
    return ((size_t)width * height + 7) / 8;
}

unsigned char *ranks_pack_map(const cairn_map *map)
{
    cairn_map_info info = cli_get_map_info(map);
    unsigned char *bits = calloc(ranks_get_map_bytes(info.width, info.height), 1);
    size_t at = 0;
    for (uint32_t y = 0; bits != NULL && y < info.height; y++)
        for (uint32_t x = 0; x < info.width; x++, at++)
            if (cairn_map_is_open(map, cairn_cell_at((uint32_t)x, (uint32_t)y)))
                bits[at / 8] |= (unsigned char)(1u << at % 8);
    return bits;
}

cairn_status ranks_unpack_map(const struct ranks_order *order, const unsigned char *bits,
                              cairn_map **map)
{
    cairn_map_def def = {.size = sizeof def};
    size_t count = (size_t)order->width * order->height;
    uint8_t *cells = malloc(count);
    if (cells == NULL)
        return CAIRN_MEMORY;
    for (size_t i = 0; i < count; i++)
        cells[i] = bits[i / 8] >> i % 8 & 1;
    def.corners = (cairn_corners)order->corners;
    cairn_status status = cairn_map_create(order->width, order->height, cells, &def, map);
    free(cells);
    return status;
}
