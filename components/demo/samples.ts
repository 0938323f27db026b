import { sandbox } from "@/lib/reference/sandbox";

/**
 * What a merchant copies: ask for a payment, and verify its result. Each is a file that runs as it
 * stands, with nothing but the language's own library, and each is run by a test.
 */
export type Sample = { language: string; file: string; code: string };

export function codeSamples(origin: string): Sample[] {
  const fill = (code: string) =>
    code
      .trimStart()
      .replaceAll("ORIGIN", origin)
      .replaceAll("ACCOUNT", sandbox.merchant.accountNumber)
      .replaceAll("SANDBOXKEY", sandbox.merchant.hashKey);
  return [
    { language: "JavaScript", file: "tradewind.mjs", code: fill(javascript) },
    { language: "PHP", file: "tradewind.php", code: fill(php) },
    { language: "Python", file: "tradewind.py", code: fill(python) },
  ];
}

const javascript = `
// tradewind.mjs: Node.js 18 or newer, no packages.
import { createHash, timingSafeEqual } from "node:crypto";

const hashKey = process.env.TRADEWIND_HASH_KEY ?? "SANDBOXKEY"; // The sandbox's. Keep a live key out of the code.

// order: { id, total: "10.00", currency, email }, from your own storage, never from the browser.
// Store transaction_id with the order, then send the customer to url. This is not a payment yet.
export async function requestPayment(order, responseUrl) {
  const response = await fetch("ORIGIN/plugins/payments/request", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({
      account_number: "ACCOUNT",
      country_code: "TT",
      currency: order.currency,
      environment: "sandbox",
      fee_structure: "customer_pay",
      method: "credit_card_co",
      order_id: order.id,
      origin: "my-shop",
      response_url: responseUrl,
      total: order.total,
      email: order.email,
    }),
    signal: AbortSignal.timeout(15000),
  });
  const { url, message, transaction_id } = await response.json();
  if (!response.ok) throw new Error(message);
  return { url, transaction_id };
}

// query: the parameters at your response_url. order: yours, looked up by query.order_id, or null.
// The hash is computed from the order's own total, so no other total can pass.
export function isPaid(query, order) {
  if (!order || query.status !== "success") return false;
  if (query.order_id !== order.id || query.currency !== order.currency) return false;
  if (!order.transaction_id || query.transaction_id !== order.transaction_id) return false;
  const text = order.transaction_id + order.total + hashKey;
  const expected = Buffer.from(createHash("md5").update(text).digest("hex"));
  const given = Buffer.from(String(query.hash));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
`;

const php = `
<?php
// tradewind.php: PHP 8 or newer, no packages.
declare(strict_types=1);

// The sandbox's key. Keep a live one out of the code.
define('TRADEWIND_HASH_KEY', getenv('TRADEWIND_HASH_KEY') ?: 'SANDBOXKEY');

// $order: ['id', 'total' => '10.00', 'currency', 'email'], from your own storage, never from the browser.
// Store transaction_id with the order, then send the customer to url. This is not a payment yet.
function request_payment(array $order, string $response_url): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => "Content-Type: application/json\\r\\nAccept: application/json",
        'content' => json_encode([
            'account_number' => 'ACCOUNT',
            'country_code' => 'TT',
            'currency' => $order['currency'],
            'environment' => 'sandbox',
            'fee_structure' => 'customer_pay',
            'method' => 'credit_card_co',
            'order_id' => $order['id'],
            'origin' => 'my-shop',
            'response_url' => $response_url,
            'total' => $order['total'],
            'email' => $order['email'],
        ], JSON_THROW_ON_ERROR),
        'timeout' => 15,
        'follow_location' => 0,
        'ignore_errors' => true,
    ]]);
    $text = file_get_contents('ORIGIN/plugins/payments/request', false, $context);
    if ($text === false) {
        throw new RuntimeException('The payment service did not answer.');
    }
    $answer = json_decode($text, true, 16, JSON_THROW_ON_ERROR);
    if ($answer['transaction_id'] === '') {
        throw new RuntimeException($answer['message']);
    }
    return ['url' => $answer['url'], 'transaction_id' => $answer['transaction_id']];
}

// $query: $_GET at your response_url. $order: yours, looked up by $query['order_id'], or null.
// The hash is computed from the order's own total, so no other total can pass.
function is_paid(array $query, ?array $order): bool
{
    if ($order === null || ($query['status'] ?? '') !== 'success') {
        return false;
    }
    if (($query['order_id'] ?? '') !== $order['id'] || ($query['currency'] ?? '') !== $order['currency']) {
        return false;
    }
    if (empty($order['transaction_id']) || ($query['transaction_id'] ?? '') !== $order['transaction_id']) {
        return false;
    }
    $hash = $query['hash'] ?? '';
    $expected = md5($order['transaction_id'] . $order['total'] . TRADEWIND_HASH_KEY);
    return is_string($hash) && hash_equals($expected, $hash);
}
`;

const python = `
# tradewind.py: Python 3.8 or newer, no packages.
import hashlib
import hmac
import json
import os
import urllib.error
import urllib.request

HASH_KEY = os.environ.get("TRADEWIND_HASH_KEY", "SANDBOXKEY")  # The sandbox's. Keep a live key out of the code.


def request_payment(order, response_url):
    """order: {"id", "total": "10.00", "currency", "email"}, from your own storage, never from the browser.

    Store transaction_id with the order, then send the customer to url. This is not a payment yet.
    """
    fields = {
        "account_number": "ACCOUNT",
        "country_code": "TT",
        "currency": order["currency"],
        "environment": "sandbox",
        "fee_structure": "customer_pay",
        "method": "credit_card_co",
        "order_id": order["id"],
        "origin": "my-shop",
        "response_url": response_url,
        "total": order["total"],
        "email": order["email"],
    }
    request = urllib.request.Request(
        "ORIGIN/plugins/payments/request",
        data=json.dumps(fields).encode(),
        headers={"Content-Type": "application/json", "Accept": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=15) as response:
            answer = json.load(response)
    except urllib.error.HTTPError as refusal:
        raise ValueError(json.load(refusal)["message"]) from None
    return {"url": answer["url"], "transaction_id": answer["transaction_id"]}


def is_paid(query, order):
    """query: the parameters at your response_url. order: yours, looked up by query["order_id"], or None.

    The hash is computed from the order's own total, so no other total can pass.
    """
    if order is None or query.get("status") != "success":
        return False
    if query.get("order_id") != order["id"] or query.get("currency") != order["currency"]:
        return False
    if not order.get("transaction_id") or query.get("transaction_id") != order["transaction_id"]:
        return False
    text = order["transaction_id"] + order["total"] + HASH_KEY
    expected = hashlib.md5(text.encode()).hexdigest()
    return hmac.compare_digest(str(query.get("hash", "")).encode(), expected.encode())
`;
