/* cairn/cairn.h: the whole public interface. */
#ifndef CAIRN_CAIRN_H
#define CAIRN_CAIRN_H

#include "agent.h"
#include "base.h"
#include "build.h"
#include "crowd.h"
#include "db.h"
#include "lab.h"
#include "map.h"
#include "planner.h"
#include "repair.h"
#include "tools.h"

#endif
