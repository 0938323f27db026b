"""Verifies the result of a payment at the shop's response_url."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Optional, Union
from urllib.parse import parse_qs

from .errors import RedirectError
from .text import check_secrets, format_amount, is_same, sign_fields


@dataclass(frozen=True)
class Order:
    """The order in your own storage, never values of the URL."""

    id: Union[str, int]
    #: The total of the payment request, without a fee: "10.00".
    total: Union[str, Decimal]
    currency: str
    #: All ids that payment requests of the order returned. None if the customer's browser sent the request.
    transaction_id: Union[str, list[str], tuple[str, ...], None]
    #: Whether you have marked the order as paid.
    is_paid: bool


@dataclass(frozen=True)
class RedirectResult:
    """A result that is proven to come from us and to belong to the order."""

    #: Whether the order is paid. Everything else is a failed payment.
    is_paid: bool
    #: Whether you have handled this result before, for example because the customer reloaded the page.
    is_repeat: bool
    status: str
    message: str
    transaction_id: str
    #: The amount that the customer paid, with the fee.
    total: str
    card: Optional[str]
    data: Optional[str]


#: tw_signature covers these parameters.
_SIGNED = (
    *("card", "currency", "data", "date", "fee_structure", "hash", "message", "order_id", "reasonDescription"),
    *("status", "total", "transaction_id"),
)
_REQUIRED = ("status", "transaction_id", "order_id", "currency", "total", "message", "tw_signature")
#: Our parameter only if your account has the compatibility setting for it.
_OPTIONAL = "customer_name"
#: Every id ends in a letter, so no digit of the total can pass for a digit of the id.
_TRANSACTION_ID = re.compile(r"(SB-)?[0-9A-Z]{25}[A-Z]")


def verify_redirect(
    query: Union[str, Mapping[str, Any]],
    order: Optional[Order],
    hash_keys: Sequence[str],
    signing_secrets: Sequence[str],
) -> RedirectResult:
    """Verifies a result, or raises a RedirectError. The order is paid if `is_paid` is true.

    `query` is the query string at your response_url, or the parameters as your framework has parsed them. During a
    rotation, give the new and the old hash key and signing secret.
    """
    check_secrets("hash_keys", hash_keys)
    check_secrets("signing_secrets", signing_secrets)
    if order is None:
        raise RedirectError("unknown_order", "The order is not in your storage.")
    given = _read_ours(query)
    _check_signature(given, signing_secrets)
    _check_order(given, order)
    is_paid = given["status"] == "success"
    if is_paid:
        _check_hash(given, order, hash_keys)
    return RedirectResult(
        is_paid=is_paid,
        is_repeat=is_paid and order.is_paid,
        status=given["status"],
        message=given["message"],
        transaction_id=given["transaction_id"],
        total=given["total"],
        card=given.get("card"),
        data=given.get("data"),
    )


def _read_ours(query: Union[str, Mapping[str, Any]]) -> dict[str, str]:
    values_of = _reader_of(query)
    given: dict[str, str] = {}
    for name in (*_SIGNED, "tw_signature", _OPTIONAL):
        values = values_of(name)
        if len(values) > 1:
            raise RedirectError("duplicate_parameter", f"{name} is given more than once.")
        if values:
            given[name] = str(values[0])
    required = (*_REQUIRED, "hash") if given.get("status") == "success" else _REQUIRED
    for name in required:
        if not given.get(name):
            raise RedirectError("missing_parameter", f"{name} is missing.")
    return given


def _reader_of(query: Union[str, Mapping[str, Any]]) -> Callable[[str], Sequence[Any]]:
    """Returns a function that finds all values of a parameter."""
    if isinstance(query, str):
        parsed = parse_qs(query[1:] if query.startswith("?") else query, keep_blank_values=True)
        return lambda name: parsed.get(name, [])
    # The query of Django and Flask returns only one of several values, unless it is asked for a list.
    get_list = getattr(query, "getlist", None)
    if get_list is not None:
        return get_list
    return lambda name: _as_list(query.get(name))


def _as_list(value: Any) -> Sequence[Any]:
    if value is None:
        return []
    return value if isinstance(value, (list, tuple)) else [value]


def _check_signature(given: Mapping[str, str], secrets: Sequence[str]) -> None:
    signed = {name: value for name, value in given.items() if name != "tw_signature"}
    usual = {name: value for name, value in signed.items() if name != _OPTIONAL}
    for secret in secrets:
        if any(is_same(given["tw_signature"], sign_fields(parameters, secret)) for parameters in (usual, signed)):
            return
    raise RedirectError("wrong_signature", "tw_signature does not match the other parameters.")


def _check_order(given: Mapping[str, str], order: Order) -> None:
    if given["order_id"] != str(order.id):
        raise RedirectError("wrong_order", "The result belongs to another order.")
    if given["currency"] != order.currency:
        raise RedirectError("wrong_currency", "The currency is not the order's.")
    if order.transaction_id is None:
        is_known = _TRANSACTION_ID.fullmatch(given["transaction_id"]) is not None
    else:
        is_known = any(is_same(given["transaction_id"], known) for known in _as_list(order.transaction_id))
    if not is_known:
        raise RedirectError("wrong_transaction", "The result belongs to another transaction.")


def _check_hash(given: Mapping[str, str], order: Order, keys: Sequence[str]) -> None:
    """The hash covers the order's own total, so a payment of another total cannot pass."""
    total = format_amount("total", order.total)
    for key in keys:
        text = f"{given['transaction_id']}{total}{key}"
        if is_same(given["hash"], hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()):
            return
    raise RedirectError("wrong_hash", "The hash does not match the order's total and your hash key.")
