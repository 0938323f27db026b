"""The client of one account."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Optional, Union
from urllib.parse import quote

from .errors import InputError
from .payment_request import build_payment_request
from .redirect import Order, RedirectResult, verify_redirect
from .text import check_ascii, check_origin, format_amount
from .transport import Transport
from .webhook import verify_webhook

_CREDENTIAL_LENGTH_MAX = 4096


class Tradewind:
    """Requests payments, verifies results and webhooks, and reads and refunds transactions of one account."""

    def __init__(
        self,
        *,
        origin: str,
        account_number: str,
        environment: str,
        api_key: Optional[str] = None,
        access_token: Optional[str] = None,
        hash_keys: Sequence[str] = (),
        signing_secrets: Sequence[str] = (),
        webhook_secrets: Sequence[str] = (),
        timeout_seconds: float = 15,
        retries: int = 3,
        retry_wait_seconds: float = 0.5,
        retry_after_seconds_max: float = 30,
    ) -> None:
        """`origin` is the address of the service, without a path. Give either an API key or an access token.

        During a rotation, give the new and then the old hash key, signing secret or webhook secret. The first signing
        secret signs your requests.
        """
        if api_key and access_token:
            raise InputError("access_token", "must not be given beside api_key.")
        self._origin = check_origin(origin)
        self._account_number = account_number
        self._environment = environment
        self._hash_keys = hash_keys
        self._signing_secrets = signing_secrets
        self._webhook_secrets = webhook_secrets
        self._api_key = self._credential = {}
        if api_key is not None:
            key = check_ascii("api_key", api_key, _CREDENTIAL_LENGTH_MAX)
            self._api_key = self._credential = {"X-SVC-Key": key}
        if access_token is not None:
            token = check_ascii("access_token", access_token, _CREDENTIAL_LENGTH_MAX)
            self._credential = {"Authorization": f"Bearer {token}"}
        self._transport = Transport(timeout_seconds, retries, retry_wait_seconds, retry_after_seconds_max)

    def build_payment_request(self, payment: Mapping[str, Any]) -> dict[str, str]:
        """The complete fields of a payment request, signed with your first signing secret if you gave one."""
        request = {**payment, "account_number": self._account_number, "environment": self._environment}
        return build_payment_request(request, self._signing_secrets[0] if self._signing_secrets else None)

    def send_payment_request(
        self, fields: Mapping[str, str], idempotency_key: Optional[str] = None
    ) -> dict[str, Any]:
        """Sends fields of build_payment_request. To repeat a request, send the same fields with the same key."""
        url = f"{self._origin}/plugins/payments/request"
        key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        return self._transport.send("POST", url, "url", self._api_key, fields, key)

    def request_payment(self, payment: Mapping[str, Any]) -> dict[str, Any]:
        """Store `transaction_id` with the order, then send the customer to `url`. This is not a payment yet."""
        return self.send_payment_request(self.build_payment_request(payment))

    def verify_redirect(self, query: Union[str, Mapping[str, Any]], order: Optional[Order]) -> RedirectResult:
        """Verifies the result at your response_url, or raises a RedirectError. The order is paid if `is_paid`."""
        return verify_redirect(query, order, self._hash_keys, self._signing_secrets)

    def verify_webhook(self, body: Union[str, bytes], headers: Mapping[str, str]) -> dict[str, Any]:
        """Verifies a webhook by its raw body, or raises a WebhookError. Handle each `id` of an event once."""
        return verify_webhook(body, headers, self._webhook_secrets)

    def retrieve_transaction(self, transaction_id: str) -> dict[str, Any]:
        return self._transport.send("GET", self._url_of(transaction_id), "data", self._credential)["data"]

    def refund_transaction(
        self,
        transaction_id: str,
        *,
        idempotency_key: str,
        amount: Union[str, Decimal, None] = None,
        reason: Optional[str] = None,
    ) -> dict[str, Any]:
        """Refunds an amount such as "5.00", or without it the rest of the payment.

        The same key never refunds twice. Derive it from your own refund, not from the time.
        """
        body = {} if amount is None else {"amount": format_amount("amount", amount)}
        if reason is not None:
            body["reason"] = reason
        url = self._url_of(transaction_id, "/refund")
        return self._transport.send("POST", url, "data", self._credential, body, idempotency_key)["data"]

    def _url_of(self, transaction_id: str, action: str = "") -> str:
        """Names the environment, because an access token is valid for both."""
        path = f"/api/transactions/{quote(check_ascii('transaction_id', transaction_id), safe='')}{action}"
        return f"{self._origin}{path}?environment={self._environment}"
