"""Request payments, verify results and webhooks, and refund transactions with Tradewind."""

from .client import Tradewind
from .errors import ApiError, InputError, NoAnswerError, RedirectError, TradewindError, WebhookError
from .payment_request import build_payment_request
from .redirect import Order, RedirectResult, verify_redirect
from .webhook import verify_webhook

__all__ = [
    "ApiError",
    "InputError",
    "NoAnswerError",
    "Order",
    "RedirectError",
    "RedirectResult",
    "Tradewind",
    "TradewindError",
    "WebhookError",
    "build_payment_request",
    "verify_redirect",
    "verify_webhook",
]
