"""Imports every module of a package, and prints as JSON what its import statements loaded and the bases of its classes.

    python3 interpreter.py DIR PACKAGE > facts.json

DIR holds the package. Paths are relative to DIR. A module that cannot be imported counts as far as it was executed.
"""

import ast
import builtins
import contextlib
import importlib
import importlib.util
import json
import os
import pkgutil
import sys

folder, package = os.path.realpath(sys.argv[1]), sys.argv[2]
plain_import = builtins.__import__
statements = {}
last_lines = {}


def path_inside(file):
    """A file's path relative to the folder; None for one that lies elsewhere or below another package."""
    path = os.path.relpath(os.path.realpath(file), folder) if file else ".."
    return path if path.startswith(package + os.sep) and path.endswith(".py") else None


def file_of(name):
    return path_inside(getattr(sys.modules.get(name), "__file__", None))


def last_line(path, line):
    if path not in last_lines:
        with open(os.path.join(folder, path), "rb") as source:
            nodes = ast.walk(ast.parse(source.read()))
        imports = (node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom)))
        last_lines[path] = {node.lineno: node.end_lineno for node in imports}
    return last_lines[path].get(line, line)


def noting_import(name, globals=None, locals=None, fromlist=(), level=0):
    module = plain_import(name, globals, locals, fromlist, level)
    path = path_inside((globals or {}).get("__file__"))
    if path:
        full_name = importlib.util.resolve_name("." * level + name, globals.get("__package__")) if level else name
        note(path, sys._getframe(1).f_lineno, full_name, fromlist or ())
    return module


def note(path, line, full_name, fromlist):
    parts = full_name.split(".")
    enclosing_names = [".".join(parts[: length + 1]) for length in range(len(parts))]
    members = [f"{full_name}.{member}" for member in fromlist]
    modules = [member for member in members if file_of(member)]
    named_modules = modules if modules and len(modules) == len(members) else [full_name, *modules]
    _, named_files, loaded = statements.setdefault((path, line), (last_line(path, line), set(), set()))
    named_files.update(filter(None, map(file_of, named_modules)))
    loaded.update(filter(None, map(file_of, [*enclosing_names, *modules])))


def import_all():
    builtins.__import__ = noting_import
    root = importlib.import_module(package)
    for module in pkgutil.walk_packages(root.__path__, package + ".", onerror=lambda name: None):
        with contextlib.suppress(BaseException):
            importlib.import_module(module.name)
    builtins.__import__ = plain_import


def classes():
    """The classes of the package that can be reached by their own names."""
    seen = {}
    pending = [value for module in list(sys.modules.values()) for value in list(vars(module).values())]
    while pending:
        value = pending.pop()
        # Not isinstance(), which makes lazy objects load their values.
        if issubclass(type(value), type) and identity(value) and value not in seen:
            seen[value] = [identity(base) for base in value.__bases__ if identity(base)]
            pending.extend(vars(value).values())
            pending.extend(value.__bases__)
    return seen


def identity(value):
    path = file_of(value.__module__) if isinstance(value.__module__, str) else None
    return f"{path}#{value.__qualname__}" if path and "<locals>" not in value.__qualname__ else None


sys.path.insert(0, folder)
with contextlib.redirect_stdout(sys.stderr):
    import_all()
json.dump(
    {
        "imports": [
            {"path": path, "first_line": line, "last_line": last, "named": sorted(named), "loaded": sorted(loaded)}
            for (path, line), (last, named, loaded) in sorted(statements.items())
        ],
        "classes": [
            {"id": identity(value), "bases": sorted(bases)}
            for value, bases in sorted(classes().items(), key=lambda item: identity(item[0]))
        ],
    },
    sys.stdout,
)
