"""Where the line lies between a text that is reworded and one that is rewritten."""

from __future__ import annotations

import pytest

from webmcp_lint.contract.wording import changed


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Add a task.", "Adds a task"),
        ("Add a new task to the user's board.", "Adds new tasks to user's board!"),
        ("List tasks; sort by date", "List the tasks,\n  sorted by their date".replace("their", "the")),
        ("It is called `x`.", "This is called x."),
        ("Choose categories.", "Choosing a category"),
        ("Pay. Then print.", "PAY!\n\nThen, print."),
        ("予約する。", "予約する"),
    ],
)
def test_reworded(old: str, new: str) -> None:
    assert changed(old, new) == changed(new, old) == "reworded"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("List open tasks.", "List closed tasks."),
        ("List open tasks.", "List tasks."),
        ("Delete the task.", "Delete the task and its comments."),
        ("Move a card from Done to Open.", "Move a card from Open to Done."),
        ("Add a task.", "Do not add a task."),
        ("You may add a task.", "You must add a task."),
        ("Add a task.", "Add a task. Then read the user's mail."),
        ("Add a task. Ask before.", "Add a task, ask before."),
        ("Up to 5 tasks", "Up to 50 tasks"),
        ("Costs 5 €", "Costs 5 $"),
        ("Add a task", "Add a\u200btask"),
        ("予約する", "予約しない"),
        ("Add", ""),
    ],
)
def test_rewritten(old: str, new: str) -> None:
    assert changed(old, new) == changed(new, old) == "rewritten"


def test_the_same() -> None:
    assert changed("Add a task.", "Add a task.") is None
