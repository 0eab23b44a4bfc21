"""api_program.py SOURCE: a C program that compiles exactly if the dump of the API is what a compiler
reads in the headers: every number, every function's type, every struct's fields and layout."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "scripts"))
from api_headers import read_headers  # noqa: E402
from api_layout import add_layouts  # noqa: E402


def declare(field):
    if "(*)" in field["type"]:
        return field["type"].replace("(*)", f"(*{field['name']})")
    count = f"[{field['count']}]" if "count" in field else ""
    return f"{field['type']} {field['name']}{count}"


def print_struct(one):
    name, fields = one["name"], one["fields"]
    print(f"struct read_{name} {{ {' '.join(declare(field) + ';' for field in fields)} }};")
    print(f"_Static_assert(sizeof(struct read_{name}) == sizeof({name}), \"{name}\");")
    for field in fields:
        both = [f"offsetof({kind}, {field['name']})" for kind in (f"struct read_{name}", name)]
        print(f'_Static_assert({both[0]} == {both[1]}, "{name}.{field["name"]}");')
        where = f"(({name} *)0)->{field['name']}"
        read = f"((struct read_{name} *)0)->{field['name']}"
        print(f'_Static_assert(sizeof(&{where} == &{read}), "{name}.{field["name"]}");')


def print_layout(one):
    """What the dump says of sizes, on this machine; i386 aligns other than the dump has it."""
    name, wide, narrow = one["name"], one["layout"]["64"], one["layout"]["32"]
    print(f'_Static_assert(LAID_OUT(sizeof({name}), {wide["size"]}, {narrow["size"]}), "{name}");')
    for field, *offsets in zip(one["fields"], wide["offsets"], narrow["offsets"]):
        where = f"offsetof({name}, {field['name']})"
        print(f'_Static_assert(LAID_OUT({where}, {offsets[0]}, {offsets[1]}), "{where}");')


def print_function(one):
    parameters = ", ".join(parameter["type"] for parameter in one["parameters"]) or "void"
    print(f"{one['returns']} (*const read_{one['name']})({parameters}) = {one['name']};")


def print_callback(one):
    parameters = ", ".join(parameter["type"] for parameter in one["parameters"]) or "void"
    print(f"extern {one['returns']} (*read_{one['name']})({parameters});")
    print(f"extern {one['name']} read_{one['name']};")


def main():
    api = add_layouts(read_headers(sys.argv[1]))
    print("#include <cairn/cairn.h>\n#define ONE(...) + 1")
    print("struct packing { char one; uint64_t number; };")
    print("#define LAID_OUT(is, wide, narrow) (sizeof(void *) == 8 ? (is) == (wide) : \\")
    print("    offsetof(struct packing, number) == 4 || (is) == (narrow))")
    for one in api["constants"]:
        print(f'_Static_assert({one["name"]} == {one["value"]}u, "{one["name"]}");')
    for one in api["lists"]:
        print(f'_Static_assert((0 {one["name"]}(ONE)) == {len(one["rows"])}, "{one["name"]}");')
    for one in api["types"]:
        if one["type"] not in ("", "enum"):
            print(f"extern {one['type']} read_{one['name']};\nextern {one['name']} read_{one['name']};")
    for one in api["structs"]:
        if not one["opaque"]:
            print_struct(one)
            print_layout(one)
    for one in api["callbacks"]:
        print_callback(one)
    for one in api["functions"]:
        print_function(one)


main()
