"""The shares of work: what one question may take, and what all questions aside may take together."""

from __future__ import annotations

import pytest

from tests.program.reading import documents
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.candidates import candidates
from webmcp_lint.program.values import Literal, Unknown
from webmcp_lint.program.work import (
    MAX_ALLOWED,
    MAX_ASIDE,
    MAX_OF_PROJECT,
    MAX_STEPS,
    MAX_WAYS_ASIDE,
    MIN_ALL_ASIDE,
    MIN_ASIDE,
    MIN_PARSED_ASIDE,
    PART,
    PART_ASIDE,
    Work,
)
from webmcp_lint.syntax.javascript import Node


def spend_all(work: Work) -> int:
    taken = 0
    while work.step():
        taken += 1
    return taken


def test_a_question_gets_its_share_and_notes_where_that_ends() -> None:
    work = Work(lambda: 0)
    work.begin()
    assert (spend_all(work), work.is_exhausted, work.is_short) == (MAX_STEPS, True, True)


def test_a_part_leaves_work_for_the_others() -> None:
    work = Work(lambda: 0)
    work.begin()
    with work.part():
        assert spend_all(work) == MAX_STEPS // PART
        with work.part():
            assert not work.step()
    with work.part():
        work.allow(MAX_ALLOWED)
        assert spend_all(work) == (MAX_STEPS - MAX_STEPS // PART) // PART + MAX_ALLOWED // PART
        work.begin()
    assert spend_all(work) == MAX_STEPS


def test_the_project_has_an_end() -> None:
    work = Work(lambda: 0)
    taken = 0
    for _ in range(MAX_OF_PROJECT // MAX_STEPS + 2):
        work.begin()
        taken += spend_all(work)
    assert taken == MAX_OF_PROJECT


def test_a_question_aside_takes_a_part_of_what_is_left_for_all() -> None:
    work = Work(lambda: 0)
    shares = []
    for _ in range(200):
        work.begin_aside()
        shares.append(spend_all(work))
    assert shares[0] == min(MAX_ASIDE, MIN_ASIDE + MIN_ALL_ASIDE // PART_ASIDE)
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == MIN_ASIDE
    assert sum(shares) <= MIN_ALL_ASIDE + MIN_ASIDE * len(shares)


def test_where_listing_took_more_so_may_what_is_asked_aside() -> None:
    work = Work(lambda: 0)
    for _ in range(8):
        work.begin()
        spend_all(work)
    work.begin_aside()
    assert spend_all(work) == MAX_ASIDE


def test_a_question_aside_tells_few_ways_apart() -> None:
    work = Work(lambda: 0)
    work.begin()
    assert (work.most(1_000), work.is_short) == (1_000, False)
    work.begin_aside()
    assert (work.most(MAX_WAYS_ASIDE), work.is_short) == (MAX_WAYS_ASIDE, False)
    assert (work.most(1_000), work.is_short) == (MAX_WAYS_ASIDE, True)


def test_scripts_are_parsed_aside_until_they_are_as_many_as_were_listed() -> None:
    parsed = 0
    work = Work(lambda: parsed)
    work.begin()
    parsed = 3 * MIN_PARSED_ASIDE
    assert work.may_parse()
    work.begin_aside()
    parsed += 3 * MIN_PARSED_ASIDE - 1
    assert (work.may_parse(), work.is_short) == (True, False)
    parsed += 1
    assert (work.may_parse(), work.is_short) == (False, True)
    work.begin_aside()
    assert not work.may_parse()
    work.begin()
    assert work.may_parse()


LONG = "const a0 = 1; " + "; ".join(f"const a{n + 1} = a{n}" for n in range(60))


@pytest.fixture
def chain() -> tuple[Analysis, Node]:
    project, (path,) = documents(f"{LONG}; answer(a60)")
    (tree,) = project.trees(path)
    call = tree.calls["answer"][0]
    return project.analysis, call.fields["arguments"].children[0]


def test_what_was_cut_short_aside_is_not_what_listing_sees(chain: tuple[Analysis, Node]) -> None:
    analysis, node = chain
    analysis.begin_aside(most=20)
    assert isinstance(analysis.value(node, {}), Unknown)
    analysis.begin()
    value = analysis.value(node, {})
    assert isinstance(value, Literal)
    assert value.value == 1


def asked(analysis: Analysis, node: Node, before: int, steps: int = 30) -> int:
    """Return how many steps it takes aside to work out something that takes the whole share, after so many others."""
    analysis.begin_aside(most=steps)
    analysis.work.spend(before)
    begun = analysis.work.done

    def compute() -> Literal:
        spend_all(analysis.work)
        return Literal(1, node)

    analysis.guarded(("test", node), node, compute)
    return analysis.work.done - begun


def test_what_took_a_good_part_of_a_share_is_not_tried_again_with_as_little(chain: tuple[Analysis, Node]) -> None:
    assert [asked(*chain, before=each) for each in (5, 0, 10)] == [25, 0, 0]


def test_what_got_little_of_a_share_is_tried_again(chain: tuple[Analysis, Node]) -> None:
    assert [asked(*chain, before=each) for each in (20, 20)] == [10, 10]


def test_what_was_cut_short_is_tried_again_with_far_more(chain: tuple[Analysis, Node]) -> None:
    assert [asked(*chain, before=0, steps=each) for each in (30, 60, 61)] == [30, 0, 61]


def test_callers_in_scripts_that_may_not_be_parsed_are_told_missing() -> None:
    filler = "/*" + "x" * MIN_PARSED_ASIDE + "*/"
    project, _ = documents(
        {
            "lib.js": "export function helper(x) { return x }",
            "big.js": f"import {{ helper }} from './lib.js'; helper(1); {filler}",
            "late.js": "import { helper } from './lib.js'; helper(2)",
        }
    )
    (tree,) = project.trees("/site/lib.js")
    function = next(node for node in tree.script.root.walk() if node.type == "function_declaration")
    analysis = project.analysis
    analysis.begin_aside()
    found = candidates(analysis, function)
    assert (len(found.calls), found.is_complete, found.is_cut) == (1, False, True)
    analysis.begin()
    found = candidates(analysis, function)
    assert (len(found.calls), found.is_complete, found.is_cut) == (2, True, False)
