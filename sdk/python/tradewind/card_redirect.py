"""Verifies the result of storing a card at the shop's response_url."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

from .errors import InputError
from .signed_parameters import check_signature, check_transaction, is_refusal, read_parameters, require_parameters
from .text import check_secrets


@dataclass(frozen=True)
class CardResult:
    """The result of storing a card, proven to come from us unless `is_refused` is true."""

    #: Whether the card is stored. Then store `uuid` with your customer.
    is_stored: bool
    #: Whether we refused the request. `message` says why. Nothing proves it.
    is_refused: bool
    status: str
    message: str
    #: Empty after a refused request.
    transaction_id: str
    uuid: Optional[str]
    #: The amount that verifies the card. Only in the sandbox: in live, ask the card holder.
    total: Optional[str]


def verify_card_redirect(
    query: Union[str, Mapping[str, Any]],
    transaction_id: Union[str, Sequence[str]],
    signing_secrets: Sequence[str],
) -> CardResult:
    """Verifies the result of storing a card, or raises a RedirectError. It has neither an order nor a hash.

    `transaction_id` is the id that `request_card` returned, or a list of several.
    """
    check_secrets("signing_secrets", signing_secrets)
    if transaction_id is None:
        raise InputError("transaction_id", "is missing.")
    given = read_parameters(query, "uuid")
    is_refused = is_refusal(given)
    is_stored = given.get("status") == "success"
    if not is_refused:
        names = ("status", "transaction_id", "message")
        require_parameters(given, (*names, "uuid") if is_stored else names)
        check_signature(given, signing_secrets)
        check_transaction(given, transaction_id)
    return CardResult(
        is_stored=is_stored,
        is_refused=is_refused,
        status=given["status"],
        message=given.get("message", ""),
        transaction_id=given.get("transaction_id", ""),
        uuid=given.get("uuid") if is_stored else None,
        total=given.get("total"),
    )
