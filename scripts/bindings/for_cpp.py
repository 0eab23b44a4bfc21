"""The generated part of bindings/cpp/cairn.hpp: enums with scopes. Structs are those of the headers."""
import re

KEYWORDS = {"auto"}


def get_name(name):
    name = name.lower()
    return name + "_" if name in KEYWORDS else name


def split_name(name):
    """GoalPolicy -> goal_policy."""
    return re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).lower()


def write_enum(one):
    base = "std::int32_t" if one.name == "Status" else "std::uint32_t"
    yield f"/** {one.doc}. */"
    yield f"enum class {split_name(one.name)} : {base} {{"
    for name, _, doc, c_name in one.members:
        yield f"    {get_name(name)} = {c_name}," + (f" /**< {doc} */" if doc else "")
    yield "};"
    yield ""


def write(model):
    lines = [line for one in model.enums for line in write_enum(one)]
    return {"bindings/cpp/cairn.hpp": "\n".join(lines)}
