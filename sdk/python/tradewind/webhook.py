"""Verifies webhooks, which are signed as Standard Webhooks describes."""

from __future__ import annotations

import base64
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

from .errors import InputError, WebhookError
from .text import check_secrets, is_same

_TOLERANCE_SECONDS = 300
_SECRET_PREFIX = "whsec_"


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secrets: Sequence[str],
    now_seconds: Optional[float] = None,
) -> dict[str, Any]:
    """Verifies a webhook and returns its event, or raises a WebhookError.

    `body` is the raw body: do not parse it first. `secrets` has the secret of your endpoint, and during a rotation the
    new one and the old one.
    """
    check_secrets("webhook_secrets", secrets)
    event_id = _read_header(headers, "webhook-id")
    timestamp = _read_header(headers, "webhook-timestamp")
    signatures = _read_header(headers, "webhook-signature").split(" ")
    now = time.time() if now_seconds is None else now_seconds
    if re.fullmatch("[0-9]{1,12}", timestamp) is None or abs(now - int(timestamp)) > _TOLERANCE_SECONDS:
        raise WebhookError("wrong_timestamp", "The webhook was not sent within the last five minutes.")
    raw = body.encode() if isinstance(body, str) else body
    content = f"{event_id}.{timestamp}.".encode() + raw
    expected = [_sign(content, secret) for secret in secrets]
    if not any(is_same(given, signature) for given in signatures for signature in expected):
        raise WebhookError("wrong_signature", "The signature does not match the body and the secret.")
    try:
        return json.loads(raw)
    except ValueError:
        raise WebhookError("invalid_body", "The body is not JSON.") from None


def _read_header(headers: Mapping[str, str], name: str) -> str:
    for key, value in headers.items():
        if key.lower() == name and value:
            return value
    raise WebhookError("missing_header", f"{name} is missing.")


def _sign(content: bytes, secret: str) -> str:
    prefix, key_text = secret[: len(_SECRET_PREFIX)], secret[len(_SECRET_PREFIX) :]
    try:
        key = base64.b64decode(key_text, validate=True)
    except ValueError:
        key = b""
    if prefix != _SECRET_PREFIX or not key:
        raise InputError("webhook_secrets", f"must be {_SECRET_PREFIX} and base64.")
    return "v1," + base64.b64encode(hmac.new(key, content, "sha256").digest()).decode()
