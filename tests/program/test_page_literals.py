"""Scripts in whole pages that a script writes, and what a template fills into the scripts of a page."""

from __future__ import annotations

import pytest

from tests.program.reading import Sources, registered, tools

ADD = "document.modelContext.registerTool"
SERVED = "export default { fetch: () => new Response(`<!doctype html><body>%s</body>`) }"


def page(*scripts: str) -> str:
    return SERVED % "".join(f"<script>{each}</script>" for each in scripts)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (page(f"{ADD}({{name: 'a'}})"), ["a"]),
        ("const page = html`\n<html><script type=module>" + ADD + "({name: 'a'})</script></html>`", ["a"]),
        (page("const names = ['a', 'b']", f"for (const name of names) {ADD}({{name}})"), ["a", "b"]),
        (page("const config = ${JSON.stringify(x)};", f"{ADD}({{name: 'a', title: config.title}})"), ["a"]),
        # The names of the script that writes the page are not those of the page
        ("const name = 'a';" + page(f"{ADD}({{name}})"), ["external :name"]),
        (page(f"{ADD}({{name: 'a' + '${{x}}'}})"), ["⟨what a template fills in⟩"]),
        (page(f"{ADD}({{name: 'a\\\\n'}})"), ["⟨what a template fills in⟩"]),
        (page(f"{ADD}({{name: \\`a\\`}})"), []),
        ("const piece = `<script>" + ADD + "({name: 'a'})</script>`", []),
        ("const text = '<!doctype html>'; /* `<html><script>" + ADD + "({name: 'a'})</script>` */", []),
    ],
)
def test_scripts_of_pages_that_a_script_writes(source: str, names: list[str]) -> None:
    assert tools(source) == names


@pytest.mark.parametrize(
    ("path", "name", "expected"),
    [
        ("a.php", "'a<?= $b ?>'", "⟨what a template fills in⟩"),
        ("a.html.j2", "`a{{ b }}`", "⟨what a template fills in⟩"),
        ("a.html", "'a{% if b %}b{% endif %}'", "⟨what a template fills in⟩"),
        ("a.erb", "<%= b.to_json %>", "⟨what a template fills in⟩"),
        ("a.php", "'a'", "a"),
        # What runs in the page leaves the text of scripts alone
        ("a.html", "'a{{b}}'", "a{{b}}"),
    ],
)
def test_what_a_template_fills_into_a_script(path: str, name: str, expected: str) -> None:
    assert tools({path: f"<script>{ADD}({{name: {name}}})</script><p>{{{{ x }}}}</p>"}) == [expected]


def test_data_that_a_template_fills_into_a_script() -> None:
    data = "<script>var data = <?php echo json_encode($data['x']); ?>; const type = 'object';</script>"
    sources: Sources = {
        "a.php": f"{data}<script>{ADD}({{name: 'a', inputSchema: {{type, title: data.title}}}})</script>"
    }
    assert registered(sources) == [{"type": "object", "title": "⟨what a template fills in⟩"}]


def test_a_key_that_is_filled_in() -> None:
    source = page(f"{ADD}({{name: 'a', inputSchema: {{type: 'object', '${{x}}': 1, ${{y}}: 2}}}})")
    assert registered(source) == [{"type": "⟨a computed key⟩", "…": "⟨a computed key⟩"}]


def test_a_comment_ends_where_a_line_does() -> None:
    assert tools(page(f"// tools\\n{ADD}({{name: 'a'}})")) == ["a"]


@pytest.mark.parametrize("tool", ["tools.${x}", "{name: 'a', ${x}}"])
def test_names_that_are_filled_in(tool: str) -> None:
    [name] = tools(page(f"const tools = {{}}; {ADD}({tool})"))
    assert "⟨what a template fills in⟩" in name
