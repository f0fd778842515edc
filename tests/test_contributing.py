"""What CONTRIBUTING.md says of adding a rule works as written."""

import re
from pathlib import Path
from types import ModuleType

from webmcp_lint import rule_pages
from webmcp_lint.rules import Rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import read_page
from webmcp_lint.source import SourceFile

TEXT = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = {
    match["title"]: match["body"]
    for match in re.finditer(
        r"^(?P<ticks>`{3,})\w+ title=(?P<title>\S+)\n(?P<body>.*?)^(?P=ticks)$", TEXT, re.MULTILINE | re.DOTALL
    )
}


def test_the_rule_in_the_guide_is_a_rule_with_a_page() -> None:
    (path, code), (page_path, page) = FILES.items()
    module = ModuleType(path.removesuffix(".py").replace("/", "."))
    exec(compile(code, path, "exec"), module.__dict__)  # noqa: S102 - our own text
    (rule,) = (value for value in vars(module).values() if isinstance(value, Rule))
    assert page_path == f"rules/{rule.category}/{rule.name}.md"
    assert page.startswith(rule_pages.header(rule))
    expectations = []
    for example in rule_pages.examples(page):
        assert rule.check is not None
        found = rule.check(read_page(SourceFile(example.title, example.text)), Settings())
        assert [finding.location.span for finding in found] == example.spans
        expectations.append(example.expectation)
    assert expectations == ["flagged", "clean"]
