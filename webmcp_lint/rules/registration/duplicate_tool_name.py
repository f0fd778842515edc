"""duplicate-tool-name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations, islice
from pathlib import PurePath
from typing import Final

from webmcp_lint.browser.forms import Dropped, FormTool
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.branches import are_exclusive, is_written_again
from webmcp_lint.site.declared import declared_forms
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import declarations
from webmcp_lint.site.tool import Declaration, Tool
from webmcp_lint.source import Location

_OF_SHOPIFY: Final = frozenset(
    {"search_catalog", "browse_store", "get_product", "show_variant", "get_cart", "update_cart", "cancel_cart"}
    | {"proceed_to_checkout", "manage_orders", "search_shop_policies_and_faqs"}
)
_MOST: Final = 8
"""How many registrations of one name are compared."""
_OF_PLATFORMS: Final[Mapping[str, tuple[str, frozenset[str]]]] = {".liquid": ("Shopify", _OF_SHOPIFY)}
"""Who serves the files of a suffix, and the tools it registers on every page by itself."""


@rule(
    level=Level.ERROR,
    summary="two tools of one name on one page, or a tool that is called like one the platform registers",
    sources=(
        "Chromium 156: J-dup, J-dup3, J-dup-case, M-shadow-dup",
        "Chromium 156: R-dup, C-decl-over-imp-remove: a form and a script share their names",
        "shopify.dev/docs/api/web-mcp: the tools of every storefront",
    ),
)
def duplicate_tool_name(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools whose name another one on the page has, or gets from a loop or from the platform."""
    forms = [(tool, form) for tool, form in declared_forms(page) if _is_certain(form)]
    holders: dict[object, list[tuple[Tool, FormTool]]] = {}
    for tool, form in forms:
        if form.dropped is None:
            holders.setdefault((form.frame, tool.label), []).append((tool, form))
    for tool, form in forms:
        if form.dropped is Dropped.DUPLICATE:
            others = holders.get((form.frame, tool.label), [])
            earlier = (each for each, other in others if not are_exclusive(page, form, other.form, form.form))
            yield from (_duplicate(tool, each) for each in islice(earlier, 1))
        elif form.dropped is None and tool.label is not None and is_written_again(page, form):
            yield _repeated(tool)
    yield from once(chain(_beside_forms(page), _twice(page)))
    yield from _of_platform(page)


def _beside_forms(page: Page) -> Iterator[Finding]:
    """Yield the tools of scripts that a form of the page declares as well."""
    forms = {
        tool.label: tool
        for tool, form in declared_forms(page)
        if page.is_document and form.dropped is None and not form.frame and tool.condition is None and _is_certain(form)
    }
    for tool in (*page.tools, *page.rejected):
        form = forms.get(tool.label)
        if form is not None and tool.kind == "script" and tool.condition is None:
            yield Finding(
                f"a form of this page declares a tool `{tool.label}`, too",
                tool.name.location,
                label="the browser keeps the one that comes first: registerTool answers `Duplicate tool name`, or the"
                " form is no tool",
                help="give one of them a name of its own, or leave it out",
                tool=tool.label,
                related=(Related(form.name.location, "the form declares it here"),),
            )


def _twice(page: Page) -> Iterator[Finding]:
    """Yield the tools of scripts that certainly come after one of the same name."""
    holders: dict[str, list[tuple[Tool, Declaration]]] = {}
    for tool, declaration in declarations(page):
        if tool.label and declaration.path is not None:
            holders.setdefault(tool.label, []).append((tool, declaration))
    for same in holders.values():
        same.sort(key=lambda each: (each[1].call.file.path, each[1].call.span, each[0].name.location.span))
        for (tool, one), (later, other) in combinations(same[:_MOST], 2):
            if _both_run(one, other) and _is_one_branch(page, one.call, other.call):
                is_same = tool.name.location == later.name.location
                yield Finding(
                    f"`{later.label}` is registered twice",
                    other.call if is_same else later.name.location,
                    label="registerTool rejects the second one: Duplicate tool name",
                    help="register it once" if is_same else "give it a name of its own",
                    tool=later.label,
                    related=(Related(one.call if is_same else tool.name.location, "this one came first"),),
                )


def _both_run(one: Declaration, other: Declaration) -> bool:
    if one.via != other.via or one.library != other.library or one.path is None or other.path is None:
        return False
    if one.call == other.call:
        # A list that is registered one by one
        is_listed = one.array is not None and one.array == other.array and one.path.is_whole
        return is_listed and not {member.value for member in one.members.values()} & {
            member.value for member in other.members.values()
        }
    return one.path.block == other.path.block or (one.path.is_top_level and other.path.is_top_level)


def _is_one_branch(page: Page, one: Location, other: Location) -> bool:
    """Whether a template that decides about one of two calls decides about the other as well."""
    if page.template is None or not one.file.path == other.file.path == page.file.path:
        return True
    return list(page.template.around(one.span.start)) == list(page.template.around(other.span.start))


def _is_certain(form: FormTool) -> bool:
    written = form.form.get("toolname")
    return written is not None and written.certain


def _duplicate(tool: Tool, earlier: Tool) -> Finding:
    return Finding(
        f"two forms declare a tool `{tool.label}`",
        tool.name.location,
        label="the browser drops this one without a word",
        help="give it a name of its own",
        tool=tool.label,
        related=(Related(earlier.name.location, "this one came first"),),
    )


def _repeated(tool: Tool) -> Finding:
    return Finding(
        f"a loop writes the form of `{tool.label}` again and again",
        tool.name.location,
        label="the browser makes a tool of the first one and drops the others without a word",
        help="make one form with a parameter of what the loop turns over, or put it into the name",
        tool=tool.label,
        level=Level.WARNING,
    )


def _of_platform(page: Page) -> Iterator[Finding]:
    platform, names = _OF_PLATFORMS.get(PurePath(page.path).suffix.lower(), ("", frozenset()))
    for tool in page.tools:
        if tool.label in names:
            yield Finding(
                f"{platform} registers a `{tool.label}` of its own on every storefront page",
                tool.name.location,
                label="the browser keeps the one that comes first and refuses the other",
                help="give it a name of its own",
                tool=tool.label,
                level=Level.WARNING,
            )
