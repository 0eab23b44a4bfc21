"""Sizes and offsets of the public structs, on machines with pointers of 64 bits and of 32.

Every number is aligned to its own size, as on all machines of 64 bits, on ARM and in WebAssembly;
i386 aligns uint64_t to 4 bytes instead. test/house/api_program.py holds this against a compiler.
"""
import re

SIZES = {
    "char": 1,
    "int8_t": 1,
    "uint8_t": 1,
    "int16_t": 2,
    "uint16_t": 2,
    "int32_t": 4,
    "uint32_t": 4,
    "int64_t": 8,
    "uint64_t": 8,
    "float": 4,
    "double": 8,
}


def resolve(api, name):
    """The built-in type behind a name: cairn_corners is uint32_t; a callback is a pointer."""
    types = {one["name"]: one["type"] for one in api["types"]}
    while name in types:
        name = types[name]
    return name


def is_pointer(api, kind):
    return "*" in kind or any(one["name"] == kind for one in api["callbacks"])


def measure(api, kind, pointer):
    """(size, alignment) of a field's type."""
    if is_pointer(api, kind) or kind == "size_t":
        return pointer, pointer
    name = resolve(api, re.sub(r"\bconst\b", "", kind).strip())
    if name in SIZES:
        return SIZES[name], SIZES[name]
    one = next(one for one in api["structs"] if one["name"] == name)
    layout = lay_out(api, one, pointer)
    return layout["size"], layout["alignment"]


def lay_out(api, struct, pointer):
    """Size, alignment and the offsets of the fields in order."""
    end, most, offsets = 0, 1, []
    for field in struct["fields"]:
        size, alignment = measure(api, field["type"], pointer)
        end = -(-end // alignment) * alignment
        offsets.append(end)
        end += size * int(field.get("count", 1))
        most = max(most, alignment)
    return {"size": -(-end // most) * most, "alignment": most, "offsets": offsets}


def add_layouts(api):
    for one in api["structs"]:
        if not one["opaque"]:
            one["layout"] = {"64": lay_out(api, one, 8), "32": lay_out(api, one, 4)}
    return api
