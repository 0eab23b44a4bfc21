"""The generated part of bindings/python: enums for users, structs and calls for ctypes."""

NUMBERS = {
    "void": "None",
    "char": "ctypes.c_char",
    "uint8_t": "ctypes.c_uint8",
    "uint16_t": "ctypes.c_uint16",
    "int32_t": "ctypes.c_int32",
    "uint32_t": "ctypes.c_uint32",
    "uint64_t": "ctypes.c_uint64",
    "size_t": "ctypes.c_size_t",
    "double": "ctypes.c_double",
}


def write_enums(model):
    lines = [
        '"""The numbers of libcairn. Made by scripts/make-bindings from the headers: do not edit."""',
        "import enum",
        "",
        f'VERSION = "{model.version}"',
    ]
    for name, value, doc in model.constants:
        if not name.startswith("VERSION_"):
            lines.append(f"{name} = {value}" + (f"  # {doc}" if doc else ""))
    for one in model.enums:
        lines += ["", "", f"class {one.name}(enum.IntEnum):", f'    """{one.doc}."""', ""]
        for name, value, doc, _ in one.members:
            lines.append(f"    {name} = {value}" + (f"  # {doc}" if doc else ""))
    return "\n".join(lines) + "\n"


def get_type(kind):
    if kind.is_function or kind.stars > 0:
        is_text = kind.name == "char" and kind.const and kind.stars == 1
        return "ctypes.c_char_p" if is_text else "ctypes.c_void_p"
    name = NUMBERS.get(kind.number, kind.name)
    return f"{name} * {kind.count}" if kind.count else name


def write_calls(model):
    lines = [
        '"""Structs and calls of libcairn for ctypes. Made by scripts/make-bindings: do not edit."""',
        "import ctypes",
    ]
    for one in model.structs:
        lines += ["", "", f"class {one['name']}(ctypes.Structure):", "    _fields_ = ["]
        for field in one["fields"]:
            lines.append(f'        ("{field["name"]}", {get_type(model.get_kind(field))}),')
        lines.append("    ]")
    lines += ["", "", "# The result of each call, and what it takes.", "CALLS = {"]
    for one in model.functions:
        kinds = [get_type(model.get_kind(parameter)) for parameter in one["parameters"]]
        result = get_type(model.get_result(one))
        lines.append(f'    "{one["name"]}": ({result}, [{", ".join(kinds)}]),')
    lines += ["}", ""]
    for one in model.callbacks:
        kinds = [get_type(model.get_kind(parameter)) for parameter in one["parameters"]]
        result = get_type(model.get_result(one))
        lines.append(f"{one['name']} = ctypes.CFUNCTYPE({result}, {', '.join(kinds)})")
    return "\n".join(lines) + "\n"


def write(model):
    return {
        "bindings/python/src/cairn/_numbers.py": write_enums(model),
        "bindings/python/src/cairn/_calls.py": write_calls(model),
    }
