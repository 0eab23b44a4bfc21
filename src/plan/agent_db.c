/* agent_db.c: gives an agent under way another database. */
#include "base/detail.h"
#include "db/kind_labels.h"
#include "plan/notice.h"
#include "plan/plan.h"

/* It must be made for the map that the databases in use are made for, and be walked as the old one. */
static cairn_status check_db(const cairn_agent *agent, const cairn_db *db, cairn_detail *detail)
{
    const cairn__algorithm *algorithm = agent->algorithm;
    if (agent->db == NULL || algorithm->set_db == NULL)
        return cairn__fail(detail, CAIRN_KIND,
                           "agents of this algorithm take no other database: make them anew");
    cairn_status status = cairn__db_check_kind(db, agent->db->header->kind, detail);
    return status == CAIRN_OK ? cairn__db_check_base(db, agent->map, detail) : status;
}

/* Why an agent cannot take a database that is the right one. */
static cairn_status refuse_db(cairn_status status, const cairn_db *db, cairn_detail *detail)
{
    if (status == CAIRN_CAPACITY) /* labels alone */
        return cairn__fail(detail, status,
                           "the agent has no room for %u bends, and may not grow: make it anew",
                           (unsigned)cairn__db_get_labels(db)->nodes);
    if (status == CAIRN_KIND)
        return cairn__fail(
            detail, status,
            "the agent needs fragments of the old database, or a net of regions that "
            "this one has not: make it anew");
    return cairn__fail(detail, status, "%s", cairn_status_get_text(status));
}

cairn_status cairn_agent_set_db(cairn_agent *agent, const cairn_db *db, cairn_detail *detail)
{
    if (agent == NULL || db == NULL)
        return cairn__fail_null(detail);
    cairn_status status = check_db(agent, db, detail);
    if (status != CAIRN_OK)
        return status;
    status = agent->algorithm->set_db(agent, db);
    if (status != CAIRN_OK)
        return refuse_db(status, db, detail);
    agent->db = db;
    if (!db->has_net)
        agent->walk = NULL;
    if (agent->started)
        cairn__notice_db(agent);
    return CAIRN_OK;
}
