"""English verbs of actions, by what they tell of an effect; all as stems.

Collected from the names and descriptions of public WebMCP tools.
"""

from __future__ import annotations

from typing import Final

from webmcp_lint.site.wording import stem


def _stems(verbs: str) -> frozenset[str]:
    return frozenset(map(stem, verbs.split()))


LOOKS: Final = _stems("display fetch get list load obtain read retrieve return see show view")
"""Verbs that differ in style only: something is read and handed over."""

VAGUE: Final = _stems("do execute finalize handle interact manage operate perform process trigger")
"""Verbs that leave open what will have happened: paid, sent, deleted, or only looked up."""

VAGUE_ALONE: Final = _stems("action complete confirm continue finish go next ok proceed run start submit")
"""Names that say as little where no object stands behind them."""

SPECIFIC: Final = LOOKS | _stems(
    "abort accept activate add adjust analyze analyse answer append apply approve archive arrange ask assign attach authorize "
    "ban bid block book bookmark browse buy calculate cancel capture change charge chat check choose clear click clone close "
    "collapse comment commit compare compile compose compute configure confirm connect contact convert copy count create crop "
    "deactivate debit decline delete deliver deploy deposit describe deselect detect disable discard disconnect dismiss dispatch "
    "donate download draw drop duplicate earn echo edit email empty enable encode encrypt end enlarge enroll enter erase estimate "
    "evaluate exchange expand explain export extend extract favorite fill filter find fly follow forecast format forward generate "
    "give grant greet group hide highlight hold import increase increment inform insert inspect install invite invoice join jump "
    "keep label launch learn leave like link listen locate lock log look lookup loop lower mail make map mark match measure merge "
    "message modify monitor mount move mute narrow navigate notify offer open optimize order pack paint pair park parse paste pause "
    "pay pick pin place plan play plot post predict preload prepare preview print publish pull purchase push query queue quote raise "
    "rank rate react rearrange receive recommend record redeem redirect redo reduce refill refine refresh refund register reject "
    "release reload remember remind remove rename render renew rent reopen reorder repair repeat replace reply report request "
    "reschedule reserve reset resize resolve respond restart restore resume retry reveal revert review revoke rotate save scale scan "
    "schedule scroll search secure select sell send set share ship shorten shuffle sign simulate skip solve sort speak split start "
    "stop store stream subscribe suggest sum summarize summarise suspend swap switch sync synchronize tag take talk tell test toggle "
    "track train transcribe transfer translate transpose trim turn type unblock undo unfollow unlock unmute unpin unsubscribe update "
    "upgrade upload use validate verify visualize visualise vote wait walk warn watch withdraw write zoom"
)
"""Verbs that say what happens."""
