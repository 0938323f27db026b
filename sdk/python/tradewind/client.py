"""The client of one account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Optional, Union
from urllib.parse import quote, urlencode
from uuid import uuid4

from .card_redirect import CardResult, verify_card_redirect
from .contract import (
    CardCharge,
    NewPayment,
    NewPaymentLink,
    NewTrustedCard,
    PaymentAnswer,
    PaymentLink,
    PaymentLinkChanges,
    PaymentLinkPage,
    Refund,
    Transaction,
    TrustedCard,
    TrustedCardPage,
)
from .errors import InputError
from .payment_request import build_payment_request
from .redirect import Order, RedirectResult, verify_redirect
from .text import check_ascii, check_credential, check_environment, check_origin, to_fields
from .transport import ApiRequest, Transport
from .webhook import verify_webhook


class Tradewind:
    """Requests payments, stores and charges cards, makes payment links, and verifies results, for one account."""

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
        self._environment = check_environment(environment, api_key)
        self._hash_keys = hash_keys
        self._signing_secrets = signing_secrets
        self._webhook_secrets = webhook_secrets
        self._api_key = self._credential = {}
        if api_key is not None:
            self._api_key = self._credential = {"X-SVC-Key": check_credential("api_key", api_key)}
        if access_token is not None:
            self._credential = {"Authorization": f"Bearer {check_credential('access_token', access_token)}"}
        target = f"{environment} at {self._origin}"
        self._transport = Transport(timeout_seconds, retries, retry_wait_seconds, retry_after_seconds_max, target)

    def build_payment_request(self, payment: NewPayment) -> dict[str, str]:
        """The complete fields of a payment request, signed with your first signing secret if you gave one."""
        request = {**payment, "account_number": self._account_number, "environment": self._environment}
        return build_payment_request(request, self._signing_secrets[0] if self._signing_secrets else None)

    def send_payment_request(
        self, fields: Mapping[str, str], idempotency_key: Optional[str] = None
    ) -> PaymentAnswer:
        """Sends fields of build_payment_request. To repeat a request, send the same fields with the same key."""
        url = f"{self._origin}/plugins/payments/request"
        key = _key_or_new(idempotency_key)
        return self._transport.send(ApiRequest("POST", url, self._api_key, "url", fields, key))

    def request_payment(self, payment: NewPayment) -> PaymentAnswer:
        """Store `transaction_id` with the order, then send the customer to `url`. This is not a payment yet."""
        return self.send_payment_request(self.build_payment_request(payment))

    def verify_redirect(self, query: Union[str, Mapping[str, Any]], order: Optional[Order]) -> RedirectResult:
        """Verifies the result at your response_url, or raises a RedirectError. The order is paid if `is_paid`."""
        return verify_redirect(query, order, self._hash_keys, self._signing_secrets)

    def verify_webhook(self, body: Union[str, bytes], headers: Mapping[str, str]) -> dict[str, Any]:
        """Verifies a webhook by its raw body, or raises a WebhookError. Handle each `id` of an event once."""
        return verify_webhook(body, headers, self._webhook_secrets)

    def retrieve_transaction(self, transaction_id: str) -> Transaction:
        return self._call("GET", "transactions", check_ascii("transaction_id", transaction_id))["data"]

    def refund_transaction(
        self,
        transaction_id: str,
        *,
        idempotency_key: str,
        amount: Union[str, Decimal, None] = None,
        reason: Optional[str] = None,
    ) -> Refund:
        """Refunds an amount such as "5.00", or without it the rest of the payment.

        The same key never refunds twice. Derive it from your own refund, not from the time.
        """
        path = ("transactions", check_ascii("transaction_id", transaction_id), "refund")
        body = to_fields({"amount": amount, "reason": reason})
        return self._call("POST", *path, body=body, idempotency_key=_check_key(idempotency_key))["data"]

    def request_card(self, card: NewTrustedCard, idempotency_key: Optional[str] = None) -> PaymentAnswer:
        """Store `transaction_id` with your customer, then send the customer to `url`. The page asks for the card."""
        key = _key_or_new(idempotency_key)
        return self._call("POST", "trusted-cards", body=to_fields(card), idempotency_key=key, expected="url")

    def verify_card_redirect(
        self, query: Union[str, Mapping[str, Any]], transaction_id: Union[str, Sequence[str]]
    ) -> CardResult:
        """Verifies the result of storing a card, or raises a RedirectError.

        `transaction_id` is that of `request_card`.
        """
        return verify_card_redirect(query, transaction_id, self._signing_secrets)

    def verify_card(self, uuid: str, amount: Union[str, Decimal]) -> TrustedCard:
        """Sends the amount that your customer found on the statement.

        Not repeated, because the third wrong amount deletes the card.
        """
        return self._call("POST", *_card_path(uuid), "verify", body=to_fields({"amount": amount}))["data"]

    def charge_card(self, uuid: str, charge: CardCharge, idempotency_key: Optional[str] = None) -> PaymentAnswer:
        """Store `transaction_id` with the order, then send the customer to `url`, which asks for the security code."""
        path = (*_card_path(uuid), "charge")
        key = _key_or_new(idempotency_key)
        return self._call("POST", *path, body=to_fields(charge), idempotency_key=key, expected="url")

    def retrieve_card(self, uuid: str) -> TrustedCard:
        return self._call("GET", *_card_path(uuid))["data"]

    def list_cards(self, *, page: int = 1, page_size: Optional[int] = None) -> TrustedCardPage:
        return self._call("GET", "trusted-cards", query={"page": page, "page_size": page_size})

    def delete_card(self, uuid: str) -> None:
        """We destroy the card number."""
        self._call("DELETE", *_card_path(uuid), expected="message")

    def create_payment_link(self, link: NewPaymentLink, idempotency_key: Optional[str] = None) -> PaymentLink:
        """Share the `url` of the link, or its QR code."""
        key = _key_or_new(idempotency_key)
        return self._call("POST", "payment-links", body=to_fields(link), idempotency_key=key)["data"]

    def retrieve_payment_link(self, id: str) -> PaymentLink:
        return self._call("GET", *_link_path(id))["data"]

    def list_payment_links(self, *, page: int = 1, page_size: Optional[int] = None) -> PaymentLinkPage:
        return self._call("GET", "payment-links", query={"page": page, "page_size": page_size})

    def update_payment_link(self, id: str, changes: PaymentLinkChanges) -> PaymentLink:
        """Changes the given fields. `open: "0"` closes the link, and `clear` names fields to remove."""
        return self._call("PATCH", *_link_path(id), body=to_fields(changes))["data"]

    def delete_payment_link(self, id: str) -> None:
        """The payments of the link stay."""
        self._call("DELETE", *_link_path(id), expected="message")

    def _call(self, method: str, *path: str, query: Optional[Mapping[str, Any]] = None, **more: Any) -> Any:
        """Names the environment in every URL, because an access token is valid for both."""
        parameters = urlencode({**to_fields(query or {}), "environment": self._environment})
        url = f"{self._origin}/api/{'/'.join(quote(part, safe='') for part in path)}?{parameters}"
        return self._transport.send(ApiRequest(method, url, self._credential, **more))


def _check_key(idempotency_key: Any) -> str:
    return check_ascii("idempotency_key", idempotency_key)


def _key_or_new(idempotency_key: Optional[str]) -> str:
    return str(uuid4()) if idempotency_key is None else _check_key(idempotency_key)


def _card_path(uuid: str) -> tuple[str, str]:
    return ("trusted-cards", check_ascii("uuid", uuid))


def _link_path(id: str) -> tuple[str, str]:
    return ("payment-links", check_ascii("id", id))
