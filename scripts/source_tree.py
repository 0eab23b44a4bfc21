"""The files of the source tree, for the scripts that check it."""
import os
import sys

sys.dont_write_bytecode = True

# Below any folder: what a build makes, and what others wrote.
SKIPPED = (".", "build-", "node_modules", "__pycache__")


def get_root():
    """The tree that was asked for on the command line, or the one that this script is part of."""
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    return os.path.normpath(sys.argv[1] if len(sys.argv) > 1 else default)


def list_files(root, endings):
    """The files below root with one of the endings, sorted, relative to it."""
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(SKIPPED)]
        if folder == root and "build" in folders:
            folders.remove("build")
        for name in files:
            if name.endswith(endings):
                found.append(os.path.relpath(os.path.join(folder, name), root))
    return sorted(found)
