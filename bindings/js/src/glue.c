/* glue.c: what JavaScript needs beside the library's own calls. The host gives cairn_js_tell(). */
#include <cairn/cairn.h>

/* Tells the host how far build number `context` has come; 0 interrupts it. */
__attribute__((import_module("env"), import_name("cairn_js_tell"))) extern int32_t
cairn_js_tell(uint32_t context, const cairn_progress *progress);

static int32_t tell(void *context, const cairn_progress *progress)
{
    return cairn_js_tell((uint32_t)(uintptr_t)context, progress);
}

/* The address of a cairn_progress_function that tells the host. */
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

/* libc's own brings 1.5 kB of texts about files along, of which there are none here: printf names it for %m,
 * which libcairn never uses. */
char *strerror(int code)
{
    static char text[] = "error";
    (void)code;
    return text;
}
