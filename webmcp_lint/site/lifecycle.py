"""What a script does while the page lives, put together for the rules."""

from __future__ import annotations

from collections.abc import Sequence

from webmcp_lint.program.guards import Guards
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.site.living import Lifecycle
from webmcp_lint.site.sinks import Registration
from webmcp_lint.site.unguarded import unguarded_uses


def lifecycle(guards: Guards, tree: ScopeTree, found: Sequence[Registration]) -> Lifecycle:
    """Return what a script does over time; `found` are the registrations of its file."""
    del found
    return Lifecycle(unguarded=list(unguarded_uses(guards, tree)))
