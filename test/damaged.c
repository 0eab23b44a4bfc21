/* damaged.c: see damaged.h. */
#include "damaged.h"

cairn_status damaged_create(const golden_fixture *fix, const bad_value *bad, test_image *image)
{
    test_image_copy(image, fix->good.bytes, fix->good.count);
    unsigned char *at = bad->tag == NULL ? image->bytes : test_image_get_content(image, bad->tag);
    test_image_put_number(at + bad->offset, bad->bytes, bad->value);
    test_image_repair(image);
    return test_image_verify(image, fix->map);
}

/* A walk with a database that may be damaged. */
static void check_walk(cairn_agent *agent, const cairn_cell ends[2])
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    if (cairn_agent_start(agent, ends[0], ends[1]) != CAIRN_OK)
        return;
    for (int moves = 0; step.kind != CAIRN_STEP_ARRIVED; moves++) {
        assert_true(moves < 100000);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        cairn_work work = test_agent_get_plan(agent).work;
        assert_int_equal(test_work_get_units(&work), step.units);
    }
    assert_true(step.cell == ends[1]);
}

/* Whatever opens, an agent arrives with it. */
static void check_agent(const golden_fixture *fix, const test_image *image)
{
    const cairn_cell ends[][2] = {{cairn_cell_at(2, 2), cairn_cell_at(37, 27)},
                                  {cairn_cell_at(30, 4), cairn_cell_at(5, 25)},
                                  {cairn_cell_at(9, 20), cairn_cell_at(28, 9)}};
    cairn_db *db;
    cairn_agent *agent = NULL;
    if (test_image_open(image, &db) != CAIRN_OK)
        return;
    test_agent_plan plan = test_plan_agent(fix->map, db, test_get_db_info(db).algorithm);
    cairn_status status = test_agent_create(&plan, &agent);
    assert_true(status == CAIRN_OK || status == CAIRN_MISMATCH);
    for (size_t i = 0; status == CAIRN_OK && i < 3; i++)
        check_walk(agent, ends[i]);
    cairn_agent_destroy(agent);
    cairn_db_close(db);
}

void damaged_check_values(const golden_fixture *fix, const bad_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        test_image image;
        cairn_status status = damaged_create(fix, &values[i], &image);
        if (status != values[i].verified)
            fail_msg("%s: %s", values[i].name, cairn_status_get_name(status));
        check_agent(fix, &image);
        test_image_destroy(&image);
    }
}

void damaged_check_random(const golden_fixture *fix)
{
    test_random random = {6};
    size_t first = cairn__little32(test_image_get_header(&fix->good)->header_bytes);
    for (int i = 0; i < 3000; i++) {
        test_image image;
        test_image_copy(&image, fix->good.bytes, fix->good.count);
        for (int count = 1 + test_draw_below(&random, 4); count > 0; count--) {
            size_t at = first + (size_t)test_draw_below(&random, (int)(image.count - first));
            image.bytes[at] = (unsigned char)test_draw(&random);
        }
        test_image_repair(&image);
        (void)test_image_verify(&image, fix->map);
        check_agent(fix, &image);
        test_image_destroy(&image);
    }
}
