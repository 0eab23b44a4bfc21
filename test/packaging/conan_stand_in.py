"""conan_stand_in.py RECIPE FOLDER: runs a recipe of Conan 2 as `conan create` does, with stand-ins for the few
calls that it makes: Conan itself is not part of Debian. The package is left in FOLDER/package.

The sources are those that the recipe exports, so that a file that it forgets is missed; variables that
CMake does not know are refused."""
import os
import shutil
import subprocess
import sys
import types


class Options(types.SimpleNamespace):
    """What a profile would choose: the on-line half, static."""


class ConanFile:
    def __init__(self, recipe, folder):
        self.recipe_folder = os.path.dirname(os.path.abspath(recipe))
        for name in ("export_sources", "build", "package"):
            setattr(self, f"{name}_folder", os.path.join(folder, name))
        self.source_folder = self.export_sources_folder
        self.settings = types.SimpleNamespace(os="Linux", arch="x86_64", compiler="gcc", build_type="Debug")
        chosen = {"with_build": False, "with_research": False}
        assert all(value in self.options[name] for name, value in self.default_options.items())
        assert set(chosen) <= set(self.options)
        self.options = Options(**{**self.default_options, **chosen})
        self.cpp_info = types.SimpleNamespace(properties={}, system_libs=[])
        self.cpp_info.set_property = self.cpp_info.properties.__setitem__
        self.variables = {}


class CMakeToolchain:
    def __init__(self, conanfile):
        self.conanfile, self.variables, self.cache_variables = conanfile, {}, {}

    def generate(self):
        found = {**self.variables, **self.cache_variables}
        self.conanfile.variables = {name: "ON" if value else "OFF" for name, value in found.items()}


class CMakeDeps:
    """The library needs no other package."""

    def __init__(self, conanfile):
        pass

    def generate(self):
        pass


class CMake:
    def __init__(self, conanfile):
        self.of = conanfile

    def configure(self):
        defined = [f"-D{name}={value}" for name, value in self.of.variables.items()]
        command = ["cmake", "-S", self.of.source_folder, "-B", self.of.build_folder, "-DCMAKE_INSTALL_LIBDIR=lib"]
        command += [f"-DCMAKE_INSTALL_PREFIX={self.of.package_folder}", "-DCMAKE_BUILD_TYPE=Debug", *defined]
        told = subprocess.run(command, check=True, capture_output=True, text=True)
        assert "not used" not in told.stderr, told.stderr

    def build(self):
        subprocess.run(["cmake", "--build", self.of.build_folder, "-j2"], check=True, stdout=subprocess.DEVNULL)

    def install(self):
        subprocess.run(["cmake", "--install", self.of.build_folder], check=True, stdout=subprocess.DEVNULL)


def copy(_conanfile, pattern, src, dst):
    if pattern == "*":
        assert os.path.isdir(src), src
        shutil.copytree(src, dst)
        return
    os.makedirs(dst, exist_ok=True)
    shutil.copy(os.path.join(src, pattern), dst)


def load(_conanfile, path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def make_module(name, **content):
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(content)


def main(recipe, folder):
    make_module("conan", ConanFile=ConanFile)
    make_module("conan.tools")
    make_module("conan.tools.cmake", CMake=CMake, CMakeDeps=CMakeDeps, CMakeToolchain=CMakeToolchain,
                cmake_layout=lambda conanfile: None)
    make_module("conan.tools.files", copy=copy, load=load)
    content = {}
    exec(compile(load(None, recipe), recipe, "exec"), content)
    package = content["Cairn"](recipe, folder)
    package.set_version()
    for step in ("export_sources", "layout", "generate", "build", "package", "package_info"):
        getattr(package, step)()
    for library in package.cpp_info.libs:
        assert os.path.exists(os.path.join(package.package_folder, "lib", f"lib{library}.a")), library
    assert os.path.exists(os.path.join(package.package_folder, "licenses", "LICENSE"))
    print(package.name, package.version)


main(sys.argv[1], sys.argv[2])
