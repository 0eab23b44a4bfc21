"""The recipe for Conan 2: `conan create packaging/conan`."""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Cairn(ConanFile):
    name = "cairn"
    description = "Real-time pathfinding on very large game maps"
    license = "MIT"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {
        "shared": [True, False],
        "fPIC": [True, False],
        "with_build": [True, False],
        "with_research": [True, False],
    }
    default_options = {"shared": False, "fPIC": True, "with_build": True, "with_research": True}
    implements = ["auto_shared_fpic"]
    languages = "C"

    def set_version(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        self.version = load(self, os.path.join(root, "VERSION")).strip()

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for name in ("CMakeLists.txt", "VERSION", "LICENSE", "README.md", "CHANGELOG.md"):
            copy(self, name, root, self.export_sources_folder)
        for folder in ("bindings/cpp", "cmake", "docs", "include", "research", "src"):
            copy(self, "*", os.path.join(root, folder), os.path.join(self.export_sources_folder, folder))

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.variables["CAIRN_WITH_BUILD"] = bool(self.options.with_build)
        toolchain.variables["CAIRN_WITH_RESEARCH"] = bool(self.options.with_research)
        toolchain.variables["CAIRN_BUILD_CLI"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "cairn")
        self.cpp_info.set_property("cmake_target_name", "cairn::cairn")
        self.cpp_info.set_property("pkg_config_name", "cairn")
        self.cpp_info.libs = ["cairn"]
        if self.options.shared:
            self.cpp_info.defines = ["CAIRN_SHARED"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread"]
