"""Sends requests to the API, with retries."""

from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional

from .errors import ApiError, NoAnswerError
from .text import check_text


@dataclass(frozen=True)
class ApiRequest:
    method: str
    url: str
    headers: Mapping[str, str]
    #: A member that every good answer has. The page of a proxy can have status 200 too.
    expected: str = "data"
    body: Optional[Mapping[str, str]] = None
    #: A POST or DELETE without a key is sent once, because a second one could do something else than the first.
    idempotency_key: Optional[str] = None


@dataclass(frozen=True)
class Transport:
    #: How long to wait for an answer.
    timeout_seconds: float
    #: How often to repeat a request after its first failure.
    retries: int
    #: The wait before the first retry without Retry-After. It doubles with each retry.
    retry_wait_seconds: float
    #: A longer Retry-After ends the retries with an ApiError.
    retry_after_seconds_max: float
    #: Where requests go, in the words of an error.
    target: str

    def send(self, request: ApiRequest) -> dict[str, Any]:
        """Sends a request, and repeats it if no answer arrives and after 429, 5xx and "still running".

        Every attempt has the same body and the same idempotency key, so nothing happens twice.
        """
        for name, value in (request.body or {}).items():
            check_text(name, value)
        key = request.idempotency_key
        retries = self.retries if key is not None or request.method in ("GET", "PATCH") else 0
        sent = _to_request(request)
        attempt = 0
        while True:
            is_last = attempt >= retries
            wait_seconds = self.retry_wait_seconds * 2**attempt
            try:
                answer = self._attempt(sent)
            except (OSError, http.client.HTTPException) as fault:
                if is_last:
                    raise NoAnswerError(key) from fault
            else:
                if answer.status < 300 and answer.body.get(request.expected) is not None:
                    return answer.body
                if answer.retry_after is not None:
                    wait_seconds = answer.retry_after
                if is_last or not answer.is_passing() or wait_seconds > self.retry_after_seconds_max:
                    raise ApiError(answer.status, self.target, answer.body, answer.request_id, answer.retry_after)
            time.sleep(wait_seconds)
            attempt += 1

    def _attempt(self, request: urllib.request.Request) -> _Answer:
        try:
            with _OPENER.open(request, timeout=self.timeout_seconds) as response:
                return _to_answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return _to_answer(refusal.code, refusal.headers, refusal.read())


@dataclass(frozen=True)
class _Answer:
    status: int
    body: dict[str, Any]
    request_id: Optional[str]
    retry_after: Optional[int]

    def is_passing(self) -> bool:
        """Whether the same request can succeed later."""
        is_running = self.status == 409 and "still running" in str(self.body.get("message"))
        return is_running or self.status == 429 or self.status >= 500


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect could carry the credential to another host."""

    def redirect_request(self, *_args: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def _to_request(request: ApiRequest) -> urllib.request.Request:
    sent = {"Accept": "application/json", **request.headers}
    if request.body is not None:
        sent["Content-Type"] = "application/json"
    if request.idempotency_key is not None:
        sent["Idempotency-Key"] = request.idempotency_key
    data = None if request.body is None else json.dumps(request.body).encode()
    return urllib.request.Request(request.url, data=data, headers=sent, method=request.method)


def _to_answer(status: int, headers: Mapping[str, str], text: bytes) -> _Answer:
    retry_after = headers.get("Retry-After") or ""
    return _Answer(
        status=status,
        body=_parse_object(text),
        request_id=headers.get("X-Request-Id"),
        retry_after=int(retry_after) if re.fullmatch("[0-9]{1,9}", retry_after) else None,
    )


def _parse_object(text: bytes) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
