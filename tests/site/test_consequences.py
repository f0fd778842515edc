"""Which words say that an action is hard to take back, and which do not."""

from __future__ import annotations

import pytest

from webmcp_lint.site.consequences import (
    consequence_of_address,
    consequence_of_name,
    consequence_of_text,
    only_looks,
    only_searches,
)
from webmcp_lint.site.scopes import scopes_of


@pytest.mark.parametrize(
    ("name", "consequence"),
    [
        ("delete-account", "delete"),
        ("payInvoice", "pay"),
        ("place_order", "order"),
        ("order-pizza", "order"),
        ("BookTable", "book"),
        ("send_message", "send"),
        ("publish-post", "publish"),
        ("cancel_subscription", "cancel"),
        ("checkout", "order"),
        ("check-out", "order"),
        ("make-payment", "pay"),
        ("order", "order"),
        ("get_order", None),
        ("order-history", None),
        ("order_status", None),
        ("sort-order-by", None),
        ("cancel-edit", None),
        ("delete-filter", None),
        ("book-search", None),
        ("post-code-lookup", None),
        ("send-query", None),
        ("create_task", None),
        ("", None),
        ("预订", None),
    ],
)
def test_names(name: str, consequence: str | None) -> None:
    assert consequence_of_name(name) == consequence


@pytest.mark.parametrize(
    ("text", "consequence"),
    [
        ("Deletes the account and everything in it.", "delete"),
        ("Permanently delete the project.", "delete"),
        ("Books a table at the restaurant.", "book"),
        ("Place an order for the cart.", "order"),
        ("Publishes the draft.", None),
        ("Publishes the article.", "publish"),
        ("[Console] Delete an index by its name.", "delete"),
        ("[Console] Get an index by its name.", None),
        ("Drop a database index.", "delete"),
        ("Delete a note by its id.", "delete"),
        ("Order a list by its price.", None),
        ("Drop a pin on the map.", None),
        ("Pay now", "pay"),
        ("Pay €20", "pay"),
        ("Order now", "order"),
        ("Cancel booking", "cancel"),
        ("Confirm payment", "pay"),
        ("Send an inquiry to the sales team.", "send"),
        ("Creates a dining reservation", "book"),
        ("Check out", None),
        ("Check out the cart", "order"),
        ("Use this form to send a message to support.", "send"),
        ("Lets the user delete an account.", "delete"),
        ("This tool cancels a booking.", "cancel"),
        ("Send", None),
        ("Post", None),
        ("Cancel", None),
        ("Order history of the customer.", None),
        ("Book titles by author.", None),
        ("Order by price", None),
        ("Search for a book. Delete the rest.", None),
        ("Submit an order number to see where it is.", None),
        ("Löscht das Konto.", None),
        ("", None),
    ],
)
def test_texts(text: str, consequence: str | None) -> None:
    assert consequence_of_text(text) == consequence


@pytest.mark.parametrize(
    ("url", "consequence"),
    [
        ("/account/delete", "delete"),
        ("/orders/17/cancel?from=list", "cancel"),
        ("https://shop.example/place-order", "order"),
        ("delete.php", "delete"),
        ("/cart/checkout", None),
        ("/orders", None),
        ("/delete-filter", None),
        ("/delete/17", None),
        ("/", None),
        ("", None),
    ],
)
def test_addresses(url: str, consequence: str | None) -> None:
    assert consequence_of_address(url) == consequence


def test_verbs_that_change_nothing() -> None:
    assert only_searches("search-articles")
    assert only_searches("Finds a train.")
    assert not only_searches("get_weather")
    assert only_looks("get_weather")
    assert only_looks("Checks the address.")
    assert only_searches("Use this form to search the articles.")
    assert not only_looks("add-task")
    assert not only_looks("check-out")
    assert not only_looks("")


def test_scopes_that_tools_share() -> None:
    names = [
        "vd_get",
        "vd_set_name",
        "vd_delete",
        "vd_list_delete_marks",
        "get_order",
        "get_book",
        "get_set",
        "order_x",
    ]
    texts = ["Console: Get it.", "Console: Set it.", "Console: Delete it.", "Note: once."]
    scopes = scopes_of(names, texts)
    assert [scopes.name(each) for each in ("vd_delete", "get_book", "order_x", "vd")] == [
        "delete",
        "get_book",
        "order_x",
        "vd",
    ]
    assert [scopes.text(each) for each in ("Console: Delete it.", "Note: once.")] == ["Delete it.", "Note: once."]
