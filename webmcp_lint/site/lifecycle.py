"""What a script does while the page lives, put together for the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from webmcp_lint.program.guards import Guards
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.site.living import Lifecycle
from webmcp_lint.site.registering import registering_calls
from webmcp_lint.site.server_reads import server_reads
from webmcp_lint.site.sinks import Registration
from webmcp_lint.site.tool_events import listeners
from webmcp_lint.site.unguarded import unguarded_uses

_TEST: Final = re.compile(r"\.(?:test|spec|e2e|cy)\.[cm]?[jt]sx?$")
"""Tests are run in a browser of their own choice, and want some calls to fail."""


def lifecycle(guards: Guards, tree: ScopeTree, found: Sequence[Registration], package: str) -> Lifecycle:
    """Return what a script does over time.

    `found` are the registrations of its file, `package` is the text of the nearest package.json.
    """
    if _TEST.search(tree.script.file.path):
        return Lifecycle()
    own = [each for each in found if each.call.script is tree.script]
    return Lifecycle(
        unguarded=list(unguarded_uses(guards, tree)),
        calls=list(registering_calls(guards.analysis, own)),
        listeners=list(listeners(guards.analysis, tree)),
        server_reads=list(server_reads(guards.analysis, tree, package)),
    )
