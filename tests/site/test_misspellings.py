from __future__ import annotations

import pytest

from webmcp_lint.site.misspellings import misspellings
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax import html


def found(tag: str, *script_words: str) -> dict[str, str]:
    document = html.parse(SourceFile("page.html", tag))
    element = next(element for element in document.elements if element.offset == 0)
    return {each.attribute.name: each.meant for each in misspellings(element, script_words)}


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("tool-name", "toolname"),
        ("tool_name", "toolname"),
        ("toolnames", "toolname"),
        ("data-toolname", "toolname"),
        ("tool-description", "tooldescription"),
        ("tooldesc", "tooldescription"),
        ("tooldescripton", "tooldescription"),
        ("tool-title", "tooltitle"),
        ("tool-auto-submit", "toolautosubmit"),
        ("toolautosumbit", "toolautosubmit"),
    ],
)
def test_attributes_of_forms(name: str, meant: str) -> None:
    assert found(f"<form {name}=x>") == {name: meant}


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("tool-param-description", "toolparamdescription"),
        ("data-toolparamdescription", "toolparamdescription"),
        ("data-tool-param-description", "toolparamdescription"),
        ("toolparamdesc", "toolparamdescription"),
        ("toolparameterdescription", "toolparamdescription"),
        ("toolparamdescripton", "toolparamdescription"),
        ("tooldescription", "toolparamdescription"),
        ("toolparamname", "name"),
    ],
)
@pytest.mark.parametrize("element", ["input", "select", "textarea", "fieldset"])
def test_attributes_of_controls(element: str, name: str, meant: str) -> None:
    assert found(f"<{element} {name}=x>") == {name: meant}


@pytest.mark.parametrize(
    "tag",
    [
        "<form toolName=x toolDescription=y toolTitle=z toolAutoSubmit>",
        "<form tooltip=x>",
        "<form tooltip-title=x>",
        "<form toolbar=x>",
        "<form data-tool-name=hammer>",
        "<form toolname=x tool-name=y>",
        "<form toolparamtitle=x toolparamdescription=y>",
        "<form :tool-name=x>",
        f"<form tool{'x' * 10_000}=y>",
        "<input toolparamdescription=x toolparamtitle=y>",
        "<input toolname=x tooldescription=y>",
        "<label tool-param-description=x>",
        "<div tool-name=x>",
    ],
)
def test_what_is_right_or_anybodys(tag: str) -> None:
    assert found(tag) == {}


def test_a_data_attribute_beside_a_right_one() -> None:
    assert found("<form toolname=x data-tool-description=y>") == {"data-tool-description": "tooldescription"}


def test_the_first_for_each_that_was_meant() -> None:
    assert found("<form tool-name=x tool_name=y tooldesc=z>") == {
        "tool-name": "toolname",
        "tooldesc": "tooldescription",
    }


def test_what_a_script_may_read() -> None:
    assert found("<form tool-name=x tooldesc=y>", "tool-name") == {"tooldesc": "tooldescription"}
    assert found("<form data-toolname=x tooldesc=y>", "dataset") == {"tooldesc": "tooldescription"}
