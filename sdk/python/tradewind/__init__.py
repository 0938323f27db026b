"""Request payments, store cards, make payment links, and verify results and webhooks with Tradewind."""

from .card_redirect import CardResult, verify_card_redirect
from .client import Tradewind
from .errors import ApiError, InputError, NoAnswerError, RedirectError, TradewindError, WebhookError
from .payment_request import build_payment_request
from .redirect import Order, RedirectResult, verify_redirect
from .webhook import verify_webhook

__all__ = [
    "ApiError",
    "CardResult",
    "InputError",
    "NoAnswerError",
    "Order",
    "RedirectError",
    "RedirectResult",
    "Tradewind",
    "TradewindError",
    "WebhookError",
    "build_payment_request",
    "verify_card_redirect",
    "verify_redirect",
    "verify_webhook",
]
