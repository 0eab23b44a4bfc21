"""Structs and calls of libcairn for ctypes. Made by scripts/make-bindings: do not edit."""
import ctypes


class cairn_allocator(ctypes.Structure):
    _fields_ = [
        ("allocate", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
    ]


class cairn_option(ctypes.Structure):
    _fields_ = [
        ("option", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("value", ctypes.c_uint64),
    ]


class cairn_detail(ctypes.Structure):
    _fields_ = [
        ("line", ctypes.c_uint64),
        ("offset", ctypes.c_uint64),
        ("text", ctypes.c_char * 160),
    ]


class cairn_map_def(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("corners", ctypes.c_uint32),
        ("changing", ctypes.c_int32),
        ("reserved", ctypes.c_uint32),
        ("allocator", ctypes.c_void_p),
        ("detail", ctypes.c_void_p),
    ]


class cairn_map_info(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("width", ctypes.c_uint32),
        ("height", ctypes.c_uint32),
        ("corners", ctypes.c_uint32),
        ("open_cells", ctypes.c_uint32),
        ("components", ctypes.c_uint32),
        ("largest_component", ctypes.c_uint32),
        ("fingerprint", ctypes.c_uint64),
        ("bytes", ctypes.c_size_t),
        ("state", ctypes.c_uint64),
        ("version", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
    ]


class cairn_rect(ctypes.Structure):
    _fields_ = [
        ("x", ctypes.c_uint16),
        ("y", ctypes.c_uint16),
        ("width", ctypes.c_uint16),
        ("height", ctypes.c_uint16),
    ]


class cairn_change(ctypes.Structure):
    _fields_ = [
        ("rect", cairn_rect),
        ("open", ctypes.c_int32),
        ("reserved", ctypes.c_uint32),
        ("cells", ctypes.c_void_p),
    ]


class cairn_db_def(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("allocator", ctypes.c_void_p),
        ("detail", ctypes.c_void_p),
    ]


class cairn_db_info(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("kind", ctypes.c_uint32),
        ("algorithm", ctypes.c_uint32),
        ("corners", ctypes.c_uint32),
        ("width", ctypes.c_uint32),
        ("height", ctypes.c_uint32),
        ("fingerprint", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
        ("header_bytes", ctypes.c_uint32),
        ("format_version", ctypes.c_uint32),
    ]


class cairn_planner_def(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("method", ctypes.c_uint32),
        ("costs", ctypes.c_uint32),
        ("landmarks", ctypes.c_void_p),
        ("engine", ctypes.c_void_p),
        ("allocator", ctypes.c_void_p),
        ("detail", ctypes.c_void_p),
    ]


class cairn_step(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_uint32),
        ("cell", ctypes.c_uint32),
        ("units", ctypes.c_uint64),
    ]


class cairn_agent_def(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("algorithm", ctypes.c_uint32),
        ("max_work", ctypes.c_uint32),
        ("busy", ctypes.c_uint32),
        ("goal_policy", ctypes.c_uint32),
        ("stranded_policy", ctypes.c_uint32),
        ("option_count", ctypes.c_uint32),
        ("options", ctypes.c_void_p),
        ("fragments", ctypes.c_void_p),
        ("landmarks", ctypes.c_void_p),
        ("planner", ctypes.c_void_p),
        ("allocator", ctypes.c_void_p),
        ("detail", ctypes.c_void_p),
    ]


class cairn_progress(ctypes.Structure):
    _fields_ = [
        ("phase", ctypes.c_uint32),
        ("kind", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
        ("unit", ctypes.c_char_p),
        ("done", ctypes.c_uint64),
        ("total", ctypes.c_uint64),
    ]


class cairn_build_def(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("kind", ctypes.c_uint32),
        ("threads", ctypes.c_uint32),
        ("target", ctypes.c_uint32),
        ("max_bytes", ctypes.c_uint64),
        ("option_count", ctypes.c_uint32),
        ("options", ctypes.c_void_p),
        ("progress", ctypes.c_void_p),
        ("progress_context", ctypes.c_void_p),
        ("allocator", ctypes.c_void_p),
        ("detail", ctypes.c_void_p),
    ]


class cairn_build_report(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("kind", ctypes.c_uint32),
        ("bytes", ctypes.c_uint64),
        ("reason", ctypes.c_char_p),
        ("problems", ctypes.c_uint32),
        ("cut", ctypes.c_uint32),
        ("suboptimality", ctypes.c_uint64),
        ("median", ctypes.c_uint64),
        ("target_met", ctypes.c_int32),
        ("tried", ctypes.c_uint32),
    ]


class cairn_crowd_def(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("capacity", ctypes.c_uint32),
        ("max_work", ctypes.c_uint64),
        ("stays", ctypes.c_uint32),
        ("goal_policy", ctypes.c_uint32),
        ("stranded_policy", ctypes.c_uint32),
        ("occupancy", ctypes.c_uint32),
        ("planner", ctypes.c_void_p),
        ("share", ctypes.c_void_p),
        ("share_context", ctypes.c_void_p),
        ("allocator", ctypes.c_void_p),
        ("detail", ctypes.c_void_p),
    ]


class cairn_crowd_frame(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("frame", ctypes.c_uint32),
        ("moved", ctypes.c_uint32),
        ("arrived", ctypes.c_uint32),
        ("walking", ctypes.c_uint32),
        ("waiting", ctypes.c_uint32),
        ("pending", ctypes.c_uint32),
        ("longest_wait", ctypes.c_uint32),
        ("units", ctypes.c_uint64),
    ]


class cairn_crowd_info(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("capacity", ctypes.c_uint32),
        ("members", ctypes.c_uint32),
        ("used", ctypes.c_uint32),
        ("bytes", ctypes.c_uint64),
        ("hash", ctypes.c_uint64),
    ]


class cairn_member_info(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("state", ctypes.c_uint32),
        ("cell", ctypes.c_uint32),
        ("goal", ctypes.c_uint32),
    ]


class cairn_figure(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("unit", ctypes.c_uint32),
        ("value", ctypes.c_uint64),
    ]


class cairn_agent_stats(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("selections", ctypes.c_uint32),
        ("failures", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("cost", ctypes.c_uint64),
        ("moves", ctypes.c_uint64),
        ("diagonal", ctypes.c_uint64),
        ("learned", ctypes.c_uint64),
        ("open_closed", ctypes.c_uint64),
        ("memory_states", ctypes.c_uint64),
        ("memory_bytes", ctypes.c_uint64),
        ("raises", ctypes.c_uint64),
    ]


class cairn_repair_def(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("changes", ctypes.c_uint32),
        ("allocator", ctypes.c_void_p),
        ("detail", ctypes.c_void_p),
    ]


class cairn_repair_info(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("phase", ctypes.c_uint32),
        ("units", ctypes.c_uint64),
        ("before", ctypes.c_uint64),
        ("version", ctypes.c_uint32),
        ("swaps", ctypes.c_uint32),
    ]


# The result of each call, and what it takes.
CALLS = {
    "cairn_status_get_text": (ctypes.c_char_p, [ctypes.c_int32]),
    "cairn_status_get_name": (ctypes.c_char_p, [ctypes.c_int32]),
    "cairn_get_version": (ctypes.c_char_p, []),
    "cairn_get_detail": (None, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_map_open": (ctypes.c_int32, [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_map_open_memory": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_map_create": (ctypes.c_int32, [ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_map_close": (None, [ctypes.c_void_p]),
    "cairn_map_get_info": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_map_is_open": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32]),
    "cairn_map_get_component": (ctypes.c_uint32, [ctypes.c_void_p, ctypes.c_uint32]),
    "cairn_map_has_path": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32]),
    "cairn_map_find_nearest_cell": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p]),
    "cairn_map_get_cells": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_map_change": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]),
    "cairn_map_set_rect": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32]),
    "cairn_map_set_cells": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int32]),
    "cairn_map_copy": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_map_save_changes_memory": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_map_load_changes_memory": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]),
    "cairn_db_open": (ctypes.c_int32, [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_db_open_memory": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_db_close": (None, [ctypes.c_void_p]),
    "cairn_db_get_info": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_db_verify": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_planner_create": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_planner_destroy": (None, [ctypes.c_void_p]),
    "cairn_planner_set_db": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_planner_find": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p]),
    "cairn_planner_ask": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32]),
    "cairn_planner_get_distance": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_planner_get_path": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_planner_get_waypoints": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_planner_run": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p]),
    "cairn_agent_create": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_agent_destroy": (None, [ctypes.c_void_p]),
    "cairn_agent_start": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32]),
    "cairn_agent_step": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_agent_get_cell": (ctypes.c_uint32, [ctypes.c_void_p]),
    "cairn_agent_get_goal": (ctypes.c_uint32, [ctypes.c_void_p]),
    "cairn_agent_get_size": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_agent_create_in": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]),
    "cairn_agent_set_db": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_build_create": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_build_destroy": (None, [ctypes.c_void_p]),
    "cairn_build_run": (ctypes.c_int32, [ctypes.c_void_p]),
    "cairn_build_get_report": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_build_write": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_char_p]),
    "cairn_build_write_memory": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_build_open_db": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_crowd_create": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_crowd_get_size": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_crowd_create_in": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]),
    "cairn_crowd_destroy": (None, [ctypes.c_void_p]),
    "cairn_crowd_add": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p]),
    "cairn_crowd_remove": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32]),
    "cairn_crowd_order": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32]),
    "cairn_crowd_halt": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32]),
    "cairn_crowd_push": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32]),
    "cairn_crowd_step": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_crowd_get_cells": (ctypes.c_void_p, [ctypes.c_void_p]),
    "cairn_crowd_get_states": (ctypes.c_void_p, [ctypes.c_void_p]),
    "cairn_crowd_get_info": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_crowd_get_member": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p]),
    "cairn_crowd_find": (ctypes.c_uint32, [ctypes.c_void_p, ctypes.c_uint32]),
    "cairn_crowd_reserve": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32]),
    "cairn_crowd_set_db": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_crowd_save": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_crowd_load": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]),
    "cairn_kind_get_name": (ctypes.c_char_p, [ctypes.c_uint32]),
    "cairn_db_get_figure": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p]),
    "cairn_db_find_figure": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]),
    "cairn_algorithm_get_name": (ctypes.c_char_p, [ctypes.c_uint32]),
    "cairn_algorithm_find": (ctypes.c_int32, [ctypes.c_char_p, ctypes.c_void_p]),
    "cairn_agent_get_stats": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_agent_forget": (ctypes.c_int32, [ctypes.c_void_p]),
    "cairn_repair_create": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_repair_destroy": (None, [ctypes.c_void_p]),
    "cairn_repair_follow": (ctypes.c_int32, [ctypes.c_void_p]),
    "cairn_repair_run": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p]),
    "cairn_repair_get_info": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_repair_swap": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p]),
    "cairn_map_save_changes": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]),
    "cairn_map_load_changes": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]),
}

cairn_progress_function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)
cairn_task_function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32)
cairn_share_function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p)
