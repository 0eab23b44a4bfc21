/* glue.c: what JavaScript needs beside the library's own calls. The host gives cairn_js_tell(). */
#include <cairn/cairn.h>

/* Reports the progress of build number `context` to the host; 0 interrupts it. */
__attribute__((import_module("env"), import_name("cairn_js_tell"))) extern int32_t
cairn_js_tell(uint32_t context, const cairn_progress *progress);

static int32_t tell(void *context, const cairn_progress *progress)
{
    return cairn_js_tell((uint32_t)(uintptr_t)context, progress);
}

/* The address of a cairn_progress_function that reports to the host. */
__attribute__((export_name("cairn_js_get_teller"))) cairn_progress_function
cairn_js_get_teller(void)
{
    return tell;
}

/* Steps until one arrives, is stranded or cut off, or fails, or `capacity` cells are written: a whole
 * walk for the price of one call from JavaScript. `step` gets the last one. */
__attribute__((export_name("cairn_js_walk"))) cairn_status
cairn_js_walk(cairn_agent *agent, uint32_t capacity, cairn_cell *cells, uint32_t *count,
              cairn_step *step)
{
    for (*count = 0; *count < capacity;) {
        cairn_status status = cairn_agent_step(agent, step);
        if (status != CAIRN_OK)
            return status;
        cells[(*count)++] = step->cell;
        if (step->kind == CAIRN_STEP_ARRIVED || step->kind == CAIRN_STEP_STRANDED ||
            step->kind == CAIRN_STEP_CUT_OFF)
            return CAIRN_OK;
    }
    return CAIRN_OK;
}

/* Adds a member on each cell, and puts its number there in place of the cell: 0 if there can be none. */
__attribute__((export_name("cairn_js_add_all"))) void
cairn_js_add_all(cairn_crowd *crowd, uint32_t *cells, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        cairn_cell cell = cairn_cell_at(cells[i] & 0xffff, cells[i] >> 16);
        if (cairn_crowd_add(crowd, cell, &cells[i]) != CAIRN_OK)
            cells[i] = 0;
    }
}

/* Orders each member to a goal of its own, and puts the status there in place of its number. */
__attribute__((export_name("cairn_js_order_each"))) void
cairn_js_order_each(cairn_crowd *crowd, uint32_t *members, const cairn_cell *goals, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        members[i] = cairn_crowd_order(crowd, &members[i], 1, goals[i]);
}

/* libc's own brings 1.5 kB of texts about files along, of which there are none here: printf names it for %m,
 * which libcairn never uses. */
char *strerror(int code)
{
    static char text[] = "error";
    (void)code;
    return text;
}
