"""Runs every case of sdk/vectors.json and prints the outcomes in the Test Anything Protocol: python3 tests/vectors.py"""

import json
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tradewind import (  # noqa: E402
    InputError,
    Order,
    RedirectError,
    WebhookError,
    build_payment_request,
    verify_redirect,
    verify_webhook,
)


def run(kind, vector):
    if kind == "redirects":
        order = None if vector["order"] is None else Order(**vector["order"])
        return asdict(verify_redirect(vector["query"], order, vector["hash_keys"], vector["signing_secrets"]))
    if kind == "webhooks":
        event = verify_webhook(vector["body"], vector["headers"], vector["secrets"], vector["now_seconds"])
        return {"event": event}
    if kind == "payment_requests":
        return {"fields": build_payment_request(vector["request"], vector["signing_secret"], vector["now_seconds"])}
    raise LookupError(f"There are no tests of {kind}.")


def outcome_of(kind, vector):
    try:
        return run(kind, vector)
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
            outcome = outcome_of(kind, vector)
            is_good = outcome == vector["expected"]
            count += 1
            print(f"{'ok' if is_good else 'not ok'} {count} - {kind}: {vector['name']}")
            if not is_good:
                failures += 1
                print(f"  # {json.dumps(outcome)}")
    print(f"1..{count}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
