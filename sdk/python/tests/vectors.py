"""Runs every case of sdk/vectors.json and prints the outcomes in the Test Anything Protocol: python3 tests/vectors.py"""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from urllib.parse import parse_qs

sys.path.insert(0, str(Path(__file__).parent.parent))

from tradewind import (  # noqa: E402
    InputError,
    Order,
    RedirectError,
    WebhookError,
    build_payment_request,
    verify_card_redirect,
    verify_redirect,
    verify_webhook,
)


def parsed(query):
    """The parameters as frameworks parse them: a list if a parameter is repeated."""
    values = parse_qs(query.lstrip("?"), keep_blank_values=True)
    return {name: given if len(given) > 1 else given[0] for name, given in values.items()}


def attempts_of(kind, vector):
    """The vector in all forms that the library accepts."""
    if kind == "redirects":
        order = None if vector["order"] is None else Order(**vector["order"])
        secrets = (vector["hash_keys"], vector["signing_secrets"])
        for query in (vector["query"], parsed(vector["query"])):
            yield lambda query=query: asdict(verify_redirect(query, order, *secrets))
    elif kind == "card_redirects":
        for query in (vector["query"], parsed(vector["query"])):
            known = (vector["transaction_ids"], vector["signing_secrets"])
            yield lambda query=query: asdict(verify_card_redirect(query, *known))
    elif kind == "webhooks":
        signed = (vector["headers"], vector["secrets"], vector["now_seconds"])
        for body in (vector["body"], vector["body"].encode()):
            yield lambda body=body: {"event": verify_webhook(body, *signed)}
    elif kind == "payment_requests":
        request = (vector["request"], vector["signing_secret"], vector["now_seconds"])
        yield lambda: {"fields": build_payment_request(*request)}
    else:
        raise LookupError(f"There are no tests of {kind}.")


def outcome_of(attempt):
    try:
        return attempt()
    except InputError as error:
        return {"error": "input", "field": error.field}
    except (RedirectError, WebhookError) as error:
        return {"error": error.reason}


def main():
    # The output is UTF-8 on every platform.
    sys.stdout.reconfigure(encoding="utf-8")
    vectors = json.loads((Path(__file__).parents[2] / "vectors.json").read_text(encoding="utf-8"))
    count = failures = 0
    for kind, cases in vectors.items():
        for vector in cases:
            outcomes = [outcome_of(attempt) for attempt in attempts_of(kind, vector)]
            is_good = all(outcome == vector["expected"] for outcome in outcomes)
            count += 1
            print(f"{'ok' if is_good else 'not ok'} {count} - {kind}: {vector['name']}")
            if not is_good:
                failures += 1
                print(f"  # {json.dumps(outcomes)}")
    print(f"1..{count}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
