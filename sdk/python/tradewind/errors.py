"""The errors of this library. All of them are a TradewindError."""

from __future__ import annotations

from typing import Any, Optional


class TradewindError(Exception):
    """The base class of all errors that this library raises."""


class InputError(TradewindError):
    """A value cannot be sent, for example a total that is a float."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field} {problem}")
        self.field = field


class RedirectError(TradewindError):
    """The redirect proves nothing. Keep the order unpaid.

    `reason` is unknown_order, duplicate_parameter, missing_parameter, wrong_signature, wrong_order, wrong_currency,
    wrong_transaction or wrong_hash.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class WebhookError(TradewindError):
    """The webhook is not ours, or it is too old. Answer 400.

    `reason` is missing_header, wrong_timestamp, wrong_signature or invalid_body.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class ApiError(TradewindError):
    """The API refused the request, or retries did not help."""

    def __init__(
        self,
        status: int,
        target: str,
        body: dict[str, Any],
        request_id: Optional[str],
        retry_after_seconds: Optional[int],
    ) -> None:
        """`target` is where the request was sent, because 401 and 404 often mean another environment."""
        message = body.get("message")
        text = message if isinstance(message, str) else f"The API answered with status {status}."
        hint = f"Sent to {target}. Another address or environment has other keys and ids."
        super().__init__(f"{text} ({hint})" if status in (401, 404) else text)
        self.status = status
        #: The JSON of the answer. It is empty if the answer is not JSON.
        self.body = body
        #: The messages about each wrong field.
        self.errors: dict[str, list[str]] = body.get("errors") or {}
        #: Name this id when you contact us.
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds


class NoAnswerError(TradewindError):
    """No answer arrived. The request may have worked: send it again with the same idempotency key."""

    def __init__(self, idempotency_key: Optional[str]) -> None:
        super().__init__("The payment service did not answer.")
        self.idempotency_key = idempotency_key
