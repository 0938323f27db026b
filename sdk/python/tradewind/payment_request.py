"""Builds the fields of a payment request."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Optional

from .text import check_secrets, sign_fields, to_fields

_SIGNATURE = "request_signature"


def build_payment_request(
    request: Mapping[str, Any], signing_secret: Optional[str], now_seconds: Optional[float] = None
) -> dict[str, str]:
    """Writes all values as text, the total with two decimals, and signs them.

    The fields are ready for a JSON body or for the hidden inputs of a form. Without a signing secret, they are not
    signed.
    """
    fields = to_fields({name: value for name, value in request.items() if name != _SIGNATURE})
    if signing_secret is None:
        return fields
    check_secrets("signing_secrets", [signing_secret])
    fields["request_timestamp"] = str(int(time.time() if now_seconds is None else now_seconds))
    return {**fields, _SIGNATURE: sign_fields(fields, signing_secret)}
