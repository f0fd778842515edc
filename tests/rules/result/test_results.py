"""What an agent gets back, beyond the examples of the rules' pages."""

from __future__ import annotations

import pytest

from tests.rules.schema.scripts import findings
from webmcp_lint.findings import Level
from webmcp_lint.rules.registration.output_schema_mismatch import output_schema_mismatch
from webmcp_lint.rules.result.error_as_result import error_as_result
from webmcp_lint.rules.result.inconsistent_result import inconsistent_result
from webmcp_lint.rules.result.no_result import no_result
from webmcp_lint.rules.result.opaque_error import opaque_error
from webmcp_lint.rules.result.unbounded_result import unbounded_result
from webmcp_lint.rules.safety.secret_in_tool import secret_in_tool
from webmcp_lint.rules.submit.lost_error_reason import lost_error_reason


def tool(execute: str, more: str = "") -> str:
    return f'document.modelContext.registerTool({{ name: "t", description: "Does it.", {more} execute: {execute} }});\n'


@pytest.mark.parametrize(
    ("execute", "count"),
    [
        ("() => {}", 1),
        ("async () => { await f() }", 1),
        ("() => { if (x) return; f() }", 1),
        ("() => undefined", 1),
        ("() => void f()", 1),
        ("() => helper()", 1),
        ("() => f()", 0),
        ("() => { throw 1 }", 0),
        ("() => { while (true) { if (x) return 1 } }", 0),
        ("unknown", 0),
    ],
)
def test_no_result(execute: str, count: int) -> None:
    assert len(findings(no_result, f"function helper() {{ f() }}\n{tool(execute)}")) == count


def test_where_nothing_is_answered() -> None:
    (finding,) = findings(inconsistent_result, tool("() => { if (x) return 1; f() }"))
    assert finding.location.text == "execute"
    (finding,) = findings(inconsistent_result, tool("() => { if (x) return 1; if (y) return; return 2 }"))
    assert finding.location.text == "return;"
    assert findings(inconsistent_result, tool("() => {}")) == []


@pytest.mark.parametrize(
    ("body", "levels"),
    [
        ("try { await f() } catch { return { ok: true } } return g()", [Level.WARNING]),
        ("try { await f() } catch { return 'Order placed successfully' } return g()", [Level.WARNING]),
        ("try { await f() } catch { return `Saved ${x}` } return g()", [Level.WARNING]),
        ("try { await f() } catch { return { success: false } } return g()", []),
        (
            "try { await f() } catch (e) { return { success: true, warning: 'not sent', error: e.message } } return g()",
            [],
        ),
        ("try { await f() } catch { return 'Could not be saved successfully' } return g()", []),
        ("try { await f() } catch {} return { status: 'success' }", [Level.WARNING]),
        ("try { await f() } catch {} return { left: 3 }", []),
        ("return { isError: true, content: [] }", [Level.NOTE]),
        ("return { isError: false, content: [] }", []),
    ],
)
def test_failures_that_are_answered(body: str, levels: list[Level]) -> None:
    found = findings(error_as_result, tool(f"async () => {{ {body} }}"))
    assert [each.level or Level.WARNING for each in found] == levels


@pytest.mark.parametrize(
    ("answer", "is_opaque"),
    [
        ("{ error: 'failed' }", True),
        ("'Something went wrong.'", True),
        ("'An unexpected error occurred. Please try again later.'", True),
        ("{ success: false, message: 'Unknown error' }", True),
        ("{ content: [{ type: 'text', text: 'Error' }] }", True),
        ("{ error: 'failed', code: 'no-seat' }", False),
        ("{ error: 'No seat is left on Friday.' }", False),
        ("{ error: `Error: ${e.message}` }", False),
        ("{ error: reason() }", False),
        ("'failed to find a seat'", False),
    ],
)
def test_opaque_errors(answer: str, is_opaque: bool) -> None:  # noqa: FBT001
    assert bool(findings(opaque_error, tool(f"() => ({answer})"))) == is_opaque


@pytest.mark.parametrize(
    ("answer", "count"),
    [
        ("document.body.innerText", 1),
        ("{ page: document.documentElement.outerHTML, picture: canvas.toDataURL() }", 2),
        ("JSON.stringify(localStorage)", 1),
        ("document.body.innerText.slice(0, 9)", 0),
        ("el.innerText", 0),
        ("localStorage.getItem('list')", 0),
    ],
)
def test_answers_without_a_limit(answer: str, count: int) -> None:
    assert len(findings(unbounded_result, tool(f"() => ({answer})"))) == count


@pytest.mark.parametrize(
    ("answer", "count"),
    [
        ("document.cookie", 1),
        ("{ jwt: sessionStorage.getItem('jwt') }", 1),
        ("localStorage.getItem('theme')", 0),
        ("{ signedIn: Boolean(localStorage.getItem('token')) }", 0),
    ],
)
def test_secrets_in_answers(answer: str, count: int) -> None:
    assert len(findings(secret_in_tool, tool(f"() => ({answer})"))) == count


@pytest.mark.parametrize(
    ("body", "levels"),
    [
        ("if (x) throw new Error('No seat.'); return 1", [Level.NOTE]),
        ("if (x) throw new Error('No seat. Choose another day.'); return 1", [Level.WARNING]),
        ("if (x) throw new Error('No seat.'); if (y) throw new Error('Use list-days first.')", [Level.WARNING]),
        ("if (x) throw new Error('No seat.'); if (y) return { error: 'No day.' }", []),
        ("try { throw new Error('No seat.') } catch (e) { return { error: e.message } }", []),
        ("return 1", []),
    ],
)
def test_reasons_that_are_lost(body: str, levels: list[Level]) -> None:
    found = findings(lost_error_reason, tool(f"() => {{ {body} }}"))
    assert [each.level or Level.NOTE for each in found] == levels


@pytest.mark.parametrize(
    ("schema", "answer", "count"),
    [
        ("{ type: 'object' }", "[1]", 1),
        ("{ type: 'array' }", "{ a: 1 }", 1),
        ("{ type: 'integer' }", "1", 0),
        ("{ type: 'object' }", "JSON.stringify({ a: 1 })", 0),
        ("{ type: 'object' }", "'text'", 0),
        ("{ type: 'object', required: ['a', 'b'] }", "{ a: 1 }", 1),
        ("{ type: 'object', required: ['a'] }", "{ ...rest }", 0),
        ("{ type: 'object', required: ['a'] }", "{ error: 'No.' }", 0),
        ("{ type: 'object', required: ['a'] }", "{ content: [] }", 0),
        ("{ oneOf: [], required: ['a'] }", "{ b: 1 }", 0),
    ],
)
def test_answers_beside_the_output_schema(schema: str, answer: str, count: int) -> None:
    assert len(findings(output_schema_mismatch, tool(f"() => ({answer})", f"outputSchema: {schema},"))) == count


def test_what_libraries_make_of_answers_is_theirs() -> None:
    source = """
        import { useWebMCP } from "@mcp-b/react-webmcp";
        useWebMCP({ name: "t", description: "Does it.", handler: () => { if (x) throw new Error("Use y."); } });
    """
    for rule in (no_result, lost_error_reason, error_as_result):
        assert findings(rule, source) == []
