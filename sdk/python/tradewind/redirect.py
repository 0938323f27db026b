"""Verifies the result of a payment at the shop's response_url."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Optional, Union

from .errors import InputError, RedirectError
from .signed_parameters import (
    check_signature,
    check_transaction,
    is_refusal,
    needed_secret,
    read_parameters,
    require_parameters,
)
from .text import check_secrets, format_amount, is_same


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
    """A result that is proven to come from us and to belong to the order, unless `is_refused` is true."""

    #: Whether the order is paid. Everything else is a failed payment.
    is_paid: bool
    #: Whether you have handled this result before, for example because the customer reloaded the page.
    is_repeat: bool
    #: Whether we refused the payment request. `message` says why. Nothing proves it, so leave the order as it is.
    is_refused: bool
    status: str
    message: str
    #: Empty after a refused request.
    transaction_id: str
    #: The amount that the customer paid, with the fee.
    total: str
    card: Optional[str]
    data: Optional[str]


_REQUIRED = ("status", "transaction_id", "order_id", "currency", "total", "message")
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
    given = read_parameters(query, _OPTIONAL)
    is_refused = is_refusal(given)
    if not is_refused:
        _check_result(given, order, hash_keys, signing_secrets)
    is_paid = given["status"] == "success"
    return RedirectResult(
        is_paid=is_paid,
        is_repeat=is_paid and order is not None and order.is_paid,
        is_refused=is_refused,
        status=given["status"],
        message=given.get("message", ""),
        transaction_id=given.get("transaction_id", ""),
        total=given.get("total", "0.00"),
        card=given.get("card"),
        data=given.get("data"),
    )


def _check_result(
    given: Mapping[str, str], order: Optional[Order], hash_keys: Sequence[str], signing_secrets: Sequence[str]
) -> None:
    if order is None:
        raise RedirectError("unknown_order", "The order is not in your storage.")
    if not isinstance(order.is_paid, bool):
        raise InputError("is_paid", "must be true or false.")
    is_success = given.get("status") == "success"
    require_parameters(given, (*_REQUIRED, "hash") if is_success else _REQUIRED)
    check_signature(given, signing_secrets, _OPTIONAL)
    _check_order(given, order)
    if is_success:
        _check_hash(given, order, hash_keys)


def _check_order(given: Mapping[str, str], order: Order) -> None:
    if given["order_id"] != str(order.id):
        raise RedirectError("wrong_order", "The result belongs to another order.")
    if given["currency"] != order.currency:
        raise RedirectError("wrong_currency", "The currency is not the order's.")
    found = _TRANSACTION_ID.fullmatch(given["transaction_id"])
    has_our_form = [found[0]] if found else []
    check_transaction(given, has_our_form if order.transaction_id is None else order.transaction_id)


def _check_hash(given: Mapping[str, str], order: Order, keys: Sequence[str]) -> None:
    """The hash covers the order's own total, so a payment of another total cannot pass."""
    total = format_amount("total", order.total)
    for key in keys:
        text = f"{given['transaction_id']}{total}{key}"
        if is_same(given["hash"], hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()):
            return
    hint = needed_secret(given, "hash key")
    raise RedirectError("wrong_hash", f"The hash does not match the order's total and your hash key. {hint}")
