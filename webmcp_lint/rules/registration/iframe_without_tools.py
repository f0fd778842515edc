"""iframe-without-tools."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.versions import TOOLS_POLICY
from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import members_of
from webmcp_lint.source import Edit, Location
from webmcp_lint.syntax.dom import Element

_ORIGIN: Final = re.compile(r"\s*(https?://[^/?#\s]+)", re.IGNORECASE)
_DIRECTIVE: Final = re.compile(r"(?:^|;)\s*tools(?:\s|;|$)")


@rule(
    level=Level.NOTE,
    summary="a frame of another origin that shares tools with the page, and may not have any",
    sources=("WebMCP: permissions policy: the default allowlist of `tools` is `self`",),
    fix="unsafe",
)
def iframe_without_tools(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the frames of origins that the page shares tools with, where `allow` says nothing of tools."""
    shared = dict(_shared(page))
    if not shared or not settings.targets.reaches(TOOLS_POLICY):
        return
    for frame in page.document.of_name("iframe"):
        source, allow = frame.get("src"), frame.get("allow")
        origin = _ORIGIN.match(source.value) if source is not None and source.is_static else None
        place = None if origin is None else shared.get(_normal(origin[1]))
        is_open = frame.may_have("allow") or (allow is not None and not allow.is_static)
        if source is None or place is None or is_open or (allow is not None and _DIRECTIVE.search(allow.value)):
            continue
        yield Finding(
            "this frame may have no tools",
            source.location,
            label='without `allow="tools"`, registerTool and getTools reject in a frame of another origin',
            help='write `allow="tools"`',
            related=(Related(place, "the page shares tools with its origin here"),),
            fix=_fix(frame),
        )


def _shared(page: Page) -> Iterator[tuple[str, Location]]:
    """Yield the origins that tools are shared with, each with the place that says so."""
    for tool in page.tools:
        for declaration in tool.declarations:
            exposed = members_of(declaration.options).get("exposedTo")
            for item in (exposed.items or ()) if exposed is not None else ():
                if isinstance(item.literal, str):
                    yield _normal(item.literal), item.value
    for use in page.context_uses:
        if use.member == "getTools" and use.arguments:
            asked = members_of(use.arguments[0]).get("fromOrigins")
            for item in (asked.items or ()) if asked is not None else ():
                if isinstance(item.literal, str):
                    yield _normal(item.literal), item.value


def _normal(origin: str) -> str:
    return origin.strip().rstrip("/").lower()


def _fix(frame: Element) -> Fix:
    allow = frame.get("allow")
    if allow is not None and allow.value_location is not None:
        end = allow.value_location.span.end
        text = "; tools" if allow.value.strip() else "tools"
        return Fix("allow it tools", (Edit(allow.value_location.file.location(end, end), text),), is_safe=False)
    behind = frame.location.span.start + 1 + len(frame.name)
    edit = Edit(frame.location.file.location(behind, behind), ' allow="tools"')
    return Fix("allow it tools", (edit,), is_safe=False)
