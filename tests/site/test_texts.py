from __future__ import annotations

from webmcp_lint.site.page import read_page
from webmcp_lint.site.texts import AgentText, texts
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.templates import Dialect, mask

FORM = """
<form toolname="find" tooltitle="Find rooms" tooldescription="Find free rooms.">
  <label>City <input name=" city "></label>
  <select name="sort" toolparamdescription="Order"><option value="p">By price<option>Rating</select>
  <label><input type="radio" name="bed" value="one"> Single</label>
  <label><input type="radio" name="bed" value="two"> Double</label>
  <input type="date" name="day" toolparamdescription="Arrival">
  <input type="date" name="until">
</form>
"""


def found(page: str) -> list[AgentText]:
    file = SourceFile("page.html", page)
    (tool,) = read_page(file, mask(page, Dialect.detect(file.path, page))).tools
    return list(texts(tool))


def test_every_text_an_agent_reads_comes_once_with_its_pointer() -> None:
    assert [(text.pointer, text.value) for text in found(FORM)] == [
        ("/name", "find"),
        ("/title", "Find rooms"),
        ("/description", "Find free rooms."),
        ("/input_schema/properties/city", "city"),
        ("/input_schema/properties/sort", "sort"),
        ("/input_schema/properties/bed", "bed"),
        ("/input_schema/properties/day", "day"),
        ("/input_schema/properties/until", "until"),
        ("/input_schema/properties/city/description", "City"),
        ("/input_schema/properties/sort/description", "Order"),
        ("/input_schema/properties/sort/anyOf/0/title", "By price"),
        ("/input_schema/properties/sort/anyOf/0/const", "p"),
        ("/input_schema/properties/sort/anyOf/1/title", "Rating"),
        ("/input_schema/properties/bed/anyOf/0/title", "Single"),
        ("/input_schema/properties/bed/anyOf/0/const", "one"),
        ("/input_schema/properties/bed/anyOf/1/title", "Double"),
        ("/input_schema/properties/bed/anyOf/1/const", "two"),
        ("/input_schema/properties/day/description", "Arrival"),
    ]


def test_each_character_is_found_in_the_source() -> None:
    for text in found(FORM):
        assert isinstance(text.value, str)
        place = text.place(0, len(text.value))
        assert place is not None, text
        assert place.text == text.value


def test_a_character_reference_is_one_character() -> None:
    description = found('<form toolname="a" tooldescription="Tom &amp; J&#x65;rry"></form>')[1]
    places = [description.place(at, at + 1) for at in (4, 7, 8)]
    assert [place and place.text for place in places] == ["&amp;", "&#x65;", "r"]


def test_a_text_that_is_put_together_has_no_place() -> None:
    label = next(
        text
        for text in found(
            '<form toolname="a" tooldescription="b"><label>Full <b>name</b> <input name="n"></label></form>'
        )
        if text.pointer.endswith("/n/description")
    )
    assert label.value == "Full name"
    assert label.place(0, 4) is None
    assert label.location.text == "<label>"
    assert label.is_on_page


def test_what_a_template_fills_in_is_unknown() -> None:
    description = found('<form toolname="a" tooldescription="{% if b %}c{% endif %}"></form>')[1]
    assert description.known is None
    assert description.place(0, 0) is None
