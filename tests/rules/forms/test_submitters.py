"""Which controls submit a form."""

from __future__ import annotations

import pytest

from webmcp_lint.rules.forms.submitters import button_text, submitters
from webmcp_lint.site.page import read_page
from webmcp_lint.source import SourceFile


@pytest.mark.parametrize(
    ("controls", "texts"),
    [
        ("<button>Go</button>", ["Go"]),
        ("<button type=wrong> Go\n on </button>", ["Go on"]),
        ("<input type=submit value=Send>", ["Send"]),
        ("<input type=image name=i>", [""]),
        ("<button name=b>B</button><button name=a>A</button><button name=b>C</button>", ["B", "A", "C"]),
        ("<button type=button>No</button><button type=reset>No</button><input type=reset value=No>", []),
        ("<button disabled>No</button><fieldset disabled><button>No</button></fieldset>", []),
        ("<button commandfor=menu command=show-popover>No</button>", []),
        ("<button type=submit commandfor=menu>Go</button>", ["Go"]),
        ("<input name=a>", []),
    ],
)
def test_submitters(controls: str, texts: list[str]) -> None:
    page = read_page(SourceFile("page.html", f"<form toolname=t tooldescription=d>{controls}</form>"))
    (form,) = page.forms
    assert [button_text(button) for button in submitters(form)] == texts
