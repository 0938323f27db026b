"""Reads and verifies the signed parameters that every result has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Optional, Union
from urllib.parse import parse_qs

from .errors import RedirectError
from .text import is_same, sign_fields

#: tw_signature covers these parameters of every result.
_SIGNED = (
    *("card", "currency", "data", "date", "fee_structure", "hash", "message", "order_id", "reasonDescription"),
    *("status", "total", "transaction_id"),
)


def read_parameters(query: Union[str, Mapping[str, Any]], optional: str) -> dict[str, str]:
    """`optional` is our parameter only in some results. Other names belong to the shop."""
    values_of = _reader_of(query)
    given: dict[str, str] = {}
    for name in (*_SIGNED, "tw_signature", optional):
        values = values_of(name)
        if len(values) > 1:
            raise RedirectError("duplicate_parameter", f"{name} is given more than once.")
        if values:
            given[name] = str(values[0])
    return given


def is_refusal(given: Mapping[str, str]) -> bool:
    """Whether the customer returned from a payment request that we refused. Such a return is not signed."""
    return given.get("status") == "error" and not given.get("transaction_id") and not given.get("tw_signature")


def require_parameters(given: Mapping[str, str], names: Sequence[str]) -> None:
    for name in (*names, "tw_signature"):
        if not given.get(name):
            raise RedirectError("missing_parameter", f"{name} is missing.")


def check_signature(given: Mapping[str, str], secrets: Sequence[str], optional: Optional[str] = None) -> None:
    """`optional` is a parameter that may be ours, so it is signed or the shop's own."""
    signed = {name: value for name, value in given.items() if name != "tw_signature"}
    usual = {name: value for name, value in signed.items() if name != optional}
    for secret in secrets:
        if any(is_same(given["tw_signature"], sign_fields(parameters, secret)) for parameters in (usual, signed)):
            return
    hint = needed_secret(given, "signing secret")
    raise RedirectError("wrong_signature", f"tw_signature does not match the other parameters. {hint}")


def needed_secret(given: Mapping[str, str], secret: str) -> str:
    """The id of a sandbox transaction shows its environment. Secrets of the other environment are a common mistake."""
    environment = "sandbox" if given["transaction_id"].startswith("SB-") else "live"
    return f"This is a {environment} result, so it needs the {environment} {secret}."


def check_transaction(given: Mapping[str, str], known: Union[str, Sequence[str]]) -> None:
    if not any(is_same(given["transaction_id"], each) for each in as_list(known)):
        raise RedirectError("wrong_transaction", "The result belongs to another transaction.")


def as_list(value: Any) -> Sequence[Any]:
    if value is None:
        return []
    return value if isinstance(value, (list, tuple)) else [value]


def _reader_of(query: Union[str, Mapping[str, Any]]) -> Callable[[str], Sequence[Any]]:
    """Returns a function that finds all values of a parameter."""
    if isinstance(query, str):
        parsed = parse_qs(query[1:] if query.startswith("?") else query, keep_blank_values=True)
        return lambda name: parsed.get(name, [])
    # The query of Django and Flask returns only one of several values, unless it is asked for a list.
    get_list = getattr(query, "getlist", None)
    if get_list is not None:
        return get_list
    return lambda name: as_list(query.get(name))
