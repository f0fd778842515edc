"""From what a configuration file says to settings."""

from __future__ import annotations

from collections.abc import Iterable

from webmcp_lint.browser import versions
from webmcp_lint.browser.clients import CLIENTS
from webmcp_lint.configuration import Configuration
from webmcp_lint.configuration.file import ConfigurationFile, suggestion
from webmcp_lint.configuration.reader import Node
from webmcp_lint.findings import Level
from webmcp_lint.program.registrars import Registrar, Registrars
from webmcp_lint.rules import Rule, UnknownRuleError, all_rules
from webmcp_lint.rules import select as rules_of
from webmcp_lint.settings import Files, Override, Settings

LEVELS = ("off", "note", "warning", "error")
PRESETS = ("recommended", "strict")
FAIL_ON = ("error", "warning", "note", "never")
KEYS = frozenset(
    {"preset", "select", "extend-select", "ignore", "rules", "overrides", "include", "exclude"}
    | {"clients", "targets", "registrars", "fail-on", "require-reason", "baseline"}
)
TOOL_PROPERTIES = ("name", "title", "description", "inputSchema", "outputSchema", "execute", "annotations")


def read(file: ConfigurationFile) -> Configuration:
    """Return what a file sets; raises `ConfigurationError` for what cannot be."""
    table = Node(file, (), file.content).table(KEYS)
    levels, options = _rules(table.get("rules"))
    targets = table.get("targets")
    clients = table.get("clients")
    fail_on = table.get("fail-on")
    reason = table.get("require-reason")
    baseline = table.get("baseline")
    settings = Settings(
        selected=_selected(table.get("preset"), *(table.get(key) for key in ("select", "extend-select", "ignore"))),
        levels=levels,
        options=options,
        overrides=tuple(map(_override, table["overrides"].elements())) if "overrides" in table else (),
        clients=Settings().clients if clients is None else frozenset(clients.each(_client)),
        targets=versions.DEFAULT if targets is None else _targets(targets),
        registrars=Registrars(tuple(table["registrars"].each(_registrar)) if "registrars" in table else ()),
        included=Files(file.root, table["include"].texts()) if "include" in table else None,
        excluded=Files(file.root, table["exclude"].texts()) if "exclude" in table else None,
    )
    return Configuration(
        file.path,
        settings,
        "warning" if fail_on is None else fail_on.one_of(FAIL_ON, "level"),
        False if reason is None else reason.flag(),
        None if baseline is None else file.root / baseline.text(),
    )


def _selected(
    preset: Node | None, select: Node | None, extend: Node | None, ignore: Node | None
) -> frozenset[str] | None:
    """Return the names of the rules that are chosen, None for those that are on by default."""
    is_strict = preset is not None and preset.one_of(PRESETS, "preset") == "strict"
    if not is_strict and select is extend is ignore is None:
        return None
    chosen = {rule.name for rule in all_rules() if is_strict or rule.level is not Level.OFF}
    if select is not None:
        chosen = set(_names(select))
    return frozenset((chosen | set(_names(extend))) - set(_names(ignore)))


def _names(selectors: Node | None) -> Iterable[str]:
    for selector in () if selectors is None else selectors.each(lambda node: node):
        text = selector.text()
        try:
            yield from (rule.name for rule in rules_of(text))
        except UnknownRuleError as error:
            selector.fail(str(error))


def _rules(table: Node | None) -> tuple[dict[str, Level], dict[tuple[str, str], int]]:
    """Read a table of rules: a level each, or a table with a level and options."""
    levels: dict[str, Level] = {}
    options: dict[tuple[str, str], int] = {}
    for name, node in () if table is None else table.items():
        rule = _rule(name, node)
        if not isinstance(node.value, dict):
            levels[rule.name] = _level(node)
            continue
        known = {option.name: option for option in rule.options}
        for key, value in node.table({"level", *known}, f"option of {rule.name}").items():
            if key == "level":
                levels[rule.name] = _level(value)
            else:
                options[rule.name, key] = value.number(known[key].least)
    return levels, options


def _rule(name: str, node: Node) -> Rule:
    rules = all_rules()
    named = [rule for rule in rules if name in {rule.name, *rule.aliases}]
    if not named:
        if any(rule.category == name for rule in rules):
            node.fail(f'"{name}" is a category; `select` and `ignore` take it, `rules` takes single rules')
        node.file.fail(
            node.path,
            f'unknown rule "{name}"{suggestion(name, sorted({each for rule in rules for each in rule.names}))}',
        )
    return named[0]


def _level(node: Node) -> Level:
    return Level[node.one_of(LEVELS, "level").upper()]


def _override(node: Node) -> Override:
    table = node.table({"files", "rules"})
    if "files" not in table:
        node.fail("an override says for which `files` it is")
    levels, options = _rules(table.get("rules"))
    return Override(Files(node.file.root, table["files"].texts()), levels, options)


def _client(node: Node) -> str:
    return node.one_of(sorted(CLIENTS), "client")


def _targets(node: Node) -> versions.Targets:
    entries = node.each(lambda each: (each, each.text()))
    for each, text in entries:
        try:
            versions.parse(text)
        except versions.TargetError as error:
            each.fail(str(error))
    return versions.parse(", ".join(text for _, text in entries))


def _registrar(node: Node) -> Registrar:
    table = node.table({"module", "name", "argument", "list", "keys", "positional"})
    for key in ("module", "name"):
        if key not in table:
            node.fail(f"a registrar has a `{key}`: the function `name` that `module` exports")
    keys = {}
    for key, value in table["keys"].table(TOOL_PROPERTIES, "property of a tool").items() if "keys" in table else ():
        keys[key] = value.text()
    positional: tuple[str, ...] = ()
    if "positional" in table:
        positional = tuple(
            each.one_of(TOOL_PROPERTIES, "property of a tool") for each in table["positional"].elements()
        )
    is_list = "list" in table and table["list"].flag()
    return Registrar(
        table["module"].text(),
        table["name"].text(),
        shape="positional" if positional else "list" if is_list else "object",
        argument=table["argument"].number(0) if "argument" in table else 0,
        keys=keys,
        positional=positional,
    )
