"""Amounts, signatures and comparisons, which redirects and requests share."""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Optional
from urllib.parse import quote_plus

from .errors import InputError

_ORIGIN = re.compile(r"https?://([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?/*", re.ASCII | re.IGNORECASE)
_CREDENTIAL_LENGTH_MAX = 4096
_MONEY = ("total", "amount", "amount_min", "amount_max")


def format_amount(field: str, amount: Any) -> str:
    """Writes an amount with two decimals: "10" and Decimal("10.0") become "10.00". Floats lose cents."""
    text = f"{amount:f}" if isinstance(amount, Decimal) else amount
    match = re.fullmatch(r"0*([0-9]{1,15})(?:\.([0-9]{1,2}))?", text) if isinstance(text, str) else None
    if match is None:
        raise InputError(field, 'must be a Decimal, or text such as "10.00", with at most two decimals.')
    return f"{match[1]}.{(match[2] or '').ljust(2, '0')}"


def check_origin(origin: Any) -> str:
    """Returns the origin without a slash at its end."""
    if not isinstance(origin, str) or _ORIGIN.fullmatch(origin) is None:
        raise InputError("origin", "must be http:// or https:// and a host, without a path.")
    return origin.rstrip("/")


def check_text(field: str, value: Any) -> None:
    """JSON cannot carry half a character."""
    if not isinstance(value, str) or re.search("[\\ud800-\\udfff]", value):
        raise InputError(field, "must be valid Unicode text.")


def check_ascii(field: str, value: Any, length_max: int = 255) -> str:
    """A key, token or id that fits into a header or a path. The API treats a blank idempotency key as a missing one."""
    if not isinstance(value, str) or re.fullmatch(r"[\x21-\x7e]+", value) is None or len(value) > length_max:
        raise InputError(field, f"must be 1 to {length_max} ASCII characters without spaces.")
    return value


def check_credential(field: str, credential: Any) -> str:
    return check_ascii(field, credential, _CREDENTIAL_LENGTH_MAX)


def check_environment(environment: Any, api_key: Optional[str]) -> str:
    """Also compares the environment with that of an API key, which its first letters show."""
    if environment not in ("live", "sandbox"):
        raise InputError("environment", "must be live or sandbox.")
    start = "svc_test_" if environment == "live" else "svc_live_"
    if str(api_key).startswith(start):
        raise InputError("api_key", f"must be a key of {environment}, and {start}… is one of the other environment.")
    return environment


def check_secrets(field: str, secrets: Any) -> None:
    """Anyone can sign with an empty secret, so it must not pass for one of a rotation.

    White space around a secret is a mistake of copying, after which no result matches.
    """
    is_list = isinstance(secrets, (list, tuple)) and len(secrets) > 0
    if not is_list or not all(isinstance(secret, str) and re.fullmatch(r"\S+", secret) for secret in secrets):
        raise InputError(field, "must be a list of at least one secret, none of them empty or with white space.")


def to_fields(values: Mapping[str, Any]) -> dict[str, str]:
    """Writes values as text, money with two decimals, and leaves out missing ones."""
    return {name: _to_text(name, value) for name, value in values.items() if value is not None}


def _to_text(name: str, value: Any) -> str:
    if name in _MONEY:
        return format_amount(name, value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)):
        return str(value)
    raise InputError(name, "must be text, a whole number or a boolean.")


def sign_fields(fields: Mapping[str, str], secret: str) -> str:
    """The hex HMAC-SHA256 of all fields, sorted by name and written as a query string."""
    text = "&".join(f"{_encode(name)}={_encode(fields[name])}" for name in sorted(fields))
    return hmac.new(secret.encode(), text.encode(), "sha256").hexdigest()


def _encode(text: str) -> str:
    """Percent-encodes as browsers do in forms. Python would leave "~" and encode "*"."""
    return quote_plus(text, safe="*", errors="replace").replace("~", "%7E")


def is_same(given: str, expected: str) -> bool:
    """Compares in constant time, so that the time of an answer reveals nothing about the expected text."""
    return hmac.compare_digest(given.encode(errors="replace"), expected.encode())
