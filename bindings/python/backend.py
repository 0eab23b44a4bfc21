"""Builds the wheel and the source archive (PEP 517), with Python and a C compiler alone: pip can
install from this folder without a network. The library is compiled from the C sources two folders
above, or from those that a source archive has in `native`. CC and CFLAGS are heeded."""
import base64
import hashlib
import io
import os
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = {"win32": "cairn.dll", "darwin": "libcairn.dylib"}


def get_native():
    inside = os.path.join(HERE, "native")
    return inside if os.path.isdir(inside) else os.path.normpath(os.path.join(HERE, "..", ".."))


def get_project():
    with open(os.path.join(HERE, "pyproject.toml"), "rb") as file:
        return tomllib.load(file)["project"]


def get_version():
    return get_project()["version"]


def get_tag():
    return "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def get_metadata():
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    project = get_project()
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}"]
    lines += [f"Summary: {project['description']}", f"License: {project['license']['text']}"]
    lines += [f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {one}" for one in project["dependencies"]]
    lines += [f"Classifier: {one}" for one in project["classifiers"]]
    return "\n".join(lines + ["Description-Content-Type: text/markdown", "", readme])


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    info = f"cairn-{get_version()}.dist-info"
    os.makedirs(os.path.join(metadata_directory, info))
    with open(os.path.join(metadata_directory, info, "METADATA"), "w", encoding="utf-8") as file:
        file.write(get_metadata())
    return info


def list_folders():
    """Those of the library's sources, relative to the native folder."""
    native = get_native()
    for top in ("src", "research"):
        for folder, _, _ in sorted(os.walk(os.path.join(native, top))):
            yield os.path.relpath(folder, native)


def list_sources():
    """The files that the library is compiled from."""
    native = get_native()
    for folder in list_folders():
        for name in sorted(os.listdir(os.path.join(native, folder))):
            if name.endswith(".c"):
                yield os.path.join(native, folder, name)


def compile_library(out):
    native = get_native()
    command = shlex.split(os.environ.get("CC", "cc"))
    command += ["-std=c11", "-O2", "-DNDEBUG", "-fPIC", "-shared", "-fvisibility=hidden", "-pthread"]
    command += ["-DCAIRN_SHARED", "-DCAIRN_BUILDING", "-D_POSIX_C_SOURCE=200809L", "-D_FILE_OFFSET_BITS=64"]
    command += shlex.split(os.environ.get("CFLAGS", ""))
    command += ["-I", os.path.join(native, "include"), "-I", os.path.join(native, "src"), "-I", native]
    subprocess.run(command + list(list_sources()) + ["-o", out], check=True)


def list_package():
    """(name in the wheel, path) of what is Python's."""
    folder = os.path.join(HERE, "src", "cairn")
    for name in sorted(os.listdir(folder)):
        if name.endswith((".py", ".typed")):
            yield f"cairn/{name}", os.path.join(folder, name)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {name: read(path) for name, path in list_package()}
    library = LIBRARIES.get(sys.platform, "libcairn.so")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, library)
        compile_library(path)
        files[f"cairn/{library}"] = read(path)
    info = f"cairn-{get_version()}.dist-info"
    files[f"{info}/METADATA"] = get_metadata().encode()
    wheel = f"Wheel-Version: 1.0\nGenerator: cairn\nRoot-Is-Purelib: false\nTag: {get_tag()}\n"
    files[f"{info}/WHEEL"] = wheel.encode()
    files[f"{info}/RECORD"] = get_record(files, f"{info}/RECORD")
    name = f"cairn-{get_version()}-{get_tag()}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as archive:
        for inside, data in files.items():
            entry = zipfile.ZipInfo(inside, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if inside.endswith(library) else 0o644) << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return name


def get_record(files, record):
    lines = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}")
    return "\n".join(lines + [f"{record},,", ""]).encode()


def list_archive():
    """(name in the archive, path) of what a source archive has."""
    for name in ("README.md", "backend.py", "example.py", "pyproject.toml"):
        yield name, os.path.join(HERE, name)
    for name, path in list_package():
        yield f"src/{name}", path
    native = get_native()
    yield "native/LICENSE", os.path.join(native, "LICENSE")
    for folder in ("include/cairn", *list_folders()):
        for name in sorted(os.listdir(os.path.join(native, folder))):
            if name.endswith((".c", ".h")):
                yield f"native/{folder}/{name}", os.path.join(native, folder, name)


def build_sdist(sdist_directory, config_settings=None):
    base = f"cairn-{get_version()}"
    with tarfile.open(os.path.join(sdist_directory, f"{base}.tar.gz"), "w:gz") as archive:
        entry = tarfile.TarInfo(f"{base}/PKG-INFO")
        data = get_metadata().encode()
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
        for name, path in list_archive():
            archive.add(path, f"{base}/{name}")
    return f"{base}.tar.gz"


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []
