"""Writes the asynchronous twins of the package's classes. A twin has each public method of its class, which it runs on the twin's
thread, with the signature and the documentation of the class. `cargo xtask records` runs this with the package's folder.

Sources are read, not imported, so nothing need be built. A method that a twin has by hand, in `aio.py` or `_twin.py`, is not
written. For `_name` in `_twin.py` a method `name` is written that calls it, with the signature and
documentation of `name` in the class.
"""

import ast
import sys
from pathlib import Path

HEAD = '''"""Methods that run on the thread of an asynchronous twin. Written by `cargo xtask records` from the classes: change those."""

from __future__ import annotations

'''
CLASSES = (
    ("_questions", "RecordQuestions"),
    ("_questions", "Questions"),
    ("_changes", "Changes"),
    ("context", "Contexts"),
    ("sessions", "Sessions"),
    ("mending", "Mending"),
    ("recording", "Recording"),
    ("memory", "Memory"),
    ("notes", "Records"),
    ("window", "Window"),
)
WIDTH = 120


class Module:
    """The source of a module, with the origin of each name that it imports or defines."""

    def __init__(self, package: Path, name: str) -> None:
        self.name = name
        self.text = (package / f"{name}.py").read_text()
        tree = ast.parse(self.text)
        self.classes = {one.name: one for one in tree.body if isinstance(one, ast.ClassDef)}
        self.origins = {one: f".{name}" for one in self.classes}
        for one in tree.body:
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
                self.origins[one.targets[0].id] = f".{name}"
            elif isinstance(one, ast.Import):
                self.origins |= {alias.name: alias.name for alias in one.names}
            elif isinstance(one, ast.ImportFrom):
                self.origins |= {alias.name: "." * one.level + (one.module or "") for alias in one.names}

    def source(self, node: ast.AST) -> str:
        """The source text of a node."""
        return ast.get_source_segment(self.text, node) or ""


def methods(of: ast.ClassDef) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [one for one in of.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]


class Twin:
    """The twin of a class, without the methods that are written by hand."""

    def __init__(self, module: Module, name: str, by_hand: dict[str, Module]) -> None:
        self.module, self.name, self.plain = module, name, module.classes[name]
        base, own = by_hand["_twin"], by_hand["aio"]
        self.base = f"{name}Twin" if f"{name}Twin" in base.classes else "Twin"
        classes = [*base.classes.values(), own.classes.get(f"Async{name}")]
        self.by_hand = {one.name for of in classes if of for one in methods(of)}
        self.imports: set[tuple[str, str]] = {("._twin", self.base), (f".{module.name}", name)}

    def written(self) -> str:
        said = f'    """The methods of `{self.name}`, as coroutines."""'
        parts = [f"class Async{self.name}Calls({self.base}):\n{said}\n\n    _plain: {self.name}\n"]
        arguments = (ast.get_docstring(self.plain, clean=False) or "").partition("\n    Args:\n")[2]
        for one in methods(self.plain):
            if one.name == "__init__" and arguments:
                docs = "\n".join(f"    {line}" if line else line for line in arguments.rstrip().split("\n"))
                opened = f'"""Creates a `{self.name}` on a thread of its own.\n\n        Args:\n{docs}\n        """'
                parts.append(self.method(one, "open", opened))
            elif not one.name.startswith("_") and one.name not in self.by_hand:
                first = one.body[0]
                parts.append(self.method(one, one.name, self.module.source(first) if ast.get_docstring(one) else ""))
        return "\n".join(parts)

    def method(self, one: ast.FunctionDef | ast.AsyncFunctionDef, name: str, docs: str) -> str:
        decorators = [self.hint(decorator) for decorator in one.decorator_list]
        is_constructor = name == "open" or "classmethod" in decorators
        is_property, is_overload = "property" in decorators, "overload" in decorators
        if is_overload == bool(docs):
            raise SystemExit(f"{self.name}.{name} has no documentation")
        own, *parameters = self.parameters(one.args)
        returns = self.name if one.name == "__init__" else self.hint(one.returns)
        if is_constructor:
            decorators = ["classmethod"]
            own = "cls: type[Self]"
        if returns == self.name:
            self.imports |= {("._twin", "Self"), ("._twin", "Opening")}
            returns = "Opening[Self]"
        lines = [f"    @{decorator}\n" for decorator in decorators]
        # A method that opens is no coroutine: its result can be entered, and not only awaited.
        is_opening = returns.startswith("Opening")
        lines.append(wrapped(f"    {'' if is_property or is_opening else 'async '}def {name}(", [own, *parameters], f") -> {returns}:"))
        if is_overload:
            return "".join(lines).rstrip() + " ...\n"
        called = f"{self.name if is_constructor else 'self._plain'}{'' if one.name == '__init__' else '.' + name}"
        given = handed_on(one.args)
        if is_property:
            body = f"        return {called}\n"
        elif f"_{name}" in self.by_hand:
            body = wrapped(f"        return await self._{name}(", given, ")")
        else:
            run = "cls._opening" if is_opening else "await cls._opened" if is_constructor else "await self._run"
            run = run if returns == "None" else f"return {run}"
            if given or is_constructor:
                body = wrapped(f"        {run}(lambda: {called}(", given, "))")
            else:
                body = f"        {run}({called})\n"
        return "".join(lines) + f"        {docs}\n{body}"

    def parameters(self, of: ast.arguments) -> list[str]:
        """The source of the parameters, including the star."""
        defaults = [None] * (len(of.args) - len(of.defaults)) + of.defaults
        positional = [self.parameter(one, default) for one, default in zip(of.args, defaults)]
        by_name = [self.parameter(one, default) for one, default in zip(of.kwonlyargs, of.kw_defaults)]
        return positional + (["*", *by_name] if by_name else [])

    def parameter(self, one: ast.arg, default: ast.expr | None) -> str:
        text = f"{one.arg}: {self.hint(one.annotation)}" if one.annotation else one.arg
        return text if default is None else f"{text} = {self.hint(default)}"

    def hint(self, node: ast.expr | None) -> str:
        """The source of an annotation or a default, whose names are added to the imports."""
        names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} if node else set()
        self.imports |= {(self.module.origins[name], name) for name in names - {self.name} if name in self.module.origins}
        return self.module.source(node) if node else ""


def handed_on(of: ast.arguments) -> list[str]:
    """The arguments that pass a method's parameters on to a method with the same parameters."""
    return [one.arg for one in of.args[1:]] + [f"{one.arg}={one.arg}" for one in of.kwonlyargs]


def wrapped(before: str, parts: list[str], after: str) -> str:
    """One line, or a line for each part if one would be too long."""
    line = f"{before}{', '.join(parts)}{after}\n"
    if len(line) <= WIDTH + 1:
        return line
    indent = before[: len(before) - len(before.lstrip())]
    return before + "\n" + "".join(f"{indent}    {part},\n" for part in parts) + f"{indent}{after}\n"


def imported(imports: set[tuple[str, str]]) -> str:
    """Import statements, those of the package itself last."""
    modules: dict[str, list[str]] = {}
    for module, name in sorted(imports):
        modules.setdefault(module, []).append(name)
    text = "".join(f"import {module}\n" for module, names in modules.items() if module in names)
    for is_own in (False, True):
        for module, names in modules.items():
            if module.startswith(".") == is_own and module not in names:
                listed = ", ".join(names) if len(names) < 6 else f"({''.join(f'{chr(10)}    {name},' for name in names)}\n)"
                text += f"from {module} import {listed}\n"
        text += "" if is_own else "\n"
    return text


def write(package: Path, classes: tuple[tuple[str, str], ...] = CLASSES) -> str:
    """The source of the module of asynchronous twins."""
    by_hand = {name: Module(package, name) for name in ("_twin", "aio")}
    twins = [Twin(Module(package, module), name, by_hand) for module, name in classes]
    written = "\n\n".join(twin.written() for twin in twins)
    return f"{HEAD}{imported(set().union(*(twin.imports for twin in twins)))}\n\n{written}"


if __name__ == "__main__":
    sys.stdout.write(write(Path(sys.argv[1])))
